// Questions that are answered with one of two buttons: whether something may happen.
import type { OptionView, QuestionView } from '../../lib/protocol.gen';

export interface Verdicts {
  approve: OptionView;
  deny: OptionView;
  /** What the agent offers besides, such as remembering the decision. */
  others: OptionView[];
}

const APPROVES = { approval: 'approve', permission: 'allow_once' } as const;
const DENIES = { approval: 'deny', permission: 'reject_once' } as const;

/** Nothing where the question is no such question, or lacks one of the two. */
export function verdicts(view: QuestionView, hidden: ReadonlySet<string>): Verdicts | null {
  if (view.kind !== 'approval' && view.kind !== 'permission') return null;
  const kind = view.kind;
  const shown = view.options.filter((option) => !hidden.has(option.id));
  const meaning = (option: OptionView) => (kind === 'approval' ? option.id : option.permission);
  const approve = shown.find((option) => meaning(option) === APPROVES[kind]);
  const deny = shown.find((option) => meaning(option) === DENIES[kind]);
  if (!approve || !deny) return null;
  return { approve, deny, others: shown.filter((one) => one !== approve && one !== deny) };
}
