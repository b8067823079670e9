import { expect, test } from 'vitest';
import { origin } from './shown';
import { summary } from './summary.fixture';

test('an agent without a project is named alone', () => {
  expect(origin(summary({ asker: 'codex', project: 'shop' }))).toEqual(['codex', 'shop']);
  expect(origin(summary({ asker: 'sayso', project: '' }))).toEqual(['sayso']);
});
