import { beforeAll, expect, test, vi } from 'vitest';
import { speak } from '../../lib/i18n.svelte';
import type { AnsweredBy } from '../../lib/protocol.gen';
import { summary } from '../../lib/summary.fixture';
import { decidedBy, deliveryWords, draftLost } from './decided';

const at = '2026-11-15T10:00:00.000Z';
const person = (surface: string): AnsweredBy => ({ kind: 'person', surface, at }) as AnsweredBy;
const clock: AnsweredBy = { kind: 'policy', at };

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

test('a timed-out question is not attributed to a setting of the person', () => {
  expect(decidedBy('timeout', clock)).toBe('at the time limit');
  expect(decidedBy('auto_submitted', clock)).toBe('by your auto-submit setting');
  expect(decidedBy('submitted', person('terminal'))).toBe('by you, terminal');
  expect(decidedBy('cancelled', { kind: 'asker', at })).toBe('withdrawn by the agent');
});

test('an unsent draft says who answered first and where', () => {
  const words = (text: string) => `${text} Your unsent draft:`;
  expect(draftLost('submitted', person('web'))).toBe(
    words('You already answered this question (another tab or window).'),
  );
  expect(draftLost('cancelled', person('terminal'))).toBe(
    words('You already cancelled this question (terminal).'),
  );
  expect(draftLost('cancelled', { kind: 'asker', at })).toBe(
    words('The agent withdrew this question.'),
  );
  expect(draftLost('timeout', clock)).toBe(
    words('The time limit passed before you sent your answer.'),
  );
});

test('the receipt says whether the agent knows the decision', () => {
  const words = (part: Parameters<typeof summary>[0]) =>
    deliveryWords(summary(part), person('web'), Date.parse(at) + 240_000);
  const delivered = { delivery: 'delivered' } as const;
  expect(words({ ...delivered, status: 'submitted' })).toBe('Claude Code has your answer');
  expect(words({ ...delivered, status: 'submitted', thread_id: 't' })).toBe(
    'The task goes by your decision',
  );
  expect(words({ ...delivered, status: 'timeout' })).toBe(
    'Claude Code was told that you did not answer',
  );
  expect(words({ status: 'submitted', asker_state: 'disconnected', asker_left_at: at })).toBe(
    'Saved. Claude Code left 4 min ago and gets this when it asks again.',
  );
  expect(deliveryWords(summary(delivered), { kind: 'asker', at }, null)).toBe(
    'Claude Code withdrew this question',
  );
});
