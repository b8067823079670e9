// The colours of the page, as the settings have them.
import type { SettingValue } from './protocol.gen';

/** Sets the theme where the style sheets look for it. */
export function applyTheme(page: HTMLElement, setting: SettingValue | undefined): void {
  page.dataset.theme = typeof setting === 'string' ? setting : 'system';
}
