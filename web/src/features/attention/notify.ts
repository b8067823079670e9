// When to disturb the person. The settings say; this only looks at the page.
import type { InteractionSummary } from '../../lib/protocol.gen';

export type Trigger = 'always' | 'background' | 'tab_switch' | 'focus_lost';

export interface Gaze {
  /** The tab is the visible one of its window. */
  visible: boolean;
  /** The window has the keyboard. */
  focused: boolean;
}

/** Whether a notice may appear while the person looks there. */
export function mayAppear(trigger: Trigger, gaze: Gaze): boolean {
  switch (trigger) {
    case 'always':
      return true;
    case 'background':
      return !gaze.visible && !gaze.focused;
    case 'tab_switch':
      return !gaze.visible;
    case 'focus_lost':
      return !gaze.visible || !gaze.focused;
  }
}

export type Notice = 'new' | 'upcoming' | 'timeout';

/** Which notices a question is due, given what it has had. */
export function due(
  summary: InteractionSummary,
  left: number | null,
  upcomingSeconds: number,
  had: ReadonlySet<Notice>,
): Notice | null {
  if (summary.status === 'timeout') return had.has('timeout') ? null : 'timeout';
  if (summary.status !== 'pending') return null;
  if (!had.has('new')) return 'new';
  const soon = left !== null && left > 0 && left <= upcomingSeconds;
  return soon && !had.has('upcoming') ? 'upcoming' : null;
}
