import { expect, test } from 'vitest';
import type { ActionView } from '../../lib/protocol.gen';
import { commandLine } from './command-line';

const action = (...argv: string[]) => ({ argv, directory: '/', digest: '' }) as ActionView;

test('a plain command is shown as it would be typed', () => {
  expect(commandLine(action('git', 'push', '--force-with-lease', 'origin'))).toBe(
    'git push --force-with-lease origin',
  );
});

test('an argument that a shell would read differently is quoted', () => {
  expect(commandLine(action('sh', '-c', "echo it's; rm *", ''))).toBe(
    String.raw`sh -c 'echo it'\''s; rm *' ''`,
  );
});

test('odd characters are spelled out', () => {
  const odd = { ...action('ls', 'a\rb'), shown: { 'a\rb': 'a<CR>b' } };
  expect(commandLine(odd)).toBe("ls 'a<CR>b'");
});
