// Loads the benchmark through Vite, so that it is TypeScript like the rest and runs the same queries as the site.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const { module } = await runnerImport(fileURLToPath(new URL('bench.ts', import.meta.url)), {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': `${root}/app`, '~db': `${root}/db` } },
});
process.exitCode = await module.bench(process.argv.slice(2));
