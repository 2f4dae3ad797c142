import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** For development and tests, where the sources of the server run. */
export const buildImageProcess = () =>
  build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '~': here('app') } },
    build: {
      ssr: here('server/image-process.ts'),
      outDir: here('.cache/image-process'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
    },
  });
