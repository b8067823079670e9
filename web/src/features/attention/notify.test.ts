import { expect, test } from 'vitest';
import { summary } from '../../lib/summary.fixture';
import { favicon, title } from './favicon';
import { disturbance, due, mayAppear, type Notice, type Preferences } from './notify';

test('mayAppear follows each trigger setting', () => {
  const gazes = [
    { visible: true, focused: true },
    { visible: true, focused: false },
    { visible: false, focused: false },
  ];
  const table = (['always', 'focus_lost', 'tab_switch'] as const).map((trigger) =>
    gazes.map((gaze) => mayAppear(trigger, gaze)),
  );
  expect(table).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
  ]);
});

test('every notification setting has its documented effect', () => {
  const all: Preferences = {
    notify_new: true,
    notify_upcoming: true,
    notify_timeout: true,
    notify_sound: true,
    notify_trigger: 'tab_switch',
  };
  const hidden = { visible: false, focused: false };
  const seen = { visible: true, focused: true };
  const notices = ['new', 'upcoming', 'timeout'] as const;
  const appear = (change: Partial<Preferences>, gaze = hidden) =>
    notices.map((notice) => disturbance(notice, { ...all, ...change }, gaze, false).appears);
  expect(appear({})).toEqual([true, true, true]);
  expect(appear({ notify_new: false })).toEqual([false, true, true]);
  expect(appear({ notify_upcoming: false })).toEqual([true, false, true]);
  expect(appear({ notify_timeout: false })).toEqual([true, true, false]);
  expect(appear({}, seen)).toEqual([false, false, false]);
  expect(appear({ notify_trigger: 'always' }, seen)).toEqual([true, true, true]);
  const sounds = (change: Partial<Preferences>) =>
    disturbance('new', { ...all, ...change }, hidden, false).sounds;
  expect([sounds({}), sounds({ notify_sound: false })]).toEqual([true, false]);
  expect(disturbance('new', { ...all, notify_trigger: 'always' }, seen, true).appears).toBe(false);
  const waiting = summary({});
  const had = new Set<Notice>(['new']);
  expect([due(waiting, 20, 10, had), due(waiting, 20, 30, had)]).toEqual([null, 'upcoming']);
});

test('a notice is due once per question', () => {
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

test('the tab title shows how many questions are waiting', () => {
  expect(title(0, null)).toBe('sayso');
  expect(title(3, 'Which?')).toBe('(3) Which? · sayso');
  expect(decodeURIComponent(favicon(3))).toContain('>3</text>');
  expect(decodeURIComponent(favicon(120))).toContain('>99</text>');
  expect(decodeURIComponent(favicon(0))).not.toContain('<text');
});
