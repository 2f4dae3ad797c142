import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__remixManifest=';

/**
 * Remix's `buildEnd` hook: deletes the scripts of Remix's router and of every route. No page loads them: an interactive
 * screen hydrates a part of itself with its own script (`smallScript`).
 *
 * @type {import('@remix-run/dev').VitePluginConfig['buildEnd']}
 * @throws if Remix no longer writes the list of its scripts as one file in this format
 */
async function removeUnsentScripts({ remixConfig: { buildDirectory } }) {
  const client = join(buildDirectory, 'client');
  const [name, ...others] = (await readdir(join(client, 'assets'))).filter((file) => /^manifest-.*\.js$/.test(file));
  if (!name || others.length > 0) throw new Error('The build does not have exactly one list of routes.');
  const text = await readFile(join(client, 'assets', name), 'utf8');
  if (!text.startsWith(opening) || !text.endsWith(';')) throw new Error(`${name} is not a list of routes.`);
  /** @type {import('@remix-run/node').ServerBuild['assets']} */
  const { entry, routes } = JSON.parse(text.slice(opening.length, -1));
  const modules = [entry, ...Object.values(routes)].flatMap(({ module, imports = [] }) => [module, ...imports]);
  await Promise.all([...new Set(modules)].map((path) => rm(join(client, path), { force: true })));
}

/**
 * Options of Remix. `vite.config.ts` passes them to Remix's plugin, which does not read this file by itself.
 *
 * `v3_singleFetch` and `v3_lazyRouteDiscovery` are off because of open advisories: GHSA-rxv8-25v2-qmq8 in the encoder of
 * single fetch, and GHSA-chx6-hx7r-mcp5 in the manifest route of lazy route discovery. Remix 2 receives no more fixes.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  buildEnd: removeUnsentScripts,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};
