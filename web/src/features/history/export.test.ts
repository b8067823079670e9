import { expect, test } from 'vitest';
import type { ListQuery } from '../../lib/api';
import { parts } from './export';

test('export fetches all parts of the filtered history in order', async () => {
  const asked: [string, ListQuery][] = [];
  const pages = [
    { text: 'one', count: 1, next_cursor: 'a' },
    { text: 'two', count: 1, next_cursor: 'b' },
    { text: 'three', count: 1 },
  ];
  const texts = await parts(
    'csv',
    (cursor) => ({ search: 'x', limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
    async (format, query) => {
      asked.push([format, query]);
      return pages[asked.length - 1]!;
    },
  );
  expect(texts).toEqual(['one', 'two', 'three']);
  expect(asked).toEqual([
    ['csv', { search: 'x' }],
    ['csv', { search: 'x', cursor: 'a' }],
    ['csv', { search: 'x', cursor: 'b' }],
  ]);
});
