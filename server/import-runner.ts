import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import type { Runtime } from '~/http/runtime.server';
import { findProgram } from './programs';

const run = promisify(execFile);
/** Requests come first. */
const lowPriority = 10;

/** One import at a time, each in a process of its own; from the sources, in development and tests, in this one. */
export function createImportRunner({ db, log, clock }: Pick<Runtime, 'db' | 'log' | 'clock'>): Runtime['runImport'] {
  const running = new Map<string, Promise<void>>();
  let last: Promise<void> = Promise.resolve();

  async function work(id: string): Promise<void> {
    const { path } = getDatabaseStatus(db);
    const program = findProgram('import-worker');
    if (path === null || program === null) {
      const { runImport } = await import('~/domain/stock/imports.server');
      return runImport(db, id, clock);
    }
    const worker = run(process.execPath, ['--max-old-space-size=512', program, path, id]);
    try {
      if (worker.child.pid) setPriority(worker.child.pid, lowPriority);
    } catch {
      // It has ended, or the system has no priorities.
    }
    await worker;
  }

  return (id) => {
    const current = running.get(id);
    if (current) return current;
    const started = last
      .then(() => work(id))
      .catch((error: unknown) => log.error({ event: 'import-failed', err: error }, 'import failed'))
      .finally(() => running.delete(id));
    running.set(id, started);
    last = started;
    return started;
  };
}
