// What of an action is folded away at first. Nothing folded counts as seen.
import type { ActionView, ActionVariable } from '../../lib/protocol.gen';

/** More would push the answer off the screen. */
export const ARGUMENTS_SHOWN = 16;
export const FILES_SHOWN = 6;
export const VARIABLES_SHOWN = 8;
export const CHARACTERS_SHOWN = 800;

export interface Fold {
  /** `arguments`, `files`, `variables`, or the text that is too long. */
  key: string;
  kind: 'arguments' | 'files' | 'variables' | 'characters';
  /** How many are not yet viewed. */
  more: number;
}

export function shownText(action: ActionView, text: string): string {
  return action.shown?.[text] ?? text;
}

/** The fold of one text, if it is long. */
export function textFold(action: ActionView, text: string): Fold | null {
  const more = [...shownText(action, text)].length - CHARACTERS_SHOWN;
  return more > 0 ? { key: `text ${text}`, kind: 'characters', more } : null;
}

/** The beginning of a long text. */
export function beginning(action: ActionView, text: string): string {
  return [...shownText(action, text)].slice(0, CHARACTERS_SHOWN).join('');
}

/** A variable as it is shown, odd characters spelled out. */
export function variableText(action: ActionView, { name, value }: ActionVariable): string {
  return `${shownText(action, name)}=${shownText(action, value)}`;
}

export function listFold(
  action: ActionView,
  kind: 'arguments' | 'files' | 'variables',
): Fold | null {
  const [all, shown] = {
    arguments: [action.argv.length, ARGUMENTS_SHOWN] as const,
    files: [action.files?.length ?? 0, FILES_SHOWN] as const,
    variables: [action.environment?.length ?? 0, VARIABLES_SHOWN] as const,
  }[kind];
  return all > shown ? { key: kind, kind, more: all - shown } : null;
}

/** How many folds have not been opened. */
export function unseen(action: ActionView, opened: ReadonlySet<string>): number {
  const paths = (action.files ?? []).map(({ path }) => path);
  const variables = (action.environment ?? []).map((variable) => variableText(action, variable));
  const texts = [...action.argv, action.directory, ...paths, ...variables];
  const folds = [
    listFold(action, 'arguments'),
    listFold(action, 'files'),
    listFold(action, 'variables'),
    ...texts.map((text) => textFold(action, text)),
  ];
  const keys = new Set(folds.flatMap((fold) => (fold ? [fold.key] : [])));
  return [...keys].filter((key) => !opened.has(key)).length;
}
