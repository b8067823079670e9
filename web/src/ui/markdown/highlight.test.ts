import { expect, test } from 'vitest';
import { highlight } from './highlight';

test('highlight splits code into pieces that join to the same text', () => {
  const code = 'let x = "<b>&amp;"; // <script>';
  const pieces = highlight('rust', code);
  expect(pieces?.map((piece) => piece.text).join('')).toBe(code);
  expect(pieces?.find((piece) => piece.scope === 'string')?.text).toBe('"<b>&amp;"');
  expect(pieces?.find((piece) => piece.scope === 'keyword')?.text).toBe('let');
});

test('highlight leaves unknown languages and very long code plain', () => {
  expect(highlight('klingon', 'x')).toBe(null);
  expect(highlight('rust', 'x'.repeat(50_001))).toBe(null);
});
