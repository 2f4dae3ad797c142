import { once } from 'node:events';
import { createServer } from 'node:net';
import { serverCore, spawnOn } from './machine';

/** A server in a separate process, on the servers' core. */
export type BenchServer = {
  name: 'ours' | 'remix-serve' | 'bare';
  origin: string;
  pid: number;
  /** Milliseconds from the start of the process to its response to `/main`. */
  respondsAfter: number;
  stop: () => Promise<void>;
};

/** One origin for all, so that canonical links and with them the pages are the same. */
const publicOrigin = 'http://bench.example';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}

/** Requests until a server responds. */
async function firstResponse(url: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const response = await fetch(url).catch(() => null);
    if (response) {
      await response.arrayBuffer();
      return;
    }
  }
  throw new Error('A server ended before it responded.');
}

async function start(
  name: BenchServer['name'],
  [command, ...args]: readonly [string, ...string[]],
  settings: Record<string, string>,
  core: number | 'all' = serverCore,
): Promise<BenchServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawnOn(core, command, args, {
    env: { ...process.env, ...settings, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) },
    output: 'dropped',
  });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await firstResponse(`${origin}/main`, () => child.exitCode === null && child.signalCode === null);
  return {
    name,
    origin,
    pid: child.pid ?? 0,
    respondsAfter: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Our server with the settings of a deployment; its limits count every request, and are too high to be reached by any
 * load.
 */
export const startOurs = (databasePath: string): Promise<BenchServer> => startWorkers(databasePath, 1, serverCore);

/** Our server on all cores, with the limits of a site. */
export const startDeployed = (databasePath: string): Promise<BenchServer> =>
  start('ours', ['bin/serve'], { DATABASE_PATH: databasePath, ORIGIN: publicOrigin }, 'all');

/** Our server in some processes. */
export const startWorkers = (
  databasePath: string,
  workers: number,
  core: number | 'all' = 'all',
): Promise<BenchServer> => {
  const wide = '999999999/1h';
  const settings = {
    DATABASE_PATH: databasePath,
    WORKERS: String(workers),
    ORIGIN: publicOrigin,
    LIMIT_PAGES: wide,
    LIMIT_API_READS: wide,
    LIMIT_WRITES: wide,
    LIMIT_LISTINGS: wide,
  };
  return start('ours', ['bin/serve'], settings, core);
};

/** The same build under the stock server of Remix. */
export const startStock = (databasePath: string): Promise<BenchServer> =>
  start('remix-serve', [process.execPath, 'node_modules/@remix-run/serve/dist/cli.js', 'build/server/stock-build.js'], {
    DATABASE_PATH: databasePath,
    ORIGIN: publicOrigin,
  });

/** @param program one of the `bare-*.mjs` in this folder: a dozen lines on `node:http`, and nothing else */
export const startBare = (program: string, ...args: string[]): Promise<BenchServer> =>
  start('bare', [process.execPath, `tests/bench/${program}`, ...args], {});
