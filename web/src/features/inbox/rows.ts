// Which rows the list shows, and in which order.
import { isPending, secondsLeft, type Row } from '../../lib/portal';

export interface Groups {
  needsYou: Row[];
  recent: Row[];
}

/** A question that is due within this time is listed before all others. */
export const DUE_SOON_SECONDS = 10 * 60;

/**
 * Waiting ones first: those due soon, the soonest first, then the oldest first. Then the latest
 * finished ones. The hub and the terminal list them in the same order.
 */
export function groups(rows: Iterable<Row>, recentMax: number, now: number): Groups {
  const needsYou: Row[] = [];
  const recent: Row[] = [];
  for (const row of rows) (isPending(row.summary) ? needsYou : recent).push(row);
  recent.sort((one, other) => finishedAt(other).localeCompare(finishedAt(one)));
  return {
    needsYou: inOrder(needsYou, now),
    recent: recent.slice(0, recentMax),
  };
}

function inOrder(rows: Row[], now: number): Row[] {
  const soon: Row[] = [];
  const later: Row[] = [];
  for (const row of rows) {
    const left = secondsLeft(row, now);
    (left !== null && left <= DUE_SOON_SECONDS ? soon : later).push(row);
  }
  const older = (one: Row, other: Row) => one.summary.number - other.summary.number;
  soon.sort((one, other) => compare(dueAt(one), dueAt(other)) || older(one, other));
  return [...soon, ...later.sort(older)];
}

/** By the hub's calendar, to the millisecond; these texts sort like the instants they name. */
function dueAt(row: Row): string {
  return row.summary.deadline_at ?? '';
}

function finishedAt(row: Row): string {
  return row.summary.completed_at ?? '';
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The rows in an order that was seen before; those that were not there then follow. */
export function steady(rows: Row[], seen: readonly string[]): Row[] {
  const place = new Map(seen.map((id, at) => [id, at]));
  const at = (row: Row) => place.get(row.summary.session_id) ?? seen.length;
  return rows.toSorted((one, other) => at(one) - at(other));
}

/** The question before or after `id` among those that wait; the first one when `id` is none. */
export function neighbour(needsYou: Row[], id: string | null, step: 1 | -1): string | null {
  if (needsYou.length === 0) return null;
  const at = needsYou.findIndex((row) => row.summary.session_id === id);
  const next = at === -1 ? 0 : (at + step + needsYou.length) % needsYou.length;
  return needsYou[next]?.summary.session_id ?? null;
}
