import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayMs, formatDuration, minuteMs } from '~/domain/shared/dates';
import { ImageProcess } from '~/domain/photos/image-process.server';
import { formatError } from '~/domain/shared/text';
import { getSettingWarnings, readSettings, SettingError, type Settings } from '~/http/settings.server';
import { findNewestBackup, verifyBackup } from './backup.mjs';
import BetterSqlite3 from '~db/driver.mjs';
import { isOwnFence, readFence, getStandbyMarkPath, readReplicaState } from './replica.mjs';
import { createFailure, createOk, createWarning, examine, examineDatabase, type Finding } from './database-checks';

/*
 * Checks the site from outside, without changing anything (docs/operations.md, "Doctor"). Exits with 0 when all is
 * well, 1 on warnings, 2 on failures.
 */

const timeoutMilliseconds = 5_000;
const maxLagMilliseconds = 30_000;
const usage = 'npm run doctor takes --full, which reads the whole database and the newest backup, and --json.';

function checkDriver(): Finding {
  const sqlite = new BetterSqlite3(':memory:');
  const version = String(sqlite.prepare('SELECT sqlite_version()').pluck().get());
  sqlite.close();
  return createOk('node', `Node.js ${process.versions.node} runs SQLite ${version}.`);
}

/** The process for photos loads the image library with the first one, too late to find out that it is broken. */
async function checkImages(): Promise<Finding> {
  const { default: sharp } = await import('sharp');
  const pixel = { create: { width: 1, height: 1, channels: 3, background: '#fff' } } as const;
  await sharp(pixel).webp().toBuffer();
  const images = new ImageProcess();
  const end = await images.run({
    kind: 'drawing',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  });
  images.stop();
  if ('reply' in end) return createOk('images', `sharp ${sharp.versions.sharp ?? ''} can encode images.`);
  const message = `The process for photos does not work: ${end.reason ?? end.end}`;
  return createFailure('images', message, 'Build or install the release again.');
}

/** Photos of the API, copies of a replica and a database in a read-only folder need the temporary folder. */
function checkTemporaryFolder(): Finding {
  const folder = tmpdir();
  try {
    rmSync(mkdtempSync(join(folder, 'dopahiya-doctor-')), { recursive: true });
    return createOk('temporary', `${folder} can be written.`);
  } catch (error) {
    const message = `The folder for temporary files, ${folder}, can't be written: ${formatError(error)}.`;
    return createWarning(
      'temporary',
      message,
      'Set TMPDIR to a folder that this user can write, with some free space.',
    );
  }
}

function checkWorkers({ workers }: Settings): Finding {
  const cores = availableParallelism();
  const message = `The site runs in ${workers === 1 ? 'one process' : `${workers} processes`}, on ${cores} cores.`;
  return workers > cores
    ? createWarning('workers', message, `Set WORKERS to ${cores} at most: more only take memory.`)
    : createOk('workers', message);
}

async function checkBackup({ folder, every }: Settings['backups'], isFull: boolean): Promise<Finding> {
  const remedy = 'Set BACKUP_EVERY=24h, or run npm run backup every day. The log has the reasons of failed backups.';
  const newest = await findNewestBackup(folder);
  if (!newest) return createWarning('backup', `There is no backup in ${folder}.`, remedy);
  const age = Date.now() - newest.getTime();
  const message = `The newest backup in ${folder} is ${formatDuration(age)} old.`;
  if (age > 2 * (every ?? dayMs)) return createWarning('backup', message, remedy);
  if (!isFull) return createOk('backup', message);
  const name =
    (await readdir(folder))
      .filter((file) => /^dopahiya-.+Z\.sqlite$/.test(file))
      .sort()
      .at(-1) ?? '';
  try {
    await verifyBackup(join(folder, name));
    return createOk('backup', `${message} It matches its record and is sound.`);
  } catch (error) {
    return createFailure('backup', formatError(error), 'Make a new backup: npm run backup');
  }
}

async function checkReplica({ databasePath, replicaUrl }: Settings): Promise<Finding> {
  const mark = statSync(getStandbyMarkPath(databasePath), { throwIfNoEntry: false });
  if (mark) {
    const age = Date.now() - mark.mtimeMs;
    const message = `The copy of this standby was up to date ${Math.ceil(age / 1_000)} seconds ago.`;
    if (age <= maxLagMilliseconds) return createOk('replica', message);
    return createWarning('replica', message, 'Start it with npm run standby. Its log says why it does not follow.');
  }
  if (!isOwnFence(databasePath, await readFence())) {
    const text = `Another machine was promoted from ${replicaUrl}: this one does not write any more.`;
    return createFailure('replica', text, 'Move the database away, and follow the new primary with npm run standby.');
  }
  const { newest } = await readReplicaState(databasePath);
  const written = statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const message = `The newest change in the replica is from ${newest.toISOString()}.`;
  if (written - newest.getTime() <= maxLagMilliseconds) return createOk('replica', message);
  return createWarning(
    'replica',
    `${message} The database has later changes.`,
    'Run npm run replicate beside the site.',
  );
}

