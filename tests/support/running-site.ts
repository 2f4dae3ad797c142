import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import BetterSqlite3 from '../../db/driver.mjs';

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
  /** A database that is kept; absent: one that is deleted at the end. */
  databasePath?: string;
  /** Whether a database that does not exist is made by this start, not copied from an earlier first start. */
  isFirstStart?: boolean;
  /** Runs as another user than the tests. */
  user?: { uid: number; gid: number };
  /** A command that wraps the server, such as one that sets limits first. */
  through?: readonly string[];
  /** The command to run; absent: the built server alone. */
  command?: readonly string[];
};

/** The database of a first start of this build, which the next fresh sites begin with: seeding takes half a second. */
const seeded = () => join(tmpdir(), `dopahiya-seeded-${statSync('build/server/main.js').mtimeMs}.sqlite`);

/** Keeps a copy of a database that was seeded just now. */
function keepSeeded(databasePath: string): void {
  const copy = `${seeded()}.${process.pid}`;
  const db = new BetterSqlite3(databasePath, { readonly: true });
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  renameSync(copy, seeded());
}

/** Stores the database of a first start, without a site. */
export async function seedDatabase(databasePath: string): Promise<void> {
  if (!existsSync(seeded())) await (await startSite()).stop();
  mkdirSync(dirname(databasePath), { recursive: true });
  copyFileSync(seeded(), databasePath);
}

/**
 * Starts `build/server/main.js` and waits until it is open.
 *
 * @throws with its output when the process ends before that
 */
export async function startSite({
  env = {},
  databasePath,
  isFirstStart = false,
  user,
  through = [],
  command = [process.execPath, 'build/server/main.js'],
}: StartOptions = {}): Promise<RunningSite> {
  const folder = databasePath ? null : mkdtempSync(join(tmpdir(), 'dopahiya-'));
  const path = databasePath ?? join(folder ?? tmpdir(), 'site.sqlite');
  const isNew = !isFirstStart && !user && !existsSync(path);
  const isSeeded = isNew && existsSync(seeded());
  if (isSeeded) await seedDatabase(path);
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
  if (isNew && !isSeeded) keepSeeded(path);
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
