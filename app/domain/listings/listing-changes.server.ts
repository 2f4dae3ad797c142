import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingChanges, listings } from '~db/schema/listings';
import { siteKeys } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import type { Actor } from '../shared/actor';
import { dayMs, getTimestampBefore } from '../shared/dates';
import type { ListingChangeEvent } from './listing';
import { findFullListings } from './listing.queries.server';

/** Days for which removals are reported; a client that is further behind reloads everything. */
export const removalRetentionDays = 90;

/** Days for which a snapshot is served, and with it what was withdrawn since it was made. */
export const snapshotRetentionDays = 3;

export type SyncPosition = {
  /** Number of the last change read; 0 before the first. */
  change: number;
  /** Last change when the client was up to date; null until a client that started empty has caught up. */
  baseline: number | null;
  /** Day when it was last up to date, or started, in days since 1970: earlier removals do not concern it. */
  day: number;
};

const getDayNumber = (now: Date): number => Math.floor(now.getTime() / dayMs);

export const createInitialPosition = (now: Date): SyncPosition => ({
  change: 0,
  baseline: null,
  day: getDayNumber(now),
});

export const createPosition = (change: number, now: Date): SyncPosition => ({
  change,
  baseline: change,
  day: getDayNumber(now),
});

/** Whether removals that this client never received may already have been deleted. */
export const isTooOld = ({ day }: SyncPosition, now: Date): boolean => getDayNumber(now) - day > removalRetentionDays;

/** Encodes a position as an opaque sync token of letters, digits, dashes and underscores. */
export function createSyncToken(kind: ListingKind, { change, baseline, day }: SyncPosition): string {
  const numbers = [change, baseline, day].map((number) => number?.toString(36) ?? '-');
  return Buffer.from([kind, ...numbers].join(' ')).toString('base64url');
}

/** Decodes a sync token. @returns null for a text that is not a token of this kind */
export function parseSyncToken(kind: ListingKind, token: string): SyncPosition | null {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const [, tokenKind, change, baseline, day] =
    /^(\w+) ([0-9a-z]{1,10}) ([0-9a-z]{1,10}|-) ([0-9a-z]{1,5})$/.exec(text) ?? [];
  if (tokenKind !== kind || !change || !baseline || !day) return null;
  const read = (number: string): number => Number.parseInt(number, 36);
  return { change: read(change), baseline: baseline === '-' ? null : read(baseline), day: read(day) };
}

/** Removals deleted in one batch, so that the database is never locked for long. */
const batch = 5_000;

const changesEpochKey = 'changes-epoch';

const isKind = eq(listingChanges.kind, sql.placeholder('kind'));

const queries = memoizePrepared((db) => ({
  after: db
    .select({
      change: listingChanges.change,
      id: listingChanges.listingId,
      seq: listings.seq,
      firstShown: listingChanges.firstShown,
      lastShown: listingChanges.lastShown,
      sold: listingChanges.sold,
      removedAt: listingChanges.removedAt,
      priced: listingChanges.priced,
      previousPrice: listingChanges.previousPrice,
    })
    .from(listingChanges)
    .leftJoin(listings, eq(listings.id, listingChanges.listingId))
    .where(and(isKind, gt(listingChanges.change, sql.placeholder('change'))))
    .orderBy(listingChanges.change)
    .limit(sql.placeholder('limit'))
    .prepare(),
  last: db
    .select({ change: listingChanges.change })
    .from(listingChanges)
    .where(isKind)
    .orderBy(desc(listingChanges.change))
    .limit(1)
    .prepare(),
  epoch: db.select({ key: siteKeys.key }).from(siteKeys).where(eq(siteKeys.name, changesEpochKey)).prepare(),
  // The last change of a kind is never deleted: the next number is derived from it. Raw: forces the index of removals.
  removed: db.$client.prepare<[string, number], { kind: ListingKind; change: number }>(
    `SELECT c.kind, c.change FROM listing_changes c INDEXED BY listing_changes_removed
      WHERE c.removed_at < ? AND c.change < (
        SELECT change FROM listing_changes WHERE kind = c.kind ORDER BY change DESC LIMIT 1) LIMIT ?`,
  ),
  purge: db
    .delete(listingChanges)
    .where(and(isKind, eq(listingChanges.change, sql.placeholder('change'))))
    .prepare(),
}));

