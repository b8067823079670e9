import { expect, test } from 'vitest';
import { hueOf, letters } from './tile';

test('a tile shows the first two characters of a name, whatever the script', () => {
  expect(letters('Claude Code')).toBe('Cl');
  expect(letters(' 東京 ')).toBe('東京');
  expect(letters('🦆 duck')).toBe('🦆 ');
  expect(letters('')).toBe('');
});

test('a tile has the same colour whenever its agent appears', () => {
  expect(hueOf('my-agent')).toBe(hueOf('my-agent'));
  expect(hueOf('my-agent')).not.toBe(hueOf('my-agenu'));
  expect(hueOf('')).toBe(0);
});
