// Keys that work everywhere. Those of a question are in its own feature.
export type AppAction = 'help' | 'search' | 'next' | 'previous';

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
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as Partial<HTMLElement & HTMLInputElement> | null;
  const types = ['INPUT', 'TEXTAREA', 'SELECT'].includes(target?.tagName ?? '');
  const box = target?.type === 'radio' || target?.type === 'checkbox';
  if (types && !box) return null;
  if (target?.closest?.('dialog')) return null;
  return KEYS[event.key] ?? null;
}
