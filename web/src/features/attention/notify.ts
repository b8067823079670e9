// When to disturb the person. The settings say; this only looks at the page.
import type { InteractionSummary } from '../../lib/protocol.gen';

export type Trigger = 'always' | 'tab_switch' | 'focus_lost';

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
    case 'tab_switch':
      return !gaze.visible;
    case 'focus_lost':
      return !gaze.visible || !gaze.focused;
  }
}

export type Notice = 'new' | 'upcoming' | 'timeout';

/** The settings that decide whether a person is disturbed. */
export interface Preferences {
  notify_new: boolean;
  notify_upcoming: boolean;
  notify_timeout: boolean;
  notify_sound: boolean;
  notify_trigger: Trigger;
}

/** Whether a notice appears, and whether it can be heard. `onScreen`: they look at the question. */
export function disturbance(
  notice: Notice,
  preferences: Preferences,
  gaze: Gaze,
  onScreen: boolean,
): { appears: boolean; sounds: boolean } {
  const wanted = {
    new: preferences.notify_new,
    upcoming: preferences.notify_upcoming,
    timeout: preferences.notify_timeout,
  }[notice];
  // Deadline notices appear whenever the window is not focused, regardless of the trigger
  // setting.
  const looksAway = notice !== 'new' && !gaze.focused;
  const may = mayAppear(preferences.notify_trigger, gaze) || looksAway;
  const appears = wanted && may && !onScreen;
  return { appears, sounds: appears && preferences.notify_sound };
}

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
