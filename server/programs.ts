import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A program of the build that runs in a process of its own. The file of the server that asks is beside it or in a folder
 * below.
 *
 * @returns null where the sources run, in development and tests
 */
export const findProgram = (name: string): string | null =>
  [`./${name}.js`, `../${name}.js`]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((file) => existsSync(file)) ?? null;
