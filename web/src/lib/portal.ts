// What the page knows of all questions: a pure function of the hub's messages.
import type {
  ChangedSubject,
  InteractionSummary,
  RemovedSubject,
  ServerMessage,
} from './protocol.gen';
import { unreachable } from './unreachable';

/** A row with what the hub said was left, and when by the page's own steady clock. */
export interface Row {
  summary: InteractionSummary;
  leftMs: number | null;
  receivedAt: number;
}

/** The hub's time at a moment of the page's steady clock. */
export interface Clock {
  hubMs: number;
  at: number;
}

export interface Portal {
  /** The last change this page has. */
  seq: number;
  /** False until the first snapshot. */
  synced: boolean;
  rows: ReadonlyMap<string, Row>;
  /** Pending in all; the rows may be fewer. */
  pending: number;
  /** `null` until the hub has told the time. */
  clock: Clock | null;
}

/** Finished rows that are kept; a page may stay open for weeks. */
const FINISHED_MAX = 200;

export const EMPTY: Portal = { seq: 0, synced: false, rows: new Map(), pending: 0, clock: null };

export function isPending(summary: InteractionSummary): boolean {
  return summary.status === 'pending';
}

export function reduce(state: Portal, message: ServerMessage, now: number): Portal {
  switch (message.type) {
    case 'snapshot': {
      const rows = message.interactions.map((summary): [string, Row] => [
        summary.session_id,
        row(summary, now),
      ]);
      return {
        ...state,
        seq: message.seq,
        synced: true,
        rows: new Map(rows),
        pending: message.pending,
      };
    }
    case 'changed':
      if (message.seq <= state.seq) return state; // replayed after a reconnect
      return { ...withChange(state, message.subject, now), seq: message.seq };
    case 'asker_changed':
      return withRow(state, message.interaction, now);
    case 'removed':
      if (message.seq <= state.seq) return state;
      return { ...without(state, message.subject), seq: message.seq };
    case 'clock':
      return {
        ...state,
        rows: new Map(
          [...state.rows].map(([id, row]) => [id, counted(row, message.remaining_ms[id], now)]),
        ),
        clock: { hubMs: message.now_ms, at: now },
      };
    case 'draft_changed':
    case 'settings_changed':
    case 'resync':
    case 'output':
    case 'output_resync':
    case 'output_ended':
    case 'refused':
      return state;
    default:
      return unreachable(message);
  }
}

function withChange(state: Portal, subject: ChangedSubject, now: number): Portal {
  switch (subject.kind) {
    case 'interaction':
      return withRow(state, subject.interaction, now);
    // What a task needs of the person is a question too.
    case 'thread':
    case 'task':
      return state;
    default:
      return unreachable(subject);
  }
}

function without(state: Portal, subject: RemovedSubject): Portal {
  switch (subject.kind) {
    case 'interaction':
      return withoutRow(state, subject.session_id);
    case 'thread':
    case 'task':
      return state;
    default:
      return unreachable(subject);
  }
}

/** `now` is the page's steady clock: the one on its wall may be wrong. */
export function row(summary: InteractionSummary, now: number): Row {
  const left = summary.remaining_seconds;
  return { summary, leftMs: left === undefined ? null : left * 1000, receivedAt: now };
}

/** The same question again. The hub rounds up, so the same deadline must not seem further away. */
function rowAgain(summary: InteractionSummary, now: number, before: Row | undefined): Row {
  const told = row(summary, now);
  const known = secondsLeft(before, now);
  if (before === undefined || known === null || told.leftMs === null) return told;
  const gainedMs = told.leftMs - known * 1000;
  return gainedMs > 0 && gainedMs < 1000 ? { ...before, summary } : told;
}

function counted(row: Row, leftMs: number | undefined, now: number): Row {
  return leftMs === undefined ? row : { ...row, leftMs, receivedAt: now };
}

/** Seconds left of a row; `null` without a deadline. */
export function secondsLeft(row: Row | undefined, now: number): number | null {
  if (row === undefined || row.leftMs === null) return null;
  return Math.max(0, row.leftMs - (now - row.receivedAt)) / 1000;
}

/** The hub's time, counted on from when it was last told; `null` before that. */
export function hubTime(clock: Clock | null, now: number): number | null {
  return clock && clock.hubMs + (now - clock.at);
}

function withRow(state: Portal, summary: InteractionSummary, now: number): Portal {
  const before = state.rows.get(summary.session_id);
  if (before && before.summary.revision > summary.revision) return state;
  const rows = new Map(state.rows).set(summary.session_id, rowAgain(summary, now, before));
  prune(rows);
  const was = before ? isPending(before.summary) : false;
  const pending = state.pending + Number(isPending(summary)) - Number(was);
  // A question beyond the snapshot was counted without a row; the count then corrects itself.
  return { ...state, rows, pending: Math.max(pending, countPending(rows)) };
}

/** Lets the finished row that has been known longest go, once there are too many. */
function prune(rows: Map<string, Row>): void {
  if (rows.size - countPending(rows) <= FINISHED_MAX) return;
  for (const [id, row] of rows) {
    if (!isPending(row.summary)) {
      rows.delete(id);
      return;
    }
  }
}

function withoutRow(state: Portal, id: string): Portal {
  const before = state.rows.get(id);
  if (!before) return state;
  const rows = new Map(state.rows);
  rows.delete(id);
  return { ...state, rows, pending: state.pending - Number(isPending(before.summary)) };
}

function countPending(rows: ReadonlyMap<string, Row>): number {
  let count = 0;
  for (const row of rows.values()) count += Number(isPending(row.summary));
  return count;
}
