import { expect, test } from 'vitest';
import { placeOf, windowOf } from './window';

const even = (count: number) => Array<number>(count).fill(50);

test('a short list is drawn whole', () => {
  expect(windowOf(even(5), 0, 800)).toEqual({ from: 0, to: 5, before: 0, after: 0 });
});

test('a long list draws what is in view and a margin, and keeps its whole height', () => {
  const { from, to, before, after } = windowOf(even(5000), 100_000, 800);
  expect(to - from).toBeLessThan(40);
  expect(before + (to - from) * 50 + after).toBe(5000 * 50);
  expect(before).toBeLessThanOrEqual(100_000 - 350);
});

test('rows of different heights add up', () => {
  const heights = even(1000).map((height, at) => (at % 3 === 0 ? height + 20 : height));
  const { from, to, before, after } = windowOf(heights, 20_000, 600);
  const drawn = heights.slice(from, to).reduce((sum, height) => sum + height, 0);
  expect(before + drawn + after).toBe(heights.reduce((sum, height) => sum + height, 0));
  expect(placeOf(heights, from)[0]).toBe(before);
});

test('a list that is scrolled past its end draws nothing wrong', () => {
  const { from, to, before, after } = windowOf(even(10), 9000, 500);
  expect([from, to, before, after]).toEqual([10, 10, 500, 0]);
  expect(windowOf([], 0, 500)).toEqual({ from: 0, to: 0, before: 0, after: 0 });
});
