// The colour of a status.
import type { InteractionStatus } from '../lib/protocol.gen';

export type StatusTone = 'needs-you' | 'done' | 'stopped';

export const TONES: Record<InteractionStatus, StatusTone> = {
  pending: 'needs-you',
  submitted: 'done',
  auto_submitted: 'done',
  cancelled: 'stopped',
  timeout: 'stopped',
};
