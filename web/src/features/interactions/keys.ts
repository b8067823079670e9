// The keys of a question. None acts on an option while a text field has focus or an IME composes.
import type { OptionView } from '../../lib/protocol.gen';
import { leaveField } from './focus';

export interface CardActions {
  options: OptionView[];
  pick: (id: string) => void;
  submit: () => void;
  recommended: () => void;
  /** None of the options will do. */
  none: () => void;
}

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox'].includes(target.type);
  return ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

export function composes(event: KeyboardEvent): boolean {
  // Safari reports the Enter that ends a composition with the old code only.
  return event.isComposing || event.keyCode === 229;
}

export function cardKeys(event: KeyboardEvent, card: HTMLElement, actions: CardActions): void {
  if (composes(event) || document.querySelector('dialog[open]')) return;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    actions.submit();
    return;
  }
  if (event.key === 'Escape' && isTextField(event.target)) {
    leaveField(event.target as HTMLElement);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
  if (actOnOptions(event, card, actions)) event.preventDefault();
}

export interface VerdictActions {
  approve: () => void;
  deny: () => void;
  note: () => void;
}

/** The keys of a question that two buttons answer. */
export function verdictKeys(event: KeyboardEvent, actions: VerdictActions): void {
  if (composes(event) || document.querySelector('dialog[open]')) return;
  if (event.key === 'Escape' && isTextField(event.target)) {
    leaveField(event.target as HTMLElement);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
  const act = { a: actions.approve, d: actions.deny, n: actions.note, N: actions.note }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function actOnOptions(event: KeyboardEvent, card: HTMLElement, actions: CardActions): boolean {
  const rows = [...card.querySelectorAll<HTMLElement>('[data-option]')];
  const inputs = rows.map((row) => row.querySelector<HTMLInputElement>('label input'));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const focus = (index: number) => {
    if (inputs.length === 0) return false;
    inputs[(index + inputs.length) % inputs.length]?.focus();
    return true;
  };
  switch (event.key) {
    case 'j':
    case 'ArrowDown':
      return focus(at + 1);
    case 'k':
    case 'ArrowUp':
      return focus(at === -1 ? -1 : at - 1);
    case 'Home':
      return at !== -1 && focus(0);
    case 'End':
      return at !== -1 && focus(-1);
    case 'Enter': {
      const row = rows[at];
      if (!row || !(document.activeElement instanceof HTMLInputElement)) return false;
      actions.pick(row.dataset.option ?? '');
      return true;
    }
    case 'n':
      return at !== -1 && openNote(rows[at]);
    case 'N':
      return focusField(card, 'global-note');
    case 'o':
      return focusField(card, 'text');
    case 'r':
      actions.recommended();
      return true;
    case '0':
      actions.none();
      return true;
  }
  return pickByDigit(event, inputs, rows, actions);
}

function pickByDigit(
  event: KeyboardEvent,
  inputs: (HTMLInputElement | null)[],
  rows: HTMLElement[],
  actions: CardActions,
): boolean {
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const id = rows[digit - 1]?.dataset.option;
  if (digit === 0 || id === undefined) return false;
  inputs[digit - 1]?.focus();
  actions.pick(id);
  return true;
}

function openNote(row: HTMLElement | undefined): boolean {
  const field = row?.querySelector<HTMLTextAreaElement>('[data-role=note]');
  if (field) {
    field.focus();
    return true;
  }
  const toggle = row?.querySelector<HTMLButtonElement>('[data-role=note-toggle]');
  toggle?.click();
  return toggle !== null && toggle !== undefined;
}

function focusField(card: HTMLElement, role: string): boolean {
  const field = card.querySelector<HTMLElement>(`[data-role=${role}]`);
  // What is folded away is a button that opens it.
  if (field instanceof HTMLButtonElement) field.click();
  else field?.focus();
  return field !== null;
}
