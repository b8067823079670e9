// The number waiting, in the tab.
export function title(waiting: number, question: string | null): string {
  const count = waiting > 0 ? `(${waiting}) ` : '';
  return question ? `${count}${question} · sayso` : `${count}sayso`;
}

export function favicon(waiting: number): string {
  const bubble =
    '<path d="M5 15.2V4h15v11.2h-5.4L9.6 20.8 5.4 16.6" fill="#eef3fb" stroke="#2a5fb0" stroke-width="1.8" stroke-linejoin="round"/>';
  const count = waiting > 99 ? '99' : String(waiting);
  const badge =
    waiting > 0
      ? `<circle cx="17" cy="8" r="7" fill="#9a5b00"/><text x="17" y="11.4" font-family="sans-serif" font-size="9.5" font-weight="700" text-anchor="middle" fill="#fff">${count}</text>`
      : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${bubble}${badge}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
