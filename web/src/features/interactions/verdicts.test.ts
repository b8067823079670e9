import { expect, test } from 'vitest';
import type { OptionView, QuestionView } from '../../lib/protocol.gen';
import { detail } from '../../lib/summary.fixture';
import { verdicts } from './verdicts';

const NONE = new Set<string>();
const option = (id: string, permission?: OptionView['permission']): OptionView => ({
  id,
  label: id,
  recommended: false,
  default: false,
  ...(permission ? { permission } : {}),
});
const view = (kind: QuestionView['kind'], options: OptionView[]): QuestionView => ({
  ...detail({}).question,
  kind,
  options,
});

test('an approval is two buttons', () => {
  const found = verdicts(view('approval', [option('approve'), option('deny')]), NONE);
  expect([found?.approve.id, found?.deny.id, found?.others]).toEqual(['approve', 'deny', []]);
});

test('a permission keeps what the agent offers besides', () => {
  const options = [
    option('always', 'allow_always'),
    option('once', 'allow_once'),
    option('no', 'reject_once'),
  ];
  const found = verdicts(view('permission', options), NONE);
  expect([found?.approve.id, found?.deny.id]).toEqual(['once', 'no']);
  expect(found?.others.map((one) => one.id)).toEqual(['always']);
});

test('a permission without a plain yes and no keeps its list of options', () => {
  expect(verdicts(view('permission', [option('always', 'allow_always')]), NONE)).toBe(null);
  expect(verdicts(view('choice', [option('approve'), option('deny')]), NONE)).toBe(null);
});
