// Agents' text as it may be shown. The hub says where that differs from the text itself.
import type { InteractionSummary } from './protocol.gen';

interface WithCompanions {
  shown?: Record<string, string | undefined>;
}

/** Returns the display-safe form of a field. */
export function safe<T extends WithCompanions>(of: T, field: keyof T & string): string {
  const text = of[field];
  return of.shown?.[field] ?? (typeof text === 'string' ? text : '');
}

/** Who asks, and in which project; an agent may have none. */
export function origin(summary: InteractionSummary): string[] {
  return [safe(summary, 'agent'), safe(summary, 'project')].filter((part) => part !== '');
}
