import { existsSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatDuration, minuteMs } from '~/domain/shared/dates';
import { doubtRemedy, formatDoubt, judgeClock, type StoredClock } from '~/domain/shared/site-clock.server';
import { formatError } from '~/domain/shared/text';
import type { Sqlite } from '~db/connection';
import BetterSqlite3 from '~db/driver.mjs';
import { countOutstandingMigrations } from '~db/migrate';

const megabyte = 1_000_000;
/** Above the size to which the server truncates the write-ahead log (`db/connection.ts`). */
const largeLog = 100 * megabyte;

export type Finding = {
  check: string;
  status: 'ok' | 'warning' | 'failure';
  message: string;
  remedy?: string;
};

export const createOk = (check: string, message: string): Finding => ({ check, status: 'ok', message });
export const createWarning = (check: string, message: string, remedy: string): Finding => ({
  check,
  status: 'warning',
  message,
  remedy,
});
export const createFailure = (check: string, message: string, remedy: string): Finding => ({
  check,
  status: 'failure',
  message,
  remedy,
});
const formatSize = (bytes: number): string =>
  bytes < 1_000 * megabyte ? `${(bytes / megabyte).toFixed(1)} MB` : `${(bytes / megabyte / 1_000).toFixed(1)} GB`;

async function checkDisk(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const needed = 3 * statSync(path).size + 200 * megabyte;
  const message = `${formatSize(free)} are free on the disk of the database.`;
  const remedy = 'Free some space, or move the database to a larger disk: upgrades and backups copy it.';
  if (free < 50 * megabyte) return createFailure('disk', message, remedy);
  return free < needed ? createWarning('disk', message, remedy) : createOk('disk', message);
}

async function checkFiles(path: string): Promise<Finding[]> {
  const { uid, mode } = statSync(path);
  const owner = process.getuid?.();
  const findings: Finding[] = [];
  if (owner !== undefined && owner !== 0 && uid !== owner) {
    const remedy = `Run the site as that user, or: chown ${owner} ${path}`;
    findings.push(createFailure('files', `${path} belongs to user ${uid}, and this is user ${owner}.`, remedy));
  }
  if ((mode & 0o077) !== 0) {
    const text = `${path} can be read by others: its mode is ${(mode & 0o777).toString(8)}.`;
    findings.push(createWarning('files', text, `chmod 600 ${path}`));
  }
  for (const name of [path, dirname(path)]) {
    const isWritable = await access(name, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable)
      findings.push(createFailure('files', `${name} can't be written.`, `Give user ${owner} write permission.`));
  }
  return findings.length > 0 ? findings : [createOk('files', `${path} can be read and written by its owner only.`)];
}

function checkSchema(sqlite: Sqlite): Finding {
  try {
    const outstanding = countOutstandingMigrations(sqlite);
    if (outstanding === null) {
      return createFailure('schema', 'The file has no tables of this site.', 'Correct the setting DATABASE_PATH.');
    }
    if (outstanding === 0) return createOk('schema', 'The schema is up to date.');
    const text = outstanding === 1 ? '1 migration is pending.' : `${outstanding} migrations are pending.`;
    return createWarning('schema', text, 'Start the site: it copies the database first.');
  } catch (error) {
    return createFailure(
      'schema',
      formatError(error),
      'Use the version that created the database, or restore a backup.',
    );
  }
}

function checkContent(sqlite: Sqlite, isFull: boolean): Finding {
  const pragma = isFull ? 'integrity_check(1)' : 'quick_check(1)';
  const remedy = 'Restore a backup: npm run restore -- FILE';
  const verdict = String(sqlite.pragma(pragma, { simple: true }));
  if (verdict !== 'ok') return createFailure('database', `The database is damaged: ${verdict}.`, remedy);
  const broken = isFull ? sqlite.pragma('foreign_key_check') : [];
  if (Array.isArray(broken) && broken.length > 0) {
    return createFailure('database', `${broken.length} rows refer to rows that do not exist.`, remedy);
  }
  return createOk('database', isFull ? 'Every page and every reference is sound.' : 'The database is sound.');
}

