// Reads what the hub says. A page that was loaded from an older hub meets messages it does not know.
import type { ChangedSubject, RemovedSubject, ServerMessage } from './protocol.gen';

const TYPES: Record<ServerMessage['type'], true> = {
  snapshot: true,
  changed: true,
  removed: true,
  draft_changed: true,
  asker_changed: true,
  settings_changed: true,
  clock: true,
  resync: true,
  output: true,
  output_resync: true,
  output_ended: true,
  refused: true,
};

const SUBJECTS: Record<ChangedSubject['kind'] | RemovedSubject['kind'], true> = {
  interaction: true,
  thread: true,
  task: true,
};

/** The message, or `null` when this page does not know it. */
export function read(text: string): ServerMessage | null {
  const message = parsed(text);
  if (typeof message !== 'object' || message === null) return null;
  const { type, subject } = message as { type?: unknown; subject?: { kind?: unknown } | null };
  if (!isOneOf(TYPES, type)) return null;
  if ((type === 'changed' || type === 'removed') && !isOneOf(SUBJECTS, subject?.kind)) return null;
  return message as ServerMessage;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isOneOf<K extends string>(known: Record<K, true>, name: unknown): name is K {
  return typeof name === 'string' && Object.hasOwn(known, name);
}
