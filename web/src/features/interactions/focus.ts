// Where the keyboard starts. Focus that the person has put somewhere else is never taken.

/** Focuses an element as it appears, if nothing else has the focus. */
export function focusIfFree(element: HTMLElement): void {
  const holder = document.activeElement;
  if (holder === null || holder === document.body) element.focus({ preventScroll: true });
}
