import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';

// Messages of the command line and the terminal stay out of the bundle.
const SHOWN_HERE =
  /^(web|status|interface|surface|asker|delivery|setting|event|reason|problem|confirm|approval|reply|permission|tool|form|deadline)-/;

/** Gives `virtual:locale/en` the catalogue's own text, cut down to what the portal can show. */
function locales(): Plugin {
  const prefix = 'virtual:locale/';
  return {
    name: 'sayso-locales',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const language = id.slice(prefix.length + 1);
      const file = new URL(`../locales/${language}.ftl`, import.meta.url);
      this.addWatchFile(file.pathname);
      return `export default ${JSON.stringify(portalMessages(readFileSync(file, 'utf8')))}`;
    },
  };
}

function portalMessages(catalogue: string): string {
  const entries = catalogue.split(/\n(?=[a-z#\n])/);
  return entries.filter((entry) => SHOWN_HERE.test(entry)).join('\n') + '\n';
}

export default defineConfig({
  plugins: [svelte(), locales()],
  build: {
    target: 'es2022',
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  test: { include: ['src/**/*.test.ts'] },
});
