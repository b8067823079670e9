// Keys that work everywhere. Those of a question are in its own feature.
export type AppAction = 'help' | 'search' | 'next' | 'previous';

/** After a `g`, the second key says where to. */
const PLACES: Record<string, string> = { i: '/', h: '/history', s: '/settings' };
const SECOND_KEY_MS = 1500;

const KEYS: Record<string, AppAction> = {
  '?': 'help',
  '/': 'search',
  ']': 'next',
  '[': 'previous',
};

interface Stroke {
  key: string;
  isComposing: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: EventTarget | null;
}

/** What a key asks for; nothing while the person types, composes or answers a dialog. */
export function appKey(event: Stroke): AppAction | null {
  return isCommand(event) ? (KEYS[event.key] ?? null) : null;
}

/** Two keys that lead to a place: `g` and, soon after, the place's own. */
export class GoKeys {
  #since: number | null = null;

  /** Returns the address once the second key has come. `now` is in milliseconds. */
  press(event: Stroke, now: number): string | null {
    const waiting = this.#since !== null && now - this.#since <= SECOND_KEY_MS;
    this.#since = null;
    if (!isCommand(event)) return null;
    if (waiting) return PLACES[event.key] ?? null;
    if (event.key === 'g') this.#since = now;
    return null;
  }
}

function isCommand(event: Stroke): boolean {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as Partial<HTMLElement & HTMLInputElement> | null;
  const types = ['INPUT', 'TEXTAREA', 'SELECT'].includes(target?.tagName ?? '');
  const box = target?.type === 'radio' || target?.type === 'checkbox';
  if (types && !box) return false;
  return !target?.closest?.('dialog');
}
