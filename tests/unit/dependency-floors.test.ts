import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

/**
 * Versions below these have a known vulnerability; Remix 2 gets no more releases, so no advisory will name a fixed one.
 */
const floors: [name: string, floor: string, advisory: string][] = [
  ['@remix-run/react', '2.17.5', 'GHSA-3cgp-3xvw-98x8, GHSA-8v8x-cx79-35w7'],
  ['@remix-run/node', '2.17.5', 'GHSA-9583-h5hc-x8cw'],
  ['@remix-run/server-runtime', '2.17.5', 'GHSA-h5cw-625j-3rxh, GHSA-84g9-w2xq-vcv6, GHSA-8x6r-g9mw-2r78'],
  ['@remix-run/router', '1.23.4', 'GHSA-2w69-qvjg-hvjx, GHSA-2j2x-hqr9-3h42'],
  ['react-router', '6.30.6', 'GHSA-jjmj-jmhj-qwj2'],
  ['react-router-dom', '6.30.6', 'GHSA-jjmj-jmhj-qwj2'],
  ['drizzle-orm', '0.45.2', 'GHSA-gpj5-g38j-94v9'],
  ['sharp', '0.35.5', 'GHSA-f88m-g3jw-g9cj, GHSA-rgj7-g3m4-5g8c'],
  ['better-sqlite3', '13.2.0', 'bundles SQLite 3.54.1; CVE-2025-6965 needs 3.50.2'],
  ['better-sqlite3-node-20', '12.11.1', 'bundles SQLite 3.53.2; CVE-2025-6965 needs 3.50.2'],
  ['express', '4.22.0', 'GHSA-rv95-896h-c2vc'],
  ['path-to-regexp', '0.1.13', 'GHSA-9wv6-86v2-598j, GHSA-rhx6-c78j-4q9w, GHSA-37ch-88jc-xwx2'],
  ['qs', '6.16.0', 'GHSA-6rw7-vpxm-498p, GHSA-w7fw-mjwx-w883'],
  ['body-parser', '1.20.4', 'GHSA-qwcr-r2fm-qrc7'],
  ['send', '0.19.0', 'GHSA-m6fv-jmcg-4jfg'],
  ['cookie', '0.7.0', 'GHSA-pxg6-pf52-xh8x'],
  ['vite', '6.4.6', 'GHSA-4r4m-qw57-chr8 and the later ones of its kind'],
];

const lockFile = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

const isAtLeast = (version: string, floor: string): boolean => {
  const [a, b] = [version, floor].map((text) => text.split('-', 1)[0]?.split('.').map(Number) ?? []);
  for (let i = 0; i < 3; i += 1) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};

test.each(floors)('%s is at least %s everywhere in the lock file (%s)', (name, floor) => {
  const versions = Object.entries(lockFile.packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, entry]) => entry.version ?? '0');
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

test('the lock file lists the packages of every platform: without them a clean install fails', () => {
  const named = new Set(Object.keys(lockFile.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const wanted = Object.values(lockFile.packages).flatMap(({ optionalDependencies }) =>
    Object.entries(optionalDependencies ?? {}).flatMap(([name, range]) => (/^\d/.test(range) ? name : [])),
  );
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
});