function checkLog(path: string): Finding {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const message = `The write-ahead log has ${formatSize(size)}.`;
  const remedy = 'A process keeps a read transaction open. Find it, or restart the site.';
  return size > largeLog ? createWarning('log', message, remedy) : createOk('log', message);
}

function checkJump(sqlite: Sqlite): Finding {
  const now = new Date();
  const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'site_clock'").get() !== undefined;
  const stored =
    hasTable &&
    sqlite
      .prepare<[], StoredClock>(
        'SELECT seen_at AS seenAt, doubted_at AS doubtedAt, passed_ms AS passedMs FROM site_clock',
      )
      .get();
  const judged = stored && judgeClock(stored, { now: now.getTime(), monotonic: 0 }, null);
  return judged && judged.doubtedAt !== null
    ? createWarning('clock', formatDoubt(judged, now), doubtRemedy)
    : createOk('clock', `The clock says ${now.toISOString()}.`);
}

/** A push service that takes nothing for an hour is no short outage. */
function checkPush(sqlite: Sqlite): Finding | Finding[] {
  const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'push_subscriptions'").get() !== undefined;
  const read = (condition: string, ...values: string[]): number =>
    hasTable
      ? Number(
          sqlite
            .prepare(`SELECT count(*) FROM push_subscriptions${condition}`)
            .pluck()
            .get(...values),
        )
      : 0;
  const all = read('');
  if (all === 0) return [];
  const failing = read(' WHERE failing_since <= ?', new Date(Date.now() - 60 * minuteMs).toISOString());
  if (failing === 0) return createOk('push', `Devices with notifications: ${all}. None has failed for an hour.`);
  const remedy =
    'Let this machine connect to the internet on port 443, look for "notification not sent" in the log, and set its clock.';
  return createWarning('push', `${failing} of ${all} devices have got no notification for an hour or more.`, remedy);
}

function checkClock(sqlite: Sqlite): Finding {
  const newest = sqlite
    .prepare<[], string | null>(
      'SELECT max(at) FROM (SELECT max(applied_at) AS at FROM migrations UNION ALL SELECT max(created_at) FROM listings)',
    )
    .pluck()
    .get();
  const ahead = newest ? Date.parse(newest) - Date.now() : 0;
  if (ahead <= minuteMs) return checkJump(sqlite);
  const text = `The clock is ${formatDuration(ahead)} behind a row of the database.`;
  return createFailure('clock', text, 'Set the clock, and keep it synchronized by NTP.');
}

export async function examine(check: string, run: () => Finding | Finding[] | Promise<Finding | Finding[]>) {
  try {
    return await run();
  } catch (error) {
    return createFailure(check, formatError(error), 'Fix the cause, then run npm run doctor again.');
  }
}

export async function examineDatabase(path: string, isFull: boolean): Promise<Finding[]> {
  if (!existsSync(path)) {
    return [createFailure('database', `There is no database at ${path}.`, 'Start the site, or correct DATABASE_PATH.')];
  }
  if (statSync(path).isDirectory()) {
    return [createFailure('database', `${path} is a folder, not a file.`, 'Correct the setting DATABASE_PATH.')];
  }
  const findings = [await examine('disk', () => checkDisk(path)), await examine('files', () => checkFiles(path))];
  const sqlite = new BetterSqlite3(path, { readonly: true });
  findings.push(
    await examine('database', () => checkContent(sqlite, isFull)),
    await examine('schema', () => checkSchema(sqlite)),
    await examine('log', () => checkLog(path)),
    await examine('clock', () => checkClock(sqlite)),
    await examine('push', () => checkPush(sqlite)),
  );
  sqlite.close();
  return findings.flat();
}
