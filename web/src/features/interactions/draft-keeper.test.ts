import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnswerDraft, DraftReply } from '../../lib/protocol.gen';
import { summary } from '../../lib/summary.fixture';
import { DraftKeeper, fingerprint } from './draft-keeper';

const draft = (text: string): AnswerDraft => ({ selected_ids: [], text, placeholder_shown: false });
const replyTo = (kept: AnswerDraft): DraftReply => ({ ...summary({}), problems: [], draft: kept });

let saved: string[];
let bases: string[];
let finish: ((ok: boolean) => void)[];
let done: [boolean][];
let failed: number;

function keeper() {
  return new DraftKeeper({
    save: (body, base) => {
      saved.push(body.text ?? '');
      bases.push(base.text ?? '');
      return new Promise((resolve, reject) => {
        finish.push((ok) => (ok ? resolve(replyTo(body)) : reject(new Error('gone'))));
      });
    },
    onSaved: (_, latest) => done.push([latest]),
    onFailed: () => (failed += 1),
    pauseMs: 300,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  bases = [];
  finish = [];
  done = [];
  failed = 0;
});
afterEach(() => vi.useRealTimers());

test('the draft keeper saves typing after a pause and a click immediately', () => {
  const kept = keeper();
  kept.change(draft('a'), 'after a pause');
  vi.advanceTimersByTime(200);
  kept.change(draft('ab'), 'after a pause');
  vi.advanceTimersByTime(299);
  expect(saved).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(saved).toEqual(['ab']);
  const other = keeper();
  other.change(draft('click'), 'immediately');
  expect(saved).toEqual(['ab', 'click']);
});

test('the draft keeper runs one save at a time and ends with the latest state', async () => {
  const kept = keeper();
  kept.change(draft('1'), 'immediately');
  kept.change(draft('2'), 'immediately');
  kept.change(draft('3'), 'immediately');
  expect(saved).toEqual(['1']);
  const flushed = kept.flush();
  finish[0]?.(true);
  await vi.waitFor(() => expect(saved).toEqual(['1', '3']));
  finish[1]?.(true);
  await flushed;
  expect(done).toEqual([[false], [true]]);
  expect(kept.dirty).toBe(false);
});

test('the draft keeper sends the base draft with every save', async () => {
  const kept = keeper();
  kept.adopt(draft('from the hub'));
  kept.change(draft('1'), 'immediately');
  kept.change(draft('2'), 'immediately');
  const flushed = kept.flush();
  finish[0]?.(true);
  await vi.waitFor(() => expect(saved).toEqual(['1', '2']));
  finish[1]?.(true);
  await flushed;
  expect(bases).toEqual(['from the hub', '1']);
});

test('the draft keeper repeats a failed save with the next one', async () => {
  const kept = keeper();
  kept.change(draft('typed'), 'immediately');
  finish[0]?.(false);
  await vi.waitFor(() => expect(failed).toBe(1));
  expect(kept.dirty).toBe(true);
  const flushed = kept.flush();
  finish[1]?.(true);
  await flushed;
  expect(saved).toEqual(['typed', 'typed']);
  expect(kept.dirty).toBe(false);
});

test('the draft keeper saves unsaved changes once when the page closes', () => {
  const kept = keeper();
  kept.change(draft('last words'), 'after a pause');
  kept.leave();
  kept.leave();
  expect(saved).toEqual(['last words']);
});

test('the draft keeper recognises its own drafts when they come back', () => {
  const kept = keeper();
  kept.change({ ...draft('x'), option_notes: { a: '' } }, 'immediately');
  expect(kept.isOwn(draft('x'))).toBe(true);
  expect(kept.isOwn(draft('y'))).toBe(false);
});

test('the fingerprint of a draft does not depend on order or on empty parts', () => {
  const one = {
    selected_ids: ['a', 'b'],
    option_notes: { x: '1', y: '2' },
    placeholder_shown: true,
  };
  const other = {
    selected_ids: ['b', 'a'],
    option_notes: { y: '2', x: '1', z: '' },
    text: '',
    hidden_ids: [],
    placeholder_shown: false,
  };
  expect(fingerprint(one)).toBe(fingerprint(other));
});
