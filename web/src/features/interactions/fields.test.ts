import { expect, test } from 'vitest';
import type { FieldKind, FieldView } from '../../lib/protocol.gen';
import { clicked, fromText, inWords, isChosen, typed, withField } from './fields';

const options = [
  { value: 'eu', title: 'Europe\u202E' },
  { value: 'us', title: '' },
];
const one: FieldKind = { type: 'one', options };
const several: FieldKind = { type: 'several', options };
const number: FieldKind = { type: 'number', integer: true };

test('typing makes a value of the kind that the field takes', () => {
  expect(fromText(number, '12')).toEqual({ type: 'number', value: '12' });
  expect(fromText({ type: 'text' }, ' a\n')).toEqual({ type: 'text', value: ' a\n' });
  expect(fromText(number, '')).toBeNull();
  expect(typed({ type: 'number', value: '12' })).toBe('12');
  expect(typed(undefined)).toBe('');
});

test('a click chooses one option, or adds and removes one of several', () => {
  expect(clicked(one, { type: 'text', value: 'eu' }, 'us')).toEqual({ type: 'text', value: 'us' });
  const both = { type: 'several' as const, value: ['eu', 'us'] };
  expect(clicked(several, { type: 'several', value: ['eu'] }, 'us')).toEqual(both);
  expect(clicked(several, both, 'eu')).toEqual({ type: 'several', value: ['us'] });
  expect(clicked(several, { type: 'several', value: ['eu'] }, 'eu')).toBeNull();
  expect(isChosen(both, 'us')).toBe(true);
  expect(isChosen(undefined, 'us')).toBe(false);
});

test('an emptied field leaves the draft', () => {
  const fields = withField({}, 'public', { type: 'boolean', value: false });
  expect(fields).toEqual({ public: { type: 'boolean', value: false } });
  expect(withField(fields, 'public', null)).toEqual({});
});

test('a value is read by the titles of its options, made safe', () => {
  const field: FieldView = {
    name: 'region',
    title: 'Region',
    required: false,
    kind: several,
    shown: { 'Europe\u202E': 'Europe<U+202E>' },
  };
  expect(inWords(field, { type: 'several', value: ['eu', 'us'] })).toBe('Europe<U+202E>, us');
});
