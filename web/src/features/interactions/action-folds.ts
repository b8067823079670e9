// What of an action is folded away at first. Nothing folded counts as seen.
import type { ActionView } from '../../lib/protocol.gen';

/** More would push the answer off the screen. */
export const ARGUMENTS_SHOWN = 16;
export const FILES_SHOWN = 6;
export const CHARACTERS_SHOWN = 800;

export interface Fold {
  /** `arguments`, `files`, or the text that is too long. */
  key: string;
  kind: 'arguments' | 'files' | 'characters';
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

export function listFold(action: ActionView, kind: 'arguments' | 'files'): Fold | null {
  const [all, shown] =
    kind === 'arguments'
      ? [action.argv.length, ARGUMENTS_SHOWN]
      : [action.files?.length ?? 0, FILES_SHOWN];
  return all > shown ? { key: kind, kind, more: all - shown } : null;
}

/** How many folds have not been opened. */
export function unseen(action: ActionView, opened: ReadonlySet<string>): number {
  const texts = [...action.argv, action.directory, ...(action.files ?? []).map(({ path }) => path)];
  const folds = [
    listFold(action, 'arguments'),
    listFold(action, 'files'),
    ...texts.map((text) => textFold(action, text)),
  ];
  const keys = new Set(folds.flatMap((fold) => (fold ? [fold.key] : [])));
  return [...keys].filter((key) => !opened.has(key)).length;
}
