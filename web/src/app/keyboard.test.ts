import { expect, test } from 'vitest';
import { appKey, GoKeys } from './keyboard';

const stroke = (key: string, part = {}) => ({
  key,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...part,
});
const on = (tagName: string, type = '') => ({
  target: { tagName, type } as unknown as EventTarget,
});

test('shortcuts work only outside text fields', () => {
  expect(appKey(stroke('?'))).toBe('help');
  expect(appKey(stroke('/'))).toBe('search');
  expect(appKey(stroke(']', on('INPUT', 'radio')))).toBe('next');
  expect(appKey(stroke(']', on('INPUT', 'text')))).toBe(null);
  expect(appKey(stroke('?', on('TEXTAREA')))).toBe(null);
  expect(appKey(stroke('x'))).toBe(null);
});

test('shortcuts do nothing while an input method composes or a modifier is held', () => {
  expect(appKey(stroke('/', { isComposing: true }))).toBe(null);
  expect(appKey(stroke('?', { ctrlKey: true }))).toBe(null);
  expect(appKey(stroke('[', { metaKey: true }))).toBe(null);
});

test('two keys lead to a place if the second comes soon', () => {
  const keys = new GoKeys();
  const press = (key: string, now: number) => keys.press(stroke(key), now);
  expect([press('g', 0), press('h', 400)]).toEqual([null, '/history']);
  expect([press('h', 500)]).toEqual([null]);
  expect([press('g', 1000), press('i', 4000)]).toEqual([null, null]);
  expect([press('g', 5000), press('x', 5100), press('i', 5200)]).toEqual([null, null, null]);
});
