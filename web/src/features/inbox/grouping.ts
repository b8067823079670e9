// The waiting questions in one list, or under the name of what they have in common.
import type { Row } from '../../lib/portal';
import { safe } from '../../lib/shown';

export const GROUPINGS = ['none', 'project', 'agent'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface RowGroup {
  /** Empty where there is nothing to name. */
  name: string;
  rows: Row[];
}

export function asGrouping(text: string | null): Grouping {
  return GROUPINGS.find((known) => known === text) ?? 'none';
}

/** The groups in the order of their most urgent question; within a group the order stays. */
export function grouped(rows: Row[], by: Grouping): RowGroup[] {
  if (by === 'none') return [{ name: '', rows }];
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const name = safe(row.summary, by === 'project' ? 'project' : 'agent');
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return [...found].map(([name, rows]) => ({ name, rows }));
}

export function matching(rows: Row[], search: string): Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter(({ summary }) =>
    [safe(summary, 'title'), safe(summary, 'agent'), safe(summary, 'project')].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}
