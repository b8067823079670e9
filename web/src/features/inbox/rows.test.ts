import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { row as portalRow, type Row } from '../../lib/portal';
import type { InteractionSummary } from '../../lib/protocol.gen';
import { summary } from '../../lib/summary.fixture';
import { groups, neighbour, steady } from './rows';

interface Case {
  name: string;
  rows: { number: number; left_seconds?: number }[];
  order: number[];
}

const table = new URL('../../../../crates/domain/tests/order.json', import.meta.url);
const cases = JSON.parse(readFileSync(table, 'utf8')) as Case[];

const row = (part: Partial<InteractionSummary>): Row => portalRow(summary(part), 0);
const due = (id: string, number: number, seconds: number): Row =>
  row({
    session_id: id,
    number,
    remaining_seconds: seconds,
    deadline_at: new Date(seconds * 1000).toISOString(),
  });
const done = (id: string, completed_at: string) =>
  row({ session_id: id, status: 'submitted', completed_at });
const ids = (list: Row[]) => list.map((one) => one.summary.session_id);

test.each(cases)('the order of every list: $name', ({ rows, order }) => {
  const given = rows.map(({ number, left_seconds: left }) =>
    left === undefined
      ? row({ session_id: String(number), number })
      : due(String(number), number, left),
  );
  expect(ids(groups(given, 5, 0).needsYou)).toEqual(order.map(String));
});

test('the inbox moves a question up when it becomes due soon', () => {
  const rows = [row({ session_id: 'first', number: 1 }), due('second', 2, 601)];
  expect(ids(groups(rows, 5, 0).needsYou)).toEqual(['first', 'second']);
  expect(ids(groups(rows, 5, 1000).needsYou)).toEqual(['second', 'first']);
});

test('the inbox shows a limited number of finished questions, newest first', () => {
  const rows = [
    done('older', '2026-11-15T10:00:00.000Z'),
    done('newest', '2026-11-15T12:00:00.000Z'),
    done('newer', '2026-11-15T11:00:00.000Z'),
  ];
  expect(ids(groups(rows, 2, 0).recent)).toEqual(['newest', 'newer']);
});

test('a held inbox order keeps its rows in place and appends arrivals', () => {
  const rows = [due('urgent', 3, 30), row({ session_id: 'one' }), row({ session_id: 'two' })];
  expect(ids(steady(rows, ['one', 'gone', 'two']))).toEqual(['one', 'two', 'urgent']);
});

test('stepping through the inbox follows its order and wraps around', () => {
  const rows = [row({ session_id: 'old', number: 1 }), due('soon', 3, 60), due('later', 2, 300)];
  const { needsYou } = groups(rows, 5, 0);
  expect(neighbour(needsYou, 'soon', 1)).toBe('later');
  expect(neighbour(needsYou, 'later', 1)).toBe('old');
  expect(neighbour(needsYou, 'old', 1)).toBe('soon');
  expect(neighbour(needsYou, 'soon', -1)).toBe('old');
  expect(neighbour(needsYou, null, 1)).toBe('soon');
  expect(neighbour([], 'soon', 1)).toBe(null);
});
