import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '~/http/log.server';
import { createRuntime } from '../../server/runtime';
import { readSettings } from '~/http/settings.server';
import { openDatabase } from '~db/connection';
import { scheduleBackups } from '../../server/scheduled-tasks';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-backups-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('stopping backups', () => {
  it('waits until the process of one in progress has ended', async () => {
    const pidFile = join(folder, 'pid');
    const worker = join(folder, 'worker.mjs');
    writeFileSync(
      worker,
      `import { writeFileSync } from 'node:fs';
       process.on('SIGTERM', () => undefined);
       writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
       setInterval(() => undefined, 1_000);`,
    );
    const settings = readSettings({ BACKUP_EVERY: '1h', BACKUP_FOLDER: join(folder, 'backups'), LOG_LEVEL: 'silent' });
    const db = openDatabase(join(folder, 'site.sqlite'));
    const stop = scheduleBackups(createRuntime(settings, db, createLog('silent')), worker);
    while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await setTimeout(20);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(isRunning(pid)).toBe(true);
    await stop();
    expect(isRunning(pid)).toBe(false);
    db.$client.close();
  });
});
