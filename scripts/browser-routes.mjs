import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__remixManifest=';

/**
 * Remix's `buildEnd`: takes what is no screen (calls of the API, files, lists that forms post to) out of the list of
 * routes that every interactive screen loads. A browser never shows one, and goes there by itself. The file keeps its
 * name: the same whole list gives the same shorter one.
 *
 * @type {import('@remix-run/dev').VitePluginConfig['buildEnd']}
 * @throws when Remix no longer writes that list as one file in this form
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
