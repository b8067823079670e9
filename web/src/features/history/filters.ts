// What the history can be narrowed by. The hub narrows; this knows what there is to choose from.
import type { InteractionSummary } from '../../lib/protocol.gen';

export const FIELDS = ['asker', 'project', 'status'] as const;
export type Field = (typeof FIELDS)[number];

export type Filters = Record<Field, string>;
/** Every value met so far, by field. */
export type Known = Record<Field, string[]>;

export const NOTHING_KNOWN: Known = { asker: [], project: [], status: [] };

export function learn(known: Known, rows: InteractionSummary[]): Known {
  const merged = (field: Field) =>
    [...new Set([...known[field], ...rows.map((row) => row[field])])].sort((one, other) =>
      one.localeCompare(other),
    );
  return { asker: merged('asker'), project: merged('project'), status: merged('status') };
}

/** The filters that an address names. */
export function fromAddress(query: URLSearchParams): Filters {
  const named = (field: Field) => query.get(field) ?? '';
  return { asker: named('asker'), project: named('project'), status: named('status') };
}

/** What can be chosen; what is chosen is among it even where no row has shown it yet. */
export function withChosen(known: string[], chosen: string): string[] {
  return chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
}
