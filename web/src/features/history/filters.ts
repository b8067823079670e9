// What the history can be narrowed by. The hub narrows; this knows what there is to choose from.
import type { InteractionSummary } from '../../lib/protocol.gen';

export const FIELDS = ['asker', 'project', 'status'] as const;
export type Field = (typeof FIELDS)[number];

export type Filters = Record<Field, string>;
/** Every value met so far, by field. */
export type Known = Record<Field, string[]>;

export const NONE: Filters = { asker: '', project: '', status: '' };
export const NOTHING_KNOWN: Known = { asker: [], project: [], status: [] };

export function learn(known: Known, rows: InteractionSummary[]): Known {
  const merged = (field: Field) =>
    [...new Set([...known[field], ...rows.map((row) => row[field])])].sort((one, other) =>
      one.localeCompare(other),
    );
  return { asker: merged('asker'), project: merged('project'), status: merged('status') };
}
