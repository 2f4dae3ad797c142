import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A stylesheet that no page uses would go unnoticed; one that a page uses twice would cost bytes. */
test('each stylesheet is in every page, or one that a screen names', () => {
  const getImports = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, path]) => path ?? []);
  const site = getImports(readFileSync('app/ui/styles/site.css', 'utf8'), /@import "([^"]+)"/g);
  const named = getImports(readFileSync('app/stylesheets.server.ts', 'utf8'), /from '~\/(.*\.css)\?inline'/g);
  const used = [...site.map((path) => join('ui/styles', path)), ...named];
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(used.sort()).toEqual(files.sort());
});

/** A misspelt custom property fails silently: the rule is then as if it were not there. */
test('each custom property is a word, and set where it is used', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx?)$/.test(file));
  const sources = files.map((file) => readFileSync(join('app', file), 'utf8')).join('\n');
  const namesIn = (pattern: RegExp) => new Set([...sources.matchAll(pattern)].map(([, name = '']) => name));
  const set = namesIn(/[^\w-](--[\w-]+)['"]?:/g);
  const used = namesIn(/var\((--[\w-]+)/g);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
  expect([...set].filter((name) => !/^--[a-z-]{3,}$/.test(name))).toEqual([]);
});
