import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The built site in a process of its own, on a database and a port of its own. */
export type RunningSite = {
  origin: string;
  databasePath: string;
  process: ChildProcess;
  /** All output of the process so far. */
  printed: () => string;
  /** Stops it and waits for its end; returns the exit code. */
  stop: () => Promise<number | null>;
};

type StartOptions = {
  /** Settings that override the defaults of tests: limits off, logs silent. */
  env?: Record<string, string>;
  /** An existing database; absent: a fresh one, deleted at the end. */
  databasePath?: string;
  /** Runs as another user than the tests. */
  user?: { uid: number; gid: number };
  /** A command that wraps the server, such as one that sets limits first. */
  through?: readonly string[];
  /** The command to run; absent: the built server alone. */
  command?: readonly string[];
};

/**
 * Starts `build/server/main.js` and waits until it is open.
 *
 * @throws with its output when the process ends before that
 */
export async function startSite({
  env = {},
  databasePath,
  user,
  through = [],
  command = [process.execPath, 'build/server/main.js'],
}: StartOptions = {}): Promise<RunningSite> {
  const folder = databasePath ? null : mkdtempSync(join(tmpdir(), 'dopahiya-'));
  const path = databasePath ?? join(folder ?? tmpdir(), 'site.sqlite');
  const [program = '', ...words] = [...through, ...command];
  const child = spawn(program, words, {
    ...user,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_PATH: path,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const [, address] = /open at (https?:\/\/\S+)\/main$/.exec(line) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${printed}`)));
  });
  const ended = once(child, 'exit');
  return {
    origin,
    databasePath: path,
    process: child,
    printed: () => printed,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      if (folder) rmSync(folder, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}
