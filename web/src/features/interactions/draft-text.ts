// A draft as plain text, for taking it elsewhere.
import type { AnswerDraft, QuestionView } from '../../lib/protocol.gen';
import { safe } from '../../lib/shown';
import { inWords, shownIn } from './fields';

export function draftText(draft: AnswerDraft, question: QuestionView): string {
  const lines: string[] = [];
  for (const option of question.options) {
    const note = draft.option_notes?.[option.id];
    if (!draft.selected_ids.includes(option.id) && !note) continue;
    const mark = draft.selected_ids.includes(option.id) ? '[x]' : '[ ]';
    lines.push(`${mark} ${safe(option, 'label')}${note ? `: ${note}` : ''}`);
  }
  for (const field of question.fields ?? []) {
    const value = draft.fields?.[field.name];
    if (value) lines.push(`${shownIn(field, field.title)}: ${inWords(field, value)}`);
  }
  if (draft.text) lines.push(draft.text);
  if (draft.global_note) lines.push(draft.global_note);
  return lines.join('\n');
}
