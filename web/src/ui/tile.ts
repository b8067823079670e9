// What an agent's tile shows. The same name has the same tile everywhere and always.

/** Colours that people know the common agents by. */
const KNOWN_HUES: Record<string, number> = {
  'Claude Code': 45,
  Codex: 165,
  'Gemini CLI': 260,
  Cursor: 310,
  opencode: 95,
  Goose: 20,
};

export function letters(name: string): string {
  const [first = '', second = ''] = [...name.trim()];
  return first + second;
}

export function hueOf(name: string): number {
  const known = KNOWN_HUES[name];
  if (known !== undefined) return known;
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}
