import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A stylesheet that no page uses would go unnoticed; one that a page uses twice would cost bytes. */
test('each stylesheet is in every page, or one that a screen names', () => {
  const importsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, path]) => path ?? []);
  const site = importsOf(readFileSync('app/ui/styles/site.css', 'utf8'), /@import "([^"]+)"/g);
  const named = importsOf(readFileSync('app/stylesheets.server.ts', 'utf8'), /from '~\/(.*\.css)\?inline'/g);
  const used = [...site.map((path) => join('ui/styles', path)), ...named];
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(used.sort()).toEqual(files.sort());
});
