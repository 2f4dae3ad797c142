import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import {
  createPosition,
  findChangesSince,
  findLastChange,
  readChangesEpoch,
  snapshotRetentionDays,
} from '~/domain/listings/listing-changes.server';
import { anonymous } from '~/domain/shared/actor';
import { dayMs, toDay } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import type { Settings } from '~/http/settings.server';
import { type ListingKind, listingKinds } from '~db/enums';
import { waitForTurn } from './lists.server';
import { formatSyncToken } from './resources/listing-list.endpoints.server';
import { listingJson } from './resources/listing.shape.server';
import { FileResponse } from './respond.server';

export const snapshotLifeMs = snapshotRetentionDays * dayMs;

const snapshot = z.object({
  /** Of the file: unique to its content. */
  name: z.string().regex(/^[\w.-]+$/),
  kind: z.enum(listingKinds),
  day: z.string(),
  createdAt: z.string(),
  rows: z.number(),
  bytes: z.number(),
  /** In hexadecimal. */
  sha256: z.string(),
  /** Restored backups begin another. */
  epoch: z.string(),
  /** Value of `since` for the changes after it. */
  changesToken: z.string(),
});
export type Snapshot = z.infer<typeof snapshot>;
const snapshotIndex = z.array(snapshot);

type Place = Pick<Settings, 'databasePath'>;
const getSnapshotFolder = ({ databasePath }: Place): string => `${databasePath}-snapshots`;
const indexFile = 'index.json';
const unfinished = 'unfinished';

async function readIndex(settings: Place): Promise<readonly Snapshot[]> {
  const text = await readFile(join(getSnapshotFolder(settings), indexFile), 'utf8').catch(() => '[]');
  try {
    return snapshotIndex.parse(JSON.parse(text));
  } catch {
    // Damaged or of another version: they are written again.
    return [];
  }
}

const findCurrent = ({ db }: Pick<Runtime, 'db'>, snapshots: readonly Snapshot[], now: Date): Snapshot[] => {
  const epoch = readChangesEpoch(db);
  return snapshots.filter(({ createdAt, epoch: ofEpoch }) => {
    const age = now.getTime() - new Date(createdAt).getTime();
    return ofEpoch === epoch && age >= 0 && age < snapshotLifeMs;
  });
};

/** The newest first. */
export const findSnapshots = async (runtime: Pick<Runtime, 'db' | 'settings'>, now: Date): Promise<Snapshot[]> =>
  findCurrent(runtime, await readIndex(runtime.settings), now);

export function createSnapshotResponse({ settings }: Pick<Runtime, 'settings'>, snapshot: Snapshot, now: Date) {
  const { name, bytes, sha256, createdAt } = snapshot;
  const left = Math.floor((new Date(createdAt).getTime() + snapshotLifeMs - now.getTime()) / 1000);
  return new FileResponse(
    { path: join(getSnapshotFolder(settings), name), bytes },
    {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': `public, max-age=${left}, immutable`,
      ETag: `"${sha256}"`,
      'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    },
  );
}

const rowsAtOnce = 100;

/** Each row is as it is when it is read. What changes in the meantime is left out: it comes after `last`. */
async function* serializeListings(
  { db }: Runtime,
  kind: ListingKind,
  last: number,
  origin: string,
): AsyncGenerator<readonly string[], void> {
  for (let change = 0; change < last; ) {
    await waitForTurn();
    const { changes, upTo } = findChangesSince(db, kind, { change, baseline: null }, rowsAtOnce, anonymous, last);
    yield changes.flatMap((event) =>
      event.change === 'removed' ? [] : [`${JSON.stringify(listingJson(event.listing, origin))}\n`],
    );
    if (upTo === change) return;
    change = upTo;
  }
}

async function writeSnapshot(runtime: Runtime, kind: ListingKind, now: Date, signal: AbortSignal): Promise<Snapshot> {
  const { db, settings } = runtime;
  const folder = getSnapshotFolder(settings);
  const epoch = readChangesEpoch(db);
  const last = findLastChange(db, kind);
  const origin = settings.origin ?? `http://localhost:${settings.port}`;
  const sha256 = createHash('sha256');
  let [rows, bytes] = [0, 0];
  await pipeline(
    async function* () {
      for await (const lines of serializeListings(runtime, kind, last, origin)) {
        rows += lines.length;
        yield Buffer.from(lines.join(''));
      }
    },
    createGzip(),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        sha256.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createWriteStream(join(folder, unfinished), { mode: 0o600, flush: true }),
    { signal },
  );
  const digest = sha256.digest('hex');
  const day = toDay(now);
  const name = `${day}-${kind}s-${digest.slice(0, 16)}.ndjson.gz`;
  await rename(join(folder, unfinished), join(folder, name));
  const changesToken = formatSyncToken(epoch, kind, createPosition(last, now));
  return { name, kind, day, createdAt: now.toISOString(), rows, bytes, sha256: digest, epoch, changesToken };
}

async function storeIndex(folder: string, snapshots: readonly Snapshot[]): Promise<void> {
  await writeFile(join(folder, unfinished), JSON.stringify(snapshots), { mode: 0o600, flush: true });
  await rename(join(folder, unfinished), join(folder, indexFile));
  const kept = new Set([indexFile, ...snapshots.map(({ name }) => name)]);
  for (const name of await readdir(folder)) if (!kept.has(name)) await rm(join(folder, name), { force: true });
}

/** Writes those of today that are missing, and deletes the oldest. @returns those that were written */
export async function renewSnapshots(runtime: Runtime, signal: AbortSignal): Promise<readonly Snapshot[]> {
  const { settings, clock } = runtime;
  const folder = getSnapshotFolder(settings);
  const now = clock();
  const stored = await readIndex(settings);
  let current = findCurrent(runtime, stored, now);
  const missing = listingKinds.filter((kind) => !current.some((one) => one.kind === kind && one.day === toDay(now)));
  if (missing.length === 0 && current.length === stored.length) return [];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: Snapshot[] = [];
  for (const kind of missing) {
    const made = await writeSnapshot(runtime, kind, now, signal);
    written.push(made);
    const rest = current.filter((one) => one.kind !== kind);
    const earlier = current.filter((one) => one.kind === kind).slice(0, snapshotRetentionDays - 1);
    current = [made, ...earlier, ...rest].sort((one, other) => other.day.localeCompare(one.day));
    await storeIndex(folder, current);
  }
  if (missing.length === 0) await storeIndex(folder, current);
  return written;
}
