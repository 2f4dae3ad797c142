import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/** A missing or unused stylesheet would otherwise go unnoticed. */
test('the stylesheets in the folder are those that screens can name', () => {
  const union = /export type StylesheetName =([^;]+);/.exec(readFileSync('app/ui/screen-kind.ts', 'utf8'))?.[1] ?? '';
  const named = [...union.matchAll(/'([\w-]+)'/g)].flatMap(([, name]) => name ?? []);
  const there = readdirSync('app/ui/styles/sheets').map((file) => basename(file, '.css'));
  expect(named.length).toBeGreaterThan(0);
  expect(named.sort()).toEqual(there.sort());
});
