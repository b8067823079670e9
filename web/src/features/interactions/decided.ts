// Who decided a question and where, in words that are true for the person who reads them.
import { ago } from '../../lib/format';
import { nameOf, t } from '../../lib/i18n.svelte';
import type { AnsweredBy, InteractionSummary } from '../../lib/protocol.gen';
import { safe } from '../../lib/shown';
import { unreachable } from '../../lib/unreachable';

type Status = InteractionSummary['status'];

/** Follows the status: `answered · by you, web`. */
export function decidedBy(status: Status, by: AnsweredBy | undefined): string {
  if (by === undefined) return '';
  if (status === 'timeout') return t('web-by-clock');
  switch (by.kind) {
    case 'person':
      return by.surface === 'agent_terminal'
        ? t('web-by-agent-terminal')
        : t('web-by-person', { surface: place(by) });
    case 'policy':
      return t('web-by-policy');
    case 'asker':
      return t('web-by-asker');
    default:
      return unreachable(by.kind);
  }
}

function place(by: AnsweredBy): string {
  return by.surface ? nameOf('surface', by.surface) : '';
}

/** Why what was typed on this page was not sent. */
export function draftLost(status: Status, by: AnsweredBy | undefined): string {
  if (status === 'timeout' || status === 'auto_submitted') return t('web-late');
  if (by?.kind !== 'person') return t('web-lost-withdrawn');
  const where = by.surface === 'web' ? t('web-other-page') : place(by);
  return t(status === 'cancelled' ? 'web-lost-cancelled' : 'web-lost-answered', { where });
}

/** What became of the decision: whether the agent knows it, and if not, when it will. */
export function deliveryWords(
  summary: InteractionSummary,
  by: AnsweredBy | undefined,
  now: number | null,
): string {
  const agent = safe(summary, 'agent');
  if (by?.kind === 'asker') return t('web-withdrawn', { agent });
  // Its agent may have ended, or get it with the next attempt only.
  if (summary.thread_id !== undefined) return t('web-decided-task');
  if (summary.delivery === 'delivered') return t(DELIVERED[summary.status], { agent });
  if (summary.asker_state === 'disconnected' && summary.asker_left_at) {
    return t('web-saved-left', { agent, ago: ago(summary.asker_left_at, now) });
  }
  return t('web-saved', { agent });
}

const DELIVERED = {
  pending: 'web-delivered',
  submitted: 'web-delivered',
  auto_submitted: 'web-delivered-default',
  cancelled: 'web-delivered-cancelled',
  timeout: 'web-delivered-timeout',
} as const;
