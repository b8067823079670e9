// Where the keyboard is. Focus that the person has put somewhere else is never taken.

/** Whether nothing has the focus, or only the pane in which a question is about to appear. */
function isFree(): boolean {
  const holder = document.activeElement;
  return holder === null || holder === document.body || holder.tagName === 'MAIN';
}

/** Focuses an element as it appears, if nothing else has the focus. */
export function focusIfFree(element: HTMLElement): void {
  if (isFree()) element.focus({ preventScroll: true });
}

/** Leaves a text field for the option it belongs to, else for the question around it. */
export function leaveField(field: HTMLElement): void {
  const option = field.closest('[data-option]')?.querySelector<HTMLElement>('label input');
  const around = option ?? field.closest<HTMLElement>('article');
  if (around) around.focus({ preventScroll: true });
  else field.blur();
}
