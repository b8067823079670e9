// Why something cannot be sent, in the person's language. The hub decides; this only says it.
import { t } from '../../lib/i18n.svelte';
import { refused } from '../../lib/refused';
import { called } from './fields';
import type { ApiError, Problem, QuestionView } from '../../lib/protocol.gen';

export function reason(
  problem: Problem | undefined,
  question: QuestionView,
  refusal?: ApiError,
): string {
  const min = String(question.min_selections);
  const max = String(question.max_selections);
  switch (problem?.code ?? refusal?.code) {
    case 'too_few_selections':
      return t('reason-too-few', { count: question.min_selections, min });
    case 'too_many_selections':
      return t('reason-too-many', { count: question.max_selections, max });
    case 'text_required':
      return t('reason-text-required');
    case 'nothing_given':
      return t('reason-nothing-given');
    case 'too_many_hidden':
      return t('reason-too-many-hidden', { count: question.min_selections, min });
    case 'hidden_option_selected':
      return t('reason-hidden-selected');
    case 'answer_too_long':
    case 'draft_too_long':
      return t('reason-too-long');
    case 'already_decided':
      return t('reason-already-decided');
    case 'stale_view':
      return t('reason-stale');
    case 'other_chosen':
      return t('reason-other-chosen');
    case 'too_late':
      return t('reason-too-late');
    case 'deadline_out_of_range':
      return t('reason-deadline-range');
    case 'unlimited_wait_not_allowed':
      return t('reason-unlimited');
    default:
      return refused(problem ? called(problem, question.fields ?? []) : refusal);
  }
}
