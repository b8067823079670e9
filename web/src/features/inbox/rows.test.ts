import { expect, test } from 'vitest';
import { row as portalRow, type Row } from '../../lib/portal';
import type { InteractionSummary } from '../../lib/protocol.gen';
import { summary } from '../../lib/summary.fixture';
import { groups, neighbour } from './rows';

const row = (part: Partial<InteractionSummary>): Row => portalRow(summary(part), 0);
const done = (id: string, completed_at: string) =>
  row({ session_id: id, status: 'submitted', completed_at });
const rows = [
  row({ session_id: 'second', number: 2 }),
  row({ session_id: 'first', number: 1 }),
  done('older', '2026-11-15T10:00:00.000Z'),
  done('newest', '2026-11-15T12:00:00.000Z'),
  done('newer', '2026-11-15T11:00:00.000Z'),
];
const ids = (list: Row[]) => list.map((one) => one.summary.session_id);

test('what waits comes in the order of asking, what is over newest first', () => {
  const all = groups(rows, 'all', 2);
  expect([ids(all.needsYou), ids(all.recent)]).toEqual([
    ['first', 'second'],
    ['newest', 'newer'],
  ]);
});

test('filters leave one group', () => {
  expect(groups(rows, 'active', 5).recent).toEqual([]);
  expect(groups(rows, 'completed', 5).needsYou).toEqual([]);
});

test('stepping goes round', () => {
  const { needsYou } = groups(rows, 'all', 5);
  expect(neighbour(needsYou, 'first', 1)).toBe('second');
  expect(neighbour(needsYou, 'second', 1)).toBe('first');
  expect(neighbour(needsYou, 'first', -1)).toBe('second');
  expect(neighbour(needsYou, null, 1)).toBe('first');
  expect(neighbour([], 'first', 1)).toBe(null);
});
