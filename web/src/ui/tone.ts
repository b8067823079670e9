// The colour of a status.
export type StatusTone = 'needs-you' | 'done' | 'stopped';

export function tone(status: string): StatusTone {
  if (status === 'pending') return 'needs-you';
  return status === 'submitted' || status === 'auto_submitted' ? 'done' : 'stopped';
}
