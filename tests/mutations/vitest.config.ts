import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const builtServer = here('build/server/index.js');

/** A file of the browser build whose name has a content hash. */
function builtAsset(pattern: RegExp): string {
  const name = readdirSync(here('build/client/assets')).find((file) => pattern.test(file));
  if (!name) throw new Error(`The build has no file of the form ${pattern}.`);
  return name;
}

/** The browser build's record of each route: the file with its list. */
const clientManifest = (): string =>
  readFileSync(here(`build/client/assets/${builtAsset(/^manifest-.*\.js$/)}`), 'utf8')
    .replace(/^[^=]*=/, '')
    .replace(/;$/, '');

/** The scripts that pages name by their paths, as `scripts/small-script.mjs` builds them. */
const smallScripts = new Map(
  Object.entries({
    entries: 'entries',
    dialogs: 'dialogs',
    search: 'search',
    'sell-form-parts': 'sell-form-parts',
    enhancement: 'enhance',
    check: 'check',
    calculator: 'calculator',
    'sell-form': 'sell-form',
    photo: 'photos',
    push: 'push',
    shortcuts: 'shortcuts',
  }).map(([name, file]) => [`virtual:${name}-script`, `/assets/${builtAsset(new RegExp(`^${file}-.*\\.js$`))}`]),
);

/**
 * Replaces the built server by the sources, so that a mutation of a route needs no build. The tests import the same
 * path.
 */
const serverFromSources = (): Plugin => ({
  name: 'server-from-sources',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/build/server/index.js') ? builtServer : smallScripts.has(source) ? `\0${source}` : null,
  load(id) {
    if (smallScripts.has(id.slice(1))) {
      return `export default ${JSON.stringify(smallScripts.get(id.slice(1)))}; export const classNames = [];`;
    }
    if (id !== builtServer) return null;
    return `
      import config from '/app/routes.ts';
      import * as root from '/app/root.tsx';
      import * as document from '/app/entry.server.tsx';
      const files = import.meta.glob('/app/routes/**/*.{ts,tsx}');
      const flatten = (routes, parentId) =>
        routes.flatMap(({ file, children = [], id = file.replace(/\\.tsx?$/, ''), ...route }) => [
          { ...route, id, parentId, file },
          ...flatten(children, id),
        ]);
      const entries = await Promise.all(flatten(config, 'root').map(async ({ file, ...route }) => [
        route.id,
        { ...route, module: await files['/app/' + file]() },
      ]));
      export const routes = { root: { id: 'root', path: '', module: root }, ...Object.fromEntries(entries) };
      export const entry = { module: document };
      const manifest = ${clientManifest()};
      // The build lacks the routes that only the sources have.
      const others = entries.map(([id, { module, ...route }]) => [
        id,
        { ...route, module: '', imports: [], hasLoader: 'loader' in module, hasAction: 'action' in module },
      ]);
      export const assets = { ...manifest, routes: { ...Object.fromEntries(others), ...manifest.routes } };
      export const assetsBuildDirectory = 'build/client';
      export const basename = '/';
      export const publicPath = '/';
      export const future = { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true };
      export const isSpaMode = false;
      export const mode = 'production';
    `;
  },
});

const unitTests = process.env.STRYKER_TESTS ?? 'tests/unit/**/*.test.{ts,tsx}';

export default defineConfig({
  root: here('.'),
  cacheDir: here('.cache/mutations'),
  plugins: [serverFromSources()],
  resolve: { alias: { '~': here('app'), '~db': here('db') } },
  define: { BUILD_ID: JSON.stringify('test') },
  test: {
    // Stryker runs tests for each of hundreds of mistakes, for which requests would take too long.
    include: [process.env.STRYKER_MUTATOR_WORKER ? unitTests : 'tests/{unit,http}/**/*.test.{ts,tsx}'],
    globalSetup: [here('tests/support/image-process-build.ts')],
    setupFiles: [here('tests/support/seeded-properties.ts')],
    environment: 'node',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
