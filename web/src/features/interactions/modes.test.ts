import { expect, test } from 'vitest';
import type { SelectionMode } from '../../lib/protocol.gen';
import { detail } from '../../lib/summary.fixture';
import { draftText } from './draft-text';
import { controls, toggled, withAll, withNone } from './modes';

const question = detail({}).question;

test('each selection mode has its controls', () => {
  const shape = (selection_mode: SelectionMode, min: number, max: number) =>
    controls({ ...question, selection_mode, min_selections: min, max_selections: max });
  expect(shape('single', 1, 1)).toEqual({ options: 'radio', text: false, clearable: false });
  expect(shape('multi', 1, 3)).toEqual({ options: 'checkbox', text: false, clearable: false });
  expect(shape('multi', 0, 1)).toEqual({ options: 'checkbox', text: false, clearable: true });
  expect(shape('text_input', 0, 0)).toEqual({ options: null, text: true, clearable: true });
  expect(shape('hybrid', 0, 1)).toEqual({ options: 'radio', text: true, clearable: true });
  expect(shape('hybrid', 0, 2)).toEqual({ options: 'checkbox', text: true, clearable: true });
});

test('a click selects an option and deselects it where the mode allows', () => {
  expect(toggled('radio', ['a'], 'b')).toEqual(['b']);
  expect(toggled('checkbox', ['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled('checkbox', ['a', 'b'], 'a')).toEqual(['b']);
});

test('select all and none change only the options that the filter shows', () => {
  expect(withAll(['hidden', 'a'], ['a', 'b'])).toEqual(['hidden', 'a', 'b']);
  expect(withNone(['hidden', 'a', 'b'], ['a', 'b'])).toEqual(['hidden']);
});

test('a draft is copied as text', () => {
  const draft = {
    selected_ids: ['b'],
    option_notes: { a: 'why not' },
    text: 'words',
    global_note: 'all in all',
    placeholder_shown: false,
  };
  expect(draftText(draft, question)).toBe('[ ] A: why not\n[x] B<U+202E>\nwords\nall in all');
});
