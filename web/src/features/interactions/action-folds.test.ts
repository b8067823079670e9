import { expect, test } from 'vitest';
import type { ActionView } from '../../lib/protocol.gen';
import {
  ARGUMENTS_SHOWN,
  CHARACTERS_SHOWN,
  beginning,
  listFold,
  textFold,
  unseen,
} from './action-folds';

const action = (part: Partial<ActionView>): ActionView => ({
  argv: ['git', 'push'],
  directory: '/src/shop',
  digest: 'd',
  ...part,
});
const none: ReadonlySet<string> = new Set();

test('a short action counts as viewed immediately', () => {
  expect(unseen(action({}), none)).toBe(0);
  expect(listFold(action({}), 'arguments')).toBe(null);
  expect(listFold(action({}), 'files')).toBe(null);
});

test('an action counts as viewed after every fold was opened, equal texts once', () => {
  const long = 'x'.repeat(CHARACTERS_SHOWN + 5);
  const files = Array.from({ length: 8 }, (_, at) => ({ path: `/f${at}`, bytes: 1, sha256: 'a' }));
  const environment = Array.from({ length: 9 }, (_, at) => ({ name: `LD_${at}`, value: long }));
  const large = action({ argv: [...Array<string>(20).fill('-v'), long, long], files });
  expect(listFold(action({ environment }), 'variables')).toEqual({
    key: 'variables',
    kind: 'variables',
    more: 1,
  });
  // Nine long values and the list itself.
  expect(unseen(action({ environment }), new Set())).toBe(10);
  expect(listFold(large, 'arguments')).toEqual({
    key: 'arguments',
    kind: 'arguments',
    more: 22 - ARGUMENTS_SHOWN,
  });
  expect(listFold(large, 'files')).toEqual({ key: 'files', kind: 'files', more: 2 });
  expect(textFold(large, long)).toEqual({ key: `text ${long}`, kind: 'characters', more: 5 });
  expect(unseen(large, none)).toBe(3);
  expect(unseen(large, new Set(['arguments', 'files']))).toBe(1);
  expect(unseen(large, new Set(['arguments', 'files', `text ${long}`]))).toBe(0);
});

test('the length of a fold is counted in shown characters', () => {
  const odd = '\u202E'.repeat(CHARACTERS_SHOWN / 8 + 1);
  const shown = { [odd]: '<U+202E>'.repeat(CHARACTERS_SHOWN / 8 + 1) };
  expect(textFold(action({ shown }), odd)?.more).toBe(8);
  expect(beginning(action({}), '😀'.repeat(CHARACTERS_SHOWN + 1))).toBe(
    '😀'.repeat(CHARACTERS_SHOWN),
  );
});
