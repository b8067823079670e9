// Addresses of the portal. Links are plain anchors; only unmodified clicks stay in the page.
export type Route =
  | { page: 'inbox' }
  | { page: 'choice'; id: string }
  | { page: 'history' }
  | { page: 'settings' }
  | { page: 'login' }
  | { page: 'unknown' };

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

export const router = {
  get route(): Route {
    return current;
  },
  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path);
    current = parse(path);
  },
  /** The same place under another name; the way back does not grow. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    current = parse(path);
  },
};

addEventListener('popstate', () => (current = parse(location.pathname)));

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
  router.go(url.pathname);
});
