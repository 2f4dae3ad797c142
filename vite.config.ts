import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { Features } from 'lightningcss';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import remixOptions from './remix.config.js';
import { externalPackages } from './scripts/external-packages.mjs';
import { buildImageProcess } from './scripts/image-process.mjs';
import { cssTargets, oldestBrowsers } from './scripts/oldest-browsers.mjs';
import { smallScript } from './scripts/small-script.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds our server and its tools beside Remix's `index.js`, sharing its chunks: one database, one copy of React.
 */
const ownServer = (): Plugin => ({
  name: 'own-server',
  apply: 'build',
  buildStart() {
    const files = [
      ...['main', 'remix/stock-build', 'image-process'].map((name) => `server/${name}.ts`),
      ...['backup-worker', 'import-worker', 'operator', 'restore', 'promote', 'doctor'].map((name) => `ops/${name}.ts`),
    ];
    for (const file of files) {
      this.emitFile({ type: 'chunk', id: here(file), fileName: `${basename(file, '.ts')}.js` });
    }
    // For `scripts/build.mjs`, which makes the client of the API from it.
    const document = here('app/api/openapi.server.ts');
    this.emitFile({ type: 'chunk', id: document, fileName: 'api-document.js', preserveSignature: 'strict' });
  },
});

/** Vite's development server passes no context to the routes either. */
const stockBuild = (): Plugin => ({
  name: 'stock-build',
  apply: 'serve',
  enforce: 'pre',
  resolveId(id, importer) {
    const stock = here('server/remix/stock-build.ts');
    return id === 'virtual:remix/server-build' && importer !== stock ? stock : undefined;
  },
});

/** In development the server runs from its sources, and starts this process as in a build. */
const imageProcess = (): Plugin => ({
  name: 'image-process',
  apply: 'serve',
  buildStart: async () => {
    await buildImageProcess();
  },
});

/** Escapes all non-ASCII characters: V8 keeps the sources in memory, and ASCII text takes half the space. */
const asciiSources = (): Plugin => ({
  name: 'ascii-sources',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      // After a backslash, the escape sequence would be read as an escaped backslash followed by plain text.
      if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(chunk.code)) this.error('A non-ASCII character follows a backslash.');
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
});

/**
 * Replaces packages that Remix imports but whose code never runs on the server, because parsing them slows the start:
 * `undici`, a megabyte for a server that uses the `fetch` of Node.js, and `react-dom`, which renders in browsers.
 */
const withoutUnused = (): Plugin => {
  const unused = new Set(['undici', 'react-dom']);
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (unused.has(id) ? `\0unused:${id}` : undefined),
    load: (id) => (id.startsWith('\0unused:') ? 'export default {}' : undefined),
  };
};

const css: UserConfig['css'] = {
  transformer: 'lightningcss',
  lightningcss: {
    targets: cssTargets,
    // No stylesheet uses `light-dark()`, whose substitute would be in every page.
    exclude: Features.LightDark,
  },
};
const resolve = { alias: { '~': here('app'), '~db': here('db') } };
/** Loaded by the others, which are built with its URL. */
const entriesScript = smallScript('entries', 'entries', here('app/ui/enhance/kept-entries.ts'), { resolve });
const dialogsScript = smallScript('dialogs', 'dialogs', here('app/ui/enhance/dialogs.ts'), { resolve });
const searchScript = smallScript('search', 'search', here('app/ui/enhance/page-search.ts'), { resolve });
const partsScript = smallScript(
  'sell-form-parts',
  'sell-form-parts',
  here('app/routes/sell-listings/form/after-hydration.ts'),
  { resolve, css },
);
const smallScriptOptions = { resolve, plugins: [entriesScript, dialogsScript, searchScript, partsScript] };

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [
    entriesScript,
    dialogsScript,
    searchScript,
    partsScript,
    smallScript('enhancement', 'enhance', here('app/ui/enhance/main.ts'), smallScriptOptions),
    smallScript('shortcuts', 'shortcuts', here('app/ui/enhance/shortcuts.ts'), smallScriptOptions),
    smallScript('check', 'check', here('app/ui/enhance/checked-forms.ts'), smallScriptOptions),
    smallScript('photo', 'photos', here('app/ui/enhance/photos.ts'), smallScriptOptions),
    smallScript('push', 'push', here('app/routes/desk/team-notices/browser.ts'), { resolve }),
    smallScript('calculator', 'calculator', here('app/routes/emi-calculator/browser.tsx'), smallScriptOptions),
    smallScript('sell-form', 'sell-form', here('app/routes/sell-listings/form/browser.tsx'), smallScriptOptions, [
      '/price-scale.tsx',
    ]),
    stockBuild(),
    remix(remixOptions),
    imageProcess(),
    isSsrBuild && [ownServer(), withoutUnused(), asciiSources()],
  ],
  resolve,
  css,
  // An inlined drawing could neither be cached nor be coloured by the page.
  build: {
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    // Otherwise the stylesheets, which the server has, would be minified for browsers as new as Node.js.
    cssTarget: oldestBrowsers,
    target: isSsrBuild ? 'node20' : 'es2022',
  },
  // Bundled packages start faster, and run in production mode regardless of the NODE_ENV that the operator sets.
  ...(command === 'build' && {
    ssr: {
      noExternal: true,
      external: externalPackages,
    },
  }),
  define: {
    BUILD_ID: JSON.stringify(Date.now().toString(36)),
    ...(command === 'build' && isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  server: { host: '127.0.0.1', port: 3000 },
}));
