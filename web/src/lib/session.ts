// The origin-held half of the session. The other half is a cookie that scripts cannot read.
const KEY = 'sayso-key';

export function storedKey(): string | null {
  return localStorage.getItem(KEY);
}

export function keepKey(key: string): void {
  localStorage.setItem(KEY, key);
}

export function forgetKey(): void {
  localStorage.removeItem(KEY);
}

/** Takes the one-time code out of the address, so that neither bar nor history keeps it. */
export function takeCode(location: Location, history: History): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('c');
  if (code) history.replaceState(null, '', location.pathname);
  return code;
}
