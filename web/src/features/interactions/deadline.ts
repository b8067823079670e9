// What the end of the time brings about, said beforehand.
import { t } from '../../lib/i18n.svelte';
import type { InteractionSummary } from '../../lib/protocol.gen';
import { safe } from '../../lib/shown';

const AT_ZERO = {
  times_out: 'web-at-zero-told',
  default_is_sent: 'web-at-zero-default',
} as const;

/** Nothing without a deadline. */
export function atZero(summary: InteractionSummary): string {
  if (!summary.at_deadline) return '';
  return t(AT_ZERO[summary.at_deadline], { agent: safe(summary, 'agent') });
}