async function checkOrigin({ origin }: Settings): Promise<Finding> {
  // Destructured, because the build replaces `process.env.NODE_ENV` by 'production'.
  const { NODE_ENV: mode } = process.env;
  const isPublic = mode === 'production';
  if (origin === null) {
    const text = 'ORIGIN is not set: links follow the Host header of each request.';
    return isPublic ? createWarning('origin', text, 'Set ORIGIN to the public address.') : createOk('origin', text);
  }
  const remedy = 'Start the site, and compare the address, the port and the certificate in the settings of the proxy.';
  try {
    const response = await fetch(`${origin}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    if (response.status >= 300 && response.status < 400) {
      const to = response.headers.get('location');
      return createFailure(
        'origin',
        `${origin} redirects to ${to}.`,
        'Set ORIGIN to the address that visitors are redirected to.',
      );
    }
    if (response.status !== 200) return createFailure('origin', `${origin} responds with ${response.status}.`, remedy);
    const skew = Date.parse(response.headers.get('date') ?? '') - Date.now();
    if (Math.abs(skew) > minuteMs) {
      return createWarning(
        'origin',
        `The clock of ${origin} differs by ${formatDuration(Math.abs(skew))}.`,
        'Set both clocks.',
      );
    }
    return createOk('origin', `${origin} responds.`);
  } catch (error) {
    const reason = error instanceof Error && error.cause ? formatError(error.cause) : formatError(error);
    return createFailure('origin', `${origin} does not respond: ${reason}.`, remedy);
  }
}

async function checkMail({ mail, origin }: Settings): Promise<Finding> {
  if (!mail) return createOk('mail', 'SMTP_URL is not set: the site sends no mail.');
  const { SmtpSession, getReason, defaultTimeouts } = await import('../server/smtp');
  const { host, port } = mail.server;
  const session = new SmtpSession(mail.server, new URL(origin ?? '').hostname, {
    ...defaultTimeouts,
    respond: timeoutMilliseconds,
    connect: timeoutMilliseconds,
  });
  try {
    await session.open();
    return createOk('mail', `The mail server ${host}:${port} accepts mail.`);
  } catch (error) {
    const remedy = 'Correct SMTP_URL: host, port, smtps for TLS from the start, user and password.';
    return createFailure('mail', `The mail server ${host}:${port} rejects mail: ${getReason(error)}.`, remedy);
  } finally {
    session.close();
  }
}

async function diagnose(isFull: boolean): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return [createFailure('settings', error.message, 'Correct it: docs/operations.md, "Settings".')];
  }
  const doubts = getSettingWarnings(settings).map((text) => createWarning('settings', text, 'Change one of the two.'));
  const findings = [
    doubts.length > 0 ? doubts : createOk('settings', 'All settings are valid.'),
    await examine('node', checkDriver),
    await examine('images', checkImages),
    await examine('temporary', checkTemporaryFolder),
    await examine('workers', () => checkWorkers(settings)),
    await examine('database', () => examineDatabase(settings.databasePath, isFull)),
    await examine('backup', () => checkBackup(settings.backups, isFull)),
    settings.replicaUrl === null ? [] : await examine('replica', () => checkReplica(settings)),
    await examine('origin', () => checkOrigin(settings)),
    await examine('mail', () => checkMail(settings)),
  ];
  return findings.flat();
}

const exitCodes = { ok: 0, warning: 1, failure: 2 } as const;

try {
  const { values } = parseArgs({ options: { full: { type: 'boolean' }, json: { type: 'boolean' } } });
  const findings = await diagnose(values.full ?? false);
  const lines = findings.map(({ check, status, message, remedy }) =>
    [`${status.padEnd(7)}  ${check.padEnd(8)}  ${message}`, remedy && `${' '.repeat(19)}${remedy}`]
      .filter(Boolean)
      .join('\n'),
  );
  console.log(values.json ? JSON.stringify(findings, null, 2) : lines.join('\n'));
  process.exitCode = Math.max(...findings.map(({ status }) => exitCodes[status]));
} catch (error) {
  console.error(error instanceof TypeError ? usage : formatError(error));
  process.exitCode = 2;
}
