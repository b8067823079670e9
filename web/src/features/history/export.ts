// The decision log as a file: JSON for programs, CSV for tables, Markdown for people.
import type { InteractionDetail } from '../../lib/protocol.gen';
import { safe } from '../../lib/shown';

export type Format = 'json' | 'csv' | 'md';

export const TYPES: Record<Format, string> = {
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
  md: 'text/markdown;charset=utf-8',
};

export function write(format: Format, details: InteractionDetail[]): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(details, null, 2)}\n`;
    case 'csv':
      return csv(details);
    case 'md':
      return details.map(markdown).join('\n');
  }
}

const COLUMNS = [
  'session_id',
  'title',
  'asker',
  'project',
  'status',
  'started_at',
  'completed_at',
  'selected_ids',
  'custom_input',
  'option_annotations',
  'global_annotation',
  'answered_by',
  'surface',
  'delivery',
] as const;

function csv(details: InteractionDetail[]): string {
  const rows = details.map((detail) => {
    const result = detail.result;
    const notes = result?.option_annotations;
    return [
      detail.session_id,
      detail.title,
      detail.asker,
      detail.project,
      detail.status,
      detail.started_at,
      detail.completed_at ?? '',
      (result?.selected_ids ?? []).join(' '),
      result?.custom_input ?? '',
      notes ? JSON.stringify(notes) : '',
      result?.global_annotation ?? '',
      result?.answered_by?.kind ?? '',
      result?.answered_by?.surface ?? '',
      detail.delivery,
    ];
  });
  return [[...COLUMNS], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  // A spreadsheet must not take an agent's text for a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function markdown(detail: InteractionDetail): string {
  const result = detail.result;
  const chosen = detail.question.options.filter((option) =>
    result?.selected_ids?.includes(option.id),
  );
  const lines = [
    `## ${safe(detail, 'title')}`,
    '',
    `- ${safe(detail, 'asker')} · ${safe(detail, 'project')} · ${detail.started_at}`,
    `- ${detail.status}${detail.completed_at ? ` · ${detail.completed_at}` : ''}`,
  ];
  for (const option of chosen) {
    const note = result?.option_annotations?.[option.id];
    lines.push(`- **${safe(option, 'label')}**${note ? `: ${note}` : ''}`);
  }
  if (result?.custom_input) lines.push('', quote(result.custom_input));
  if (result?.global_annotation) lines.push('', quote(result.global_annotation));
  lines.push('', quote(detail.question.prompt), '');
  return lines.join('\n');
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
