// Code colours as plain pieces of text. The highlighter's own HTML is never used.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, definition] of Object.entries(languages)) hljs.registerLanguage(name, definition);

export interface Piece {
  scope: string | null;
  text: string;
}

/** A node of the highlighter's tree, which it builds before it writes any HTML. */
type Node = string | { scope?: string; children: Node[] };

/** Larger blocks stay plain: colours are not worth a page that stutters. */
const CHARS_MAX = 50_000;

export function highlight(language: string, text: string): Piece[] | null {
  if (text.length > CHARS_MAX || !hljs.getLanguage(language)) return null;
  const result = hljs.highlight(text, { language, ignoreIllegals: true });
  const emitter = result._emitter as unknown as { rootNode: Node };
  const pieces: Piece[] = [];
  collect(emitter.rootNode, null, pieces);
  return pieces;
}

function collect(node: Node, scope: string | null, pieces: Piece[]): void {
  if (typeof node === 'string') {
    pieces.push({ scope, text: node });
    return;
  }
  // `title.function` counts as `title`; embedded languages have no separate colour.
  const own = node.scope?.split('.')[0]?.split(':')[0];
  for (const child of node.children) collect(child, own ?? scope, pieces);
}
