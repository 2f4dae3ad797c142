// Loads the mutation tester through Vite, so that its table is TypeScript like the rest.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const { module } = await runnerImport(fileURLToPath(new URL('mutate.ts', import.meta.url)), {
  root,
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.mutate(process.argv.slice(2));
