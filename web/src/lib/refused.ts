// What the hub said no to, in the person's language; in the hub's own words for a code without one.
import { coded } from './i18n.svelte';
import type { ApiError, Problem } from './protocol.gen';

export function refused(what: ApiError | Problem | undefined): string {
  if (!what) return '';
  return coded('problem', what.code, what.args) ?? what.message;
}
