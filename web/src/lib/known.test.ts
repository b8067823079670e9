import { expect, test } from 'vitest';
import { read } from './known';

test('a live message of this protocol is read', () => {
  expect(read('{"type":"resync"}')).toEqual({ type: 'resync' });
  const changed = {
    type: 'removed',
    seq: 3,
    subject: { kind: 'interaction', session_id: 'a' },
  };
  expect(read(JSON.stringify(changed))).toEqual(changed);
});

test('a live message of a newer hub is reported as unknown', () => {
  for (const text of [
    '{"type":"weather"}',
    '{"type":"toString"}',
    '{"type":"changed","seq":1,"event":"begun","subject":{"kind":"planet","planet":{}}}',
    '{"type":"removed","seq":1}',
    '{"seq":1}',
    'null',
    '7',
    '{',
  ]) {
    expect(read(text), text).toBeNull();
  }
});
