// Addresses of the portal. Links are plain anchors; only unmodified clicks stay in the page.
import { unreachable } from '../lib/unreachable';

export type Route =
  | { page: 'inbox' }
  | { page: 'choice'; id: string }
  | { page: 'history' }
  | { page: 'settings' }
  | { page: 'login' }
  | { page: 'unknown' };

/** The parts of the portal that the strip leads to. */
export type Section = 'inbox' | 'history' | 'settings';

export function sectionOf(route: Route): Section | null {
  switch (route.page) {
    case 'inbox':
    case 'choice':
      return 'inbox';
    case 'history':
    case 'settings':
      return route.page;
    case 'login':
    case 'unknown':
      return null;
    default:
      return unreachable(route);
  }
}

export function parse(path: string): Route {
  const choice = /^\/choice\/([^/]+)$/.exec(path);
  if (choice?.[1]) return { page: 'choice', id: decodeURIComponent(choice[1]) };
  switch (path) {
    case '/':
      return { page: 'inbox' };
    case '/history':
      return { page: 'history' };
    case '/settings':
      return { page: 'settings' };
    case '/login':
      return { page: 'login' };
    default:
      return { page: 'unknown' };
  }
}

let current = $state.raw<Route>(parse(location.pathname));
let query = $state.raw(new URLSearchParams(location.search));

function arrive(): void {
  current = parse(location.pathname);
  query = new URLSearchParams(location.search);
}

export const router = {
  get route(): Route {
    return current;
  },
  /** What the address says after its path: filters and searches, so that the way back knows them. */
  get query(): URLSearchParams {
    return query;
  },
  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
    arrive();
  },
  /** The same place under another name; the way back does not grow. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    arrive();
  },
  /** Writes filters of this place into its address. A value that is empty is left out. */
  filter(values: Record<string, string>): void {
    const wanted = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') wanted.delete(name);
      else wanted.set(name, value);
    }
    const text = wanted.toString();
    router.replace(location.pathname + (text === '' ? '' : `?${text}`));
  },
};

addEventListener('popstate', arrive);

addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a');
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (
    !link ||
    modified ||
    event.button !== 0 ||
    link.target !== '' ||
    link.hasAttribute('download')
  ) {
    return;
  }
  const url = new URL(link.href);
  if (url.origin !== location.origin || parse(url.pathname).page === 'unknown') return;
  event.preventDefault();
  router.go(url.pathname + url.search);
});
