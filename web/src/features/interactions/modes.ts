// What each selection mode looks like. Rules are the hub's; this only chooses the controls.
import type { QuestionView } from '../../lib/protocol.gen';
import { unreachable } from '../../lib/unreachable';

export interface Controls {
  /** One of many, or any number; `null` without options. */
  options: 'radio' | 'checkbox' | null;
  text: boolean;
  /** Whether a choice can be taken back to none. */
  clearable: boolean;
}

export function controls(question: QuestionView): Controls {
  // What is answered are its fields.
  if (question.kind === 'form') return { options: null, text: false, clearable: true };
  const several = question.max_selections > 1;
  const clearable = question.min_selections === 0;
  switch (question.selection_mode) {
    case 'single':
      return { options: 'radio', text: false, clearable };
    case 'multi':
      return { options: 'checkbox', text: false, clearable };
    case 'text_input':
      return { options: null, text: true, clearable };
    case 'hybrid':
      return { options: several ? 'checkbox' : 'radio', text: true, clearable };
    default:
      return unreachable(question.selection_mode);
  }
}

/** The selection after all of the listed options were ticked or cleared; a filter hides the others. */
export function withAll(selected: string[], listed: string[]): string[] {
  return [...selected, ...listed.filter((id) => !selected.includes(id))];
}

export function withNone(selected: string[], listed: string[]): string[] {
  return selected.filter((id) => !listed.includes(id));
}

/** The selection after `id` was clicked. */
export function toggled(kind: 'radio' | 'checkbox', selected: string[], id: string): string[] {
  if (kind === 'radio') return [id];
  return selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];
}
