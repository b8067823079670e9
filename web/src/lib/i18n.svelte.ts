// Text for people, from the catalogues that the terminal and the command line use too.
import { FluentBundle, FluentResource } from '@fluent/bundle';
import type { MessageKey } from './keys.gen';

/** Numbers and dates come formatted; a bare number only selects a plural. */
export type Args = Record<string, string | number>;

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

const sources: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('virtual:locale/en'),
  zh: () => import('virtual:locale/zh'),
};

let bundle = $state.raw<FluentBundle | null>(null);
let current = $state<Language>('en');

export function language(): Language {
  return current;
}

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}

export function makeBundle(code: Language, source: string): FluentBundle {
  // Isolation marks would end up in text that people copy.
  const made = new FluentBundle(code, { useIsolating: false });
  made.addResource(new FluentResource(source));
  return made;
}

/** Switches the whole page; resolves when the texts are there. */
export async function speak(code: string): Promise<void> {
  const wanted = isLanguage(code) ? code : 'en';
  if (bundle && wanted === current) return;
  const { default: source } = await sources[wanted]();
  bundle = makeBundle(wanted, source);
  current = wanted;
  document.documentElement.lang = wanted;
}

export function t(key: MessageKey, args?: Args): string {
  const message = bundle?.getMessage(key);
  if (!bundle || !message?.value) return key;
  return bundle.formatPattern(message.value, args);
}

type Dashed<Code extends string> = Code extends `${infer Head}_${infer Tail}`
  ? `${Head}-${Dashed<Tail>}`
  : Code;

/** The name of one of the hub's words. A word without a message in the catalogues does not compile. */
export function nameOf<Family extends string, Word extends string>(
  family: Family,
  word: Word & ([`${Family}-${Dashed<Word>}`] extends [MessageKey] ? unknown : never),
): string {
  return named(family, word);
}

/** A message named after a code from an open list; unknown codes are shown as they are. */
export function named(family: string, code: string): string {
  return coded(family, code) ?? code;
}

/** Like `named`, with values to fill in; undefined for a code without a message. */
export function coded(family: string, code: string, args?: Args): string | undefined {
  const message = bundle?.getMessage(`${family}-${code.replaceAll('_', '-')}`);
  return bundle && message?.value ? bundle.formatPattern(message.value, args) : undefined;
}
