// Which rows the list shows, and in which order.
import { isPending, type Row } from '../../lib/portal';
import type { ListFilter } from '../../lib/protocol.gen';

export interface Groups {
  needsYou: Row[];
  recent: Row[];
}

/** Waiting ones in the order they were asked, then the latest finished ones. */
export function groups(rows: Iterable<Row>, filter: ListFilter, recentMax: number): Groups {
  const needsYou: Row[] = [];
  const recent: Row[] = [];
  for (const row of rows) (isPending(row.summary) ? needsYou : recent).push(row);
  needsYou.sort((one, other) => one.summary.number - other.summary.number);
  recent.sort((one, other) => finishedAt(other).localeCompare(finishedAt(one)));
  return {
    needsYou: filter === 'completed' ? [] : needsYou,
    recent: filter === 'active' ? [] : recent.slice(0, recentMax),
  };
}

function finishedAt(row: Row): string {
  return row.summary.completed_at ?? '';
}

/** The question before or after `id` among those that wait; the first one when `id` is none. */
export function neighbour(needsYou: Row[], id: string | null, step: 1 | -1): string | null {
  if (needsYou.length === 0) return null;
  const at = needsYou.findIndex((row) => row.summary.session_id === id);
  const next = at === -1 ? 0 : (at + step + needsYou.length) % needsYou.length;
  return needsYou[next]?.summary.session_id ?? null;
}
