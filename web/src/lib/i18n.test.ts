import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from 'virtual:locale/en';
import zh from 'virtual:locale/zh';
import { makeBundle } from './i18n.svelte';

function say(language: 'en' | 'zh', key: string, args = {}): string {
  const bundle = makeBundle(language, language === 'en' ? en : zh);
  const pattern = bundle.getMessage(key)?.value;
  return pattern ? bundle.formatPattern(pattern, args) : `no ${key}`;
}

test('messages format plurals and variables as the terminal does', () => {
  expect(say('en', 'reason-too-few', { count: 1, min: '1' })).toBe('Choose at least 1 option.');
  expect(say('en', 'reason-too-few', { count: 2, min: '2' })).toBe('Choose at least 2 options.');
  expect(say('zh', 'reason-too-few', { count: 2, min: '2' })).toBe('请至少选择 2 项。');
  expect(say('en', 'web-ago', { span: '3 min' })).toBe('3 min ago');
});

test('the bundle has exactly the messages of the portal in both languages', () => {
  const ids = (source: string) =>
    [...source.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map((found) => found[1]);
  expect(ids(en).sort()).toEqual(ids(zh).sort());
  expect(ids(en).filter((id) => id?.startsWith('cli-'))).toEqual([]);
  const whole = readFileSync(new URL('../../../locales/en.ftl', import.meta.url), 'utf8');
  const wanted = ids(whole).filter((id) => id?.startsWith('web-') || id?.startsWith('setting-'));
  expect(ids(en)).toEqual(expect.arrayContaining(wanted));
});
