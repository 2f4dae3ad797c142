import { createHash } from 'node:crypto';
import { build } from 'vite';
import { findClassNames } from './class-names.mjs';

/**
 * Builds a small module separately from Remix's chunks, and provides its URL as the default export of
 * `virtual:NAME-script`, and the classes it names as `classNames`. It is written next to Remix's assets, named by a
 * content hash.
 *
 * @param {string} name
 * @param {string} file name of the file without its hash
 * @param {string} entry absolute path of the module
 * @param {Pick<import('vite').InlineConfig, 'plugins' | 'resolve' | 'css'>} options Vite options for its modules
 * @param {readonly string[]} [styledLater] ends of the paths of modules whose style another script brings along
 * @returns {import('vite').Plugin}
 */
export function smallScript(name, file, entry, options, styledLater = []) {
  const id = `virtual:${name}-script`;
  /** @type {{ path: string, code: string, classNames: string[] } | undefined} */
  let script;
  let serving = false;
  async function compile() {
    const result = await build({
      ...options,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rollupOptions: {
          input: entry,
          // Otherwise tables that a module makes of others stay, such as that of all fields of a listing.
          treeshake: { moduleSideEffects: false },
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: `${file}.js` },
        },
      },
    });
    const outputs = Array.isArray(result) ? result : [result];
    const chunk = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((one) => one.type === 'chunk');
    if (chunk?.type !== 'chunk') throw new Error(`The ${name} script produced no chunk.`);
    const modules = Object.entries(chunk.modules).filter(
      ([module]) => !module.includes('/node_modules/') && !styledLater.some((path) => module.endsWith(path)),
    );
    const classNames = [...new Set(modules.flatMap(([, { code }]) => findClassNames(code ?? '')))];
    const hashed = serving
      ? `${file}.js`
      : `${file}-${createHash('sha256').update(chunk.code).digest('base64url').slice(0, 8)}.js`;
    return { path: `/assets/${hashed}`, code: chunk.code, classNames };
  }
  return {
    name: `${name}-script`,
    config(_config, { command }) {
      // A small script that names this one is built on its own, also by the server of development.
      serving ||= command === 'serve';
    },
    resolveId(source) {
      return source === id ? `\0${id}` : null;
    },
    async load(resolved) {
      if (resolved !== `\0${id}`) return null;
      script ??= await compile();
      const { path, classNames } = script;
      return `export default ${JSON.stringify(path)}; export const classNames = ${JSON.stringify(classNames)};`;
    },
    generateBundle(options) {
      if (script && options.dir?.includes('client')) {
        this.emitFile({ type: 'asset', fileName: script.path.slice(1), source: script.code });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/assets/${file}.js`, async (_request, response) => {
        const { code } = await compile();
        response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(code);
      });
    },
  };
}
