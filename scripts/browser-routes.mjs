import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__remixManifest=';

/**
 * Remix's `buildEnd` hook: removes routes that are not screens (API endpoints, files, lists that forms post to) from
 * the route manifest that every interactive screen loads. A browser never renders them, and navigates to them itself.
 * The file name is unchanged: equal full manifests give equal filtered ones.
 *
 * @type {import('@remix-run/dev').VitePluginConfig['buildEnd']}
 * @throws if Remix no longer writes the manifest as one file in this format
 */
export async function keepScreensOnly({ remixConfig: { buildDirectory, routes } }) {
  const folder = join(buildDirectory, 'client', 'assets');
  const [name, ...others] = (await readdir(folder)).filter((file) => /^manifest-.*\.js$/.test(file));
  if (!name || others.length > 0) throw new Error('The build has no one list of routes.');
  const text = await readFile(join(folder, name), 'utf8');
  if (!text.startsWith(opening) || !text.endsWith(';')) throw new Error(`${name} is no list of routes.`);
  const manifest = JSON.parse(text.slice(opening.length, -1));
  const screens = Object.entries(manifest.routes).filter(([id]) => routes[id]?.file.endsWith('.tsx'));
  const shorter = { ...manifest, routes: Object.fromEntries(screens) };
  await writeFile(join(folder, name), `${opening}${JSON.stringify(shorter)};`);
}
