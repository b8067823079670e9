import { expect, test } from 'vitest';
import { applyTheme } from './theme';

test('the page uses the theme of the settings', () => {
  const page = { dataset: {} } as HTMLElement;
  applyTheme(page, 'dark');
  expect(page.dataset.theme).toBe('dark');
  applyTheme(page, undefined);
  expect(page.dataset.theme).toBe('system');
});
