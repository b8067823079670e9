// The history as a file. The hub writes it, part by part; here it is put together and saved.
import { api, type ListQuery } from '../../lib/api';
import type { ExportFormat } from '../../lib/protocol.gen';

export const FORMATS: ExportFormat[] = ['json', 'csv', 'markdown'];

const FILES: Record<ExportFormat, { name: string; type: string }> = {
  json: { name: 'sayso-history.json', type: 'application/json' },
  csv: { name: 'sayso-history.csv', type: 'text/csv;charset=utf-8' },
  markdown: { name: 'sayso-history.md', type: 'text/markdown;charset=utf-8' },
};

/** Saves what `query` finds; it is asked for the query of each part, by its cursor. */
export async function save(
  format: ExportFormat,
  query: (cursor: string | undefined) => ListQuery,
): Promise<void> {
  const { name, type } = FILES[format];
  download(name, new Blob(await parts(format, query), { type }));
}

export async function parts(
  format: ExportFormat,
  query: (cursor: string | undefined) => ListQuery,
  fetchPart = api.export,
): Promise<string[]> {
  const texts: string[] = [];
  let next: string | undefined;
  do {
    const { limit: _all, ...wanted } = query(next);
    const part = await fetchPart(format, wanted);
    texts.push(part.text);
    next = part.next_cursor;
  } while (next !== undefined);
  return texts;
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
