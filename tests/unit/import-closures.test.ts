import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Modules of the project that each file imports as values; types are gone when the code runs. */
const imports = new Map<string, readonly string[]>();

const folders: Readonly<Record<string, string>> = { '~': 'app', '~db': 'db' };

function resolve(from: string, specifier: string): string | null {
  const [first = '', ...rest] = specifier.replace(/\?.*$/, '').split('/');
  const path = first.startsWith('.') ? join(dirname(from), first, ...rest) : join(folders[first] ?? '', ...rest);
  if (!first.startsWith('.') && folders[first] === undefined) return null;
  const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts'];
  return (
    endings.map((ending) => path + ending).find((file) => /\.(?:tsx?|mjs)$/.test(file) && existsSync(file)) ?? null
  );
}

const hasValues = (names: string): boolean =>
  !/^\{[^}]*\}$/.test(names) ||
  names
    .slice(1, -1)
    .split(',')
    .some((name) => name.trim() !== '' && !name.trim().startsWith('type '));

function findImports(file: string): readonly string[] {
  const cached = imports.get(file);
  if (cached) return cached;
  const text = readFileSync(file, 'utf8');
  const named = text.matchAll(/^(?:import|export)\s+(?!type\s)([\w*${}\s,]+?)\s+from\s+'([^']+)';/gm);
  const specifiers = [
    ...[...named].flatMap(([, names = '', specifier = '']) => (hasValues(names) ? [specifier] : [])),
    ...[...text.matchAll(/^import\s+'([^']+)';|\bimport\(\s*'([^']+)'/gm)].map(([, only, lazy]) => only ?? lazy ?? ''),
  ];
  const found = specifiers.flatMap((specifier) => resolve(file, specifier) ?? []);
  imports.set(file, found);
  return found;
}

/** The files that these import, followed to the end, and themselves. */
function findClosure(files: readonly string[]): ReadonlySet<string> {
  const closure = new Set(files);
  for (const file of closure) for (const imported of findImports(file)) closure.add(imported);
  return closure;
}

const countLines = (files: Iterable<string>): number =>
  [...files].reduce((lines, file) => lines + readFileSync(file, 'utf8').split('\n').length - 1, 0);

const profile = 'app/routes/profile';
const sell = 'app/routes/sell-listings';
const sellForm = [`${sell}/form/form-screen.tsx`, `${sell}/form/sell-form.server.ts`];
const sellList = [`${sell}/list/list-view.tsx`, `${sell}/list/sell-list.server.ts`];

test.each([
  ['a page of texts', ['app/routes/follow-us/route.tsx'], { files: 15, lines: 1_800 }],
  ['sign-in', ['app/routes/sign-in/route.tsx'], { files: 85, lines: 11_600 }],
  ['contact', ['app/routes/contact/route.tsx'], { files: 116, lines: 15_700 }],
  ['feedback', ['app/routes/feedback/route.tsx'], { files: 104, lines: 14_100 }],
  ['service', ['app/routes/service/route.tsx'], { files: 99, lines: 13_600 }],
  ['the sell form', sellForm, { files: 110, lines: 16_100 }],
  ['the sell list', sellList, { files: 130, lines: 18_900 }],
  ["a seller's buttons", [`${sell}/list/owner-forms.server.ts`], { files: 81, lines: 11_650 }],
  ['browse', ['app/routes/browse/route.tsx'], { files: 131, lines: 19_600 }],
  ['vehicle details', ['app/routes/vehicle-details/route.tsx'], { files: 142, lines: 18_900 }],
  ['profile', [`${profile}/route.tsx`], { files: 117, lines: 15_800 }],
  ['edit profile', [`${profile}/edit/route.tsx`], { files: 75, lines: 10_100 }],
  ['own listings', [`${profile}/listings/route.tsx`], { files: 110, lines: 14_800 }],
  ['own bookings', [`${profile}/bookings/route.tsx`], { files: 116, lines: 16_300 }],
  ['password and devices', [`${profile}/security/route.tsx`], { files: 107, lines: 15_200 }],
  ['dashboard', ['app/routes/dashboard/route.tsx'], { files: 54, lines: 7_050 }],
])('%s: few files are needed to understand it', (_screen, entries, most) => {
  const closure = findClosure(entries);
  expect(closure.size).toBeLessThanOrEqual(most.files);
  expect(countLines(closure)).toBeLessThanOrEqual(most.lines);
});

test('the form and the list of a sell screen, which share an address, do not import each other', () => {
  const findFiles = (entries: readonly string[], folder: string) =>
    [...findClosure(entries)].filter((file) => file.startsWith(`${sell}/${folder}/`));
  expect([findFiles(sellForm, 'list'), findFiles(sellList, 'form')]).toEqual([[], []]);
});
