import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

type ProjectOptions = { globalSetup?: string[]; maxWorkers?: number; sequence?: { groupOrder: number } };

const project = (name: string, { globalSetup = [], ...options }: ProjectOptions = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    globalSetup: [here('tests/support/image-process-build.ts'), ...globalSetup],
    ...options,
  },
});
/** Projects that run the built site. */
const builtProject = (name: string, options: ProjectOptions = {}) =>
  project(name, { ...options, globalSetup: [here('tests/support/fresh-build.ts')] });
/**
 * Run after the other projects, with one worker more: a third of their time is waiting for other processes to start, to
 * stop or to notice a failure.
 */
const processProject = builtProject('process', { maxWorkers: 3, sequence: { groupOrder: 1 } });

/** Run with `--project golden`: it compares two states of the code and cannot check a single one. */
const golden = process.env.GOLDEN_CORPUS ? [builtProject('golden')] : [];

/** Run by `npm run test:all` only: they take minutes. */
const exhaustive = process.env.TEST_EXHAUSTIVE ? [builtProject('exhaustive')] : [];

export default defineConfig({
  resolve: { alias: { '~': here('app'), '~db': here('db') } },
  define: { BUILD_ID: JSON.stringify('test') },
  test: {
    projects: [project('unit'), builtProject('http'), processProject, ...exhaustive, ...golden],
    environment: 'node',
    // A test without assertions fails.
    expect: { requireAssertions: true },
    setupFiles: [here('tests/support/seeded-properties.ts')],
    // The files of a worker share one process, and with it the server bundle, the compiled sources and the template
    // database: imported anew for each file they would take longer than the tests.
    isolate: false,
    maxWorkers: 2,
    // Generous for a busy machine; nothing here asserts speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The built app is run as it is, not compiled once more.
    server: { deps: { external: [/\/build\/server\//] } },
  },
});
