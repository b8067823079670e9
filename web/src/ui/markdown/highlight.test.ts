import { expect, test } from 'vitest';
import { highlight } from './highlight';

test('code comes in pieces whose text is the code', () => {
  const code = 'let x = "<b>&amp;"; // <script>';
  const pieces = highlight('rust', code);
  expect(pieces?.map((piece) => piece.text).join('')).toBe(code);
  expect(pieces?.find((piece) => piece.scope === 'string')?.text).toBe('"<b>&amp;"');
  expect(pieces?.find((piece) => piece.scope === 'keyword')?.text).toBe('let');
});

test('unknown languages and very long code stay plain', () => {
  expect(highlight('klingon', 'x')).toBe(null);
  expect(highlight('rust', 'x'.repeat(50_001))).toBe(null);
});
