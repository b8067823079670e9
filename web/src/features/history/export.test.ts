import { expect, test } from 'vitest';
import { detail, summary } from '../../lib/summary.fixture';
import { write } from './export';
import { learn, NOTHING_KNOWN } from './filters';

const decided = detail({
  title: '=cmd()',
  status: 'submitted',
  completed_at: '2026-11-15T10:01:00.000Z',
  delivery: 'delivered',
  result: {
    kind: 'choice',
    session_id: 'id',
    action_status: 'selected',
    selected_ids: ['b'],
    option_annotations: { b: 'a "quoted", note' },
    global_annotation: 'two\nlines',
    answered_by: { kind: 'person', surface: 'web', at: '2026-11-15T10:01:00.000Z' },
  },
});

test('JSON is what the hub has', () => {
  expect(JSON.parse(write('json', [decided]))).toEqual([decided]);
});

test('CSV quotes, and never gives a spreadsheet a formula', () => {
  const lines = write('csv', [decided]).split('\r\n');
  expect(lines[1]).toBe(
    `id,'=cmd(),claude-code,shop,submitted,2026-11-15T10:00:00.000Z,2026-11-15T10:01:00.000Z,b,,` +
      `"{""b"":""a \\""quoted\\"", note""}","two\nlines",person,web,delivered`,
  );
  expect(lines.at(-1)).toBe('');
});

test('Markdown reads like a log', () => {
  expect(write('md', [decided])).toBe(
    '## =cmd()\n\n- claude-code · shop · 2026-11-15T10:00:00.000Z\n' +
      '- submitted · 2026-11-15T10:01:00.000Z\n- **B<U+202E>**: a "quoted", note\n\n' +
      '> two\n> lines\n\n> one\n> two\n',
  );
});

test('filters offer what was met so far', () => {
  const known = learn(NOTHING_KNOWN, [
    summary({ asker: 'codex' }),
    summary({ status: 'cancelled' }),
  ]);
  expect(learn(known, [summary({ asker: 'ci' })])).toEqual({
    asker: ['ci', 'claude-code', 'codex'],
    project: ['shop'],
    status: ['cancelled', 'pending'],
  });
});
