import { expect, test } from 'vitest';
import { fromAddress, withChosen } from './filters';

test('the filters of the history come from the address', () => {
  const query = new URLSearchParams('asker=codex&status=timeout&colour=red');
  expect(fromAddress(query)).toEqual({ asker: 'codex', project: '', status: 'timeout' });
});

test('a chosen filter can be seen and taken back before any row has shown it', () => {
  expect(withChosen(['a', 'b'], 'c')).toEqual(['c', 'a', 'b']);
  expect(withChosen(['a', 'b'], 'b')).toEqual(['a', 'b']);
  expect(withChosen(['a', 'b'], '')).toEqual(['a', 'b']);
});
