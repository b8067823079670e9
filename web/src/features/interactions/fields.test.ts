import { expect, test } from 'vitest';
import type { FieldKind, FieldView } from '../../lib/protocol.gen';
import { called, clicked, fromText, inWords, isChosen, typed, withField } from './fields';

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

test('a problem names the title of its field, as it may be shown', () => {
  const field = { name: 'db', title: 'Data\u202Ebase', shown: { 'Data\u202Ebase': 'Database' } };
  const problem = { code: 'field_required', field: 'fields.db', message: '', hint: '' };
  const fields = [field as unknown as FieldView];
  expect(called({ ...problem, args: { name: 'db' } }, fields).args).toEqual({ name: 'Database' });
  const other = { ...problem, field: 'fields.size', args: { name: 'size' } };
  expect(called(other, fields)).toEqual(other);
});
