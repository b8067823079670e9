import { expect, test } from 'vitest';
import { origin } from './shown';
import { summary } from './summary.fixture';

test('a question without a project shows only the name of its agent', () => {
  expect(origin(summary({ agent: 'codex', project: 'shop' }))).toEqual(['codex', 'shop']);
  expect(origin(summary({ agent: 'sayso', project: '' }))).toEqual(['sayso']);
});