type ChangeRow = ReturnType<ReturnType<typeof queries>['after']['all']>[number];

/** The number of the newest change of a kind; 0 before the first. */
export const findLastChange = (db: Database, kind: ListingKind): number => queries(db).last.get({ kind })?.change ?? 0;

/** A restored backup starts a new epoch, because it reuses the numbers of other changes. Empty before the first. */
export const readChangesEpoch = (db: Database): string => queries(db).epoch.get()?.key.toString('hex') ?? '';

/** Starts a new epoch of the changes, in the transaction that replaces or takes over the database. */
export function startChangesEpoch(db: Database): void {
  const key = randomBytes(4);
  db.insert(siteKeys)
    .values({ name: changesEpochKey, key })
    .onConflictDoUpdate({ target: siteKeys.name, set: { key } })
    .run();
}

type Changes = {
  changes: ListingChangeEvent[];
  upTo: number;
  hasMore: boolean;
};

/** Kind of change of a listing for a client at a position; null when it does not concern the client. */
function toChange({ removedAt, ...row }: ChangeRow, { change, baseline }: Pick<SyncPosition, 'change' | 'baseline'>) {
  // A client that started empty and has not yet read a change of the listing has no copy to remove. Other clients may
  // have received it in the full list.
  if (removedAt !== null) return baseline === null && row.firstShown > change ? null : 'removed';
  // The row may have moved past the client's starting point: only listings shown before the client had caught up are
  // certain to be in its copy.
  if (row.lastShown > (baseline ?? 0)) return 'created';
  return row.sold !== null && row.sold > (baseline ?? 0) ? 'sold' : 'changed';
}

/**
 * A listing that changed several times is reported once, with its current state.
 *
 * @param until number of the last change to report
 */
export function findChangesSince(
  db: Database,
  kind: ListingKind,
  position: Pick<SyncPosition, 'change' | 'baseline'>,
  limit: number,
  actor: Actor,
  until = Number.POSITIVE_INFINITY,
): Changes {
  const after = queries(db).after.all({ kind, change: position.change, limit: limit + 1 });
  const rows = after.filter(({ change }) => change <= until);
  const page = rows.slice(0, limit);
  const seqs = page.flatMap(({ seq, removedAt }) => (seq !== null && removedAt === null ? seq : []));
  const listings = new Map(findFullListings(db, seqs, actor).map((listing) => [listing.id, listing]));
  const changes = page.flatMap((row): ListingChangeEvent[] => {
    const change = toChange(row, position);
    if (change === null) return [];
    if (change === 'removed') return row.removedAt === null ? [] : [{ change, id: row.id, removedAt: row.removedAt }];
    // Another process may have deleted it in the meantime; that deletion is a later change.
    const listing = listings.get(row.id);
    if (!listing) return [];
    const isNewPrice = change !== 'created' && (row.priced ?? 0) > (position.baseline ?? 0);
    return [{ change, id: row.id, previousPrice: isNewPrice ? row.previousPrice : null, listing }];
  });
  return { changes, upTo: page.at(-1)?.change ?? position.change, hasMore: rows.length > limit };
}

/** @returns number of rows deleted, at most one batch */
export function purgeRemovals(db: Database, now: Date): number {
  const before = getTimestampBefore(now, (removalRetentionDays + 2) * dayMs);
  const { removed, purge } = queries(db);
  const rows = removed.all(before, batch);
  for (const row of rows) purge.run(row);
  return rows.length;
}
