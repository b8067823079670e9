import { expect, test } from 'vitest';
import type { ChosenView } from '../../lib/protocol.gen';
import { detail } from '../../lib/summary.fixture';
import { chosenLabels, stepOf } from './second-step';

const chosen = (answer_id: string): ChosenView => ({
  answer_id,
  selected_ids: ['b'],
  by: { kind: 'person', surface: 'terminal', at: '2026-11-15T10:00:00.000Z' },
});

test('the confirmation opens unless the person is replacing exactly that choice', () => {
  expect(stepOf(detail({}), null)).toBe('choose');
  expect(stepOf(detail({ chosen: chosen('one') }), null)).toBe('confirm');
  expect(stepOf(detail({ chosen: chosen('one') }), 'one')).toBe('choose');
  expect(stepOf(detail({ chosen: chosen('other') }), 'one')).toBe('confirm');
});

test('the confirmation names the chosen option in its safe form', () => {
  expect(chosenLabels(detail({ chosen: chosen('one') }))).toBe('B<U+202E>');
  expect(chosenLabels(detail({}))).toBe('');
});
