import { randomBytes } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readSettings, SettingError } from '~/http/settings.server';
import { DriverError } from '~db/driver.mjs';
import {
  getPromotionRequestPath,
  ReplicaError,
  readReplicaUrl,
  getStandbyMarkPath,
  readReplicaState,
  writeFence,
} from './replica.mjs';

/*
 * Makes a standby the primary (docs/operations.md, "Standby"). The former primary learns of it from the fence; what it
 * writes until then is applied too.
 */

const usage = `npm run promote          makes this standby the primary, once the old one has stopped writing
npm run promote -- --now does not wait for the old one, which is known to be gone`;

/** A primary checks the fence every five seconds; the check, and sending its last changes, take less than three. */
const fenceDelayMilliseconds = 8_000;
const maxLagMilliseconds = 20_000;
const timeoutMilliseconds = 120_000;

class PromoteError extends Error {}

async function promote(isNow: boolean): Promise<string> {
  const { databasePath } = readSettings(process.env);
  const mark = getStandbyMarkPath(databasePath);
  const url = readReplicaUrl();
  const stats = statSync(mark, { throwIfNoEntry: false });
  if (!stats) throw new PromoteError(`${databasePath} is not the copy of a standby (npm run standby).`);
  const isRunning = Date.now() - stats.mtimeMs < maxLagMilliseconds;
  const token = randomBytes(16).toString('hex');
  await writeFence(token);
  if (!isNow) await pause(fenceDelayMilliseconds);
  const state = await readReplicaState(databasePath).catch(() => null);
  const request = getPromotionRequestPath(databasePath);
  writeFileSync(request, token, { mode: 0o600 });
  const next = `Replicate it to another REPLICA_URL now: ${url} fences off the former primary.`;
  if (!isRunning)
    return `The standby is not running. It becomes the primary once you start it: npm run standby. ${next}`;
  const until = Date.now() + timeoutMilliseconds;
  while (existsSync(request)) {
    if (Date.now() > until) throw new PromoteError('The standby has not become the primary. Its log has the reason.');
    await pause(50);
  }
  const newest = state === null ? '' : ` The newest change in the replica is from ${state.newest.toISOString()}.`;
  return `This machine is the primary.${newest} ${next}`;
}

process.umask(0o077);
try {
  const { values } = parseArgs({ options: { now: { type: 'boolean' } } });
  console.log(await promote(values.now ?? false));
} catch (error) {
  const isExpected = [PromoteError, SettingError, ReplicaError, DriverError].some((kind) => error instanceof kind);
  console.error(error instanceof TypeError ? usage : isExpected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
