import { expect, test } from 'vitest';
import { summary } from '../../lib/summary.fixture';
import { favicon, title } from './favicon';
import { due, mayAppear, type Notice } from './notify';

test('each trigger looks at the page in its own way', () => {
  const gazes = [
    { visible: true, focused: true },
    { visible: true, focused: false },
    { visible: false, focused: false },
  ];
  const table = (['always', 'focus_lost', 'tab_switch', 'background'] as const).map((trigger) =>
    gazes.map((gaze) => mayAppear(trigger, gaze)),
  );
  expect(table).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
    [false, false, true],
  ]);
});

test('each notice is due once', () => {
  const had = new Set<Notice>();
  const waiting = summary({});
  expect(due(waiting, 100, 10, had)).toBe('new');
  had.add('new');
  expect(due(waiting, 100, 10, had)).toBe(null);
  expect(due(waiting, 9, 10, had)).toBe('upcoming');
  had.add('upcoming');
  expect(due(waiting, 8, 10, had)).toBe(null);
  expect(due(waiting, null, 10, had)).toBe(null);
  expect(due(summary({ status: 'timeout' }), null, 10, had)).toBe('timeout');
  expect(due(summary({ status: 'submitted' }), null, 10, had)).toBe(null);
});

test('the tab says how many wait', () => {
  expect(title(0, null)).toBe('sayso');
  expect(title(3, 'Which?')).toBe('(3) Which? · sayso');
  expect(decodeURIComponent(favicon(3))).toContain('>3</text>');
  expect(decodeURIComponent(favicon(120))).toContain('>99</text>');
  expect(decodeURIComponent(favicon(0))).not.toContain('<text');
});
