import { describe, expect, test } from 'vitest';
import { EMPTY, hubTime, reduce, row, secondsLeft, type Portal } from './portal';
import type { InteractionSummary, ServerMessage } from './protocol.gen';
import { summary } from './summary.fixture';

const waiting = summary({ session_id: 'a', status: 'pending', revision: 1 });
const answered = summary({ session_id: 'a', status: 'submitted', revision: 2 });

function after(...interactions: InteractionSummary[]): Portal {
  const pending = interactions.filter((row) => row.status === 'pending').length;
  return reduce(EMPTY, { type: 'snapshot', seq: 10, interactions, pending }, 1000);
}

function changed(seq: number, event: string, interaction: InteractionSummary): ServerMessage {
  return { type: 'changed', seq, event, subject: { kind: 'interaction', interaction } };
}

describe('the portal', () => {
  test('replaces everything with the snapshot it receives first', () => {
    const state = reduce(
      after(answered),
      { type: 'snapshot', seq: 3, interactions: [waiting], pending: 7 },
      2000,
    );
    expect(state).toEqual({
      seq: 3,
      synced: true,
      pending: 7,
      rows: new Map([['a', row(waiting, 2000)]]),
      clock: null,
    });
  });

  test('applies a change once', () => {
    const message = changed(11, 'answered', answered);
    const once = reduce(after(waiting), message, 2000);
    expect([once.seq, once.pending, once.rows.get('a')?.summary.status]).toEqual([
      11,
      0,
      'submitted',
    ]);
    expect(reduce(once, message, 3000)).toBe(once);
  });

  test('counts waiting questions as they arrive and finish', () => {
    const asked = summary({ session_id: 'b', status: 'pending' });
    const grown = reduce(after(waiting), changed(11, 'asked', asked), 0);
    expect(grown.pending).toBe(2);
    const subject = { kind: 'interaction', session_id: 'b' } as const;
    const removed = reduce(grown, { type: 'removed', seq: 12, subject }, 0);
    expect([removed.pending, removed.rows.has('b'), removed.seq]).toEqual([1, false, 12]);
  });

  test('keeps a limited number of finished rows and all waiting ones', () => {
    let state = after(waiting);
    for (let number = 0; number < 300; number += 1) {
      const interaction = summary({ session_id: `done-${number}`, status: 'submitted' });
      state = reduce(state, changed(11 + number, 'answered', interaction), 0);
    }
    expect([state.rows.size, state.rows.has('a'), state.rows.has('done-299')]).toEqual([
      201,
      true,
      true,
    ]);
  });

  test('does not replace a row by an older revision', () => {
    const state = after(answered);
    expect(reduce(state, { type: 'asker_changed', interaction: waiting }, 0)).toBe(state);
  });

  test('ignores drafts, settings and resync messages', () => {
    const state = after(waiting);
    const draft = { selected_ids: [], placeholder_shown: false };
    expect(reduce(state, { type: 'resync' }, 0)).toBe(state);
    expect(reduce(state, { type: 'settings_changed' }, 0)).toBe(state);
    expect(
      reduce(state, { type: 'draft_changed', session_id: 'a', surface: 'web', draft }, 0),
    ).toBe(state);
  });

  test('counts down from the remaining time of the hub by a monotonic clock', () => {
    const timed = summary({ session_id: 'a', status: 'pending', remaining_seconds: 60 });
    const begun = after(timed, summary({ session_id: 'b', status: 'pending' }));
    expect(secondsLeft(begun.rows.get('a'), 11_000)).toBe(50);
    expect(secondsLeft(begun.rows.get('b'), 11_000)).toBe(null);
    // The machine of the page slept, or its steady clock runs slow: the hub's word counts.
    const told = reduce(
      begun,
      { type: 'clock', now_ms: 1_700_000_000_000, remaining_ms: { a: 20_500, gone: 1 } },
      12_000,
    );
    expect(secondsLeft(told.rows.get('a'), 12_500)).toBe(20);
    expect(secondsLeft(told.rows.get('a'), 99_000)).toBe(0);
    expect([...told.rows.keys()]).toEqual(['a', 'b']);
  });

  test('does not show more time when the same deadline is sent again', () => {
    const told = (seconds: number) =>
      summary({ session_id: 'a', status: 'pending', remaining_seconds: seconds });
    const begun = after(told(60));
    const counted = reduce(begun, { type: 'clock', now_ms: 1, remaining_ms: { a: 59_400 } }, 2000);
    const again = (seconds: number) =>
      reduce(counted, { type: 'asker_changed', interaction: told(seconds) }, 2000);
    expect(secondsLeft(again(60).rows.get('a'), 2000)).toBe(59.4);
    expect(secondsLeft(again(120).rows.get('a'), 2000)).toBe(120);
    expect(secondsLeft(again(30).rows.get('a'), 2000)).toBe(30);
  });

  test('continues to count from the time that the hub has sent', () => {
    expect(hubTime(EMPTY.clock, 5)).toBe(null);
    const told = reduce(EMPTY, { type: 'clock', now_ms: 1000, remaining_ms: {} }, 50);
    expect(hubTime(told.clock, 80)).toBe(1030);
  });
});
