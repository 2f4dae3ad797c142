import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingCounters, listings as listingTable } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { type Actor, anonymous } from '../shared/actor';
import type { Listing, ListingStatistics, ListingSummary } from './listing';
import {
  listingColumns,
  selectListings,
  selectSummaries,
  summaryColumns,
  toListing,
  toSummary,
} from './listing-rows.server';

const maxOwnItems = 200;

const maxSimilar = 4;

/** The items of a JSON array of sequence numbers or ids, in the order of their `key`. */
const listed = sql`json_each(${sql.placeholder('list')})`;
const inListOrder = sql`found.key`;
const isShown = isNull(listingTable.hiddenAt);
const isListed = sql`${listingTable.id} = found.value AND ${listingTable.hiddenAt} IS NULL`;

/** Raw: forces the index that holds them in order; the planner may prefer to walk all listings. */
const selectNewestOwned = (index: 'listings_owner' | 'listings_manage_key', isOwn: SQL): SQL =>
  sql`(SELECT seq AS value FROM listings INDEXED BY ${sql.identifier(index)} WHERE ${isOwn} AND hidden_at IS NULL
        ORDER BY seq DESC LIMIT ${sql.raw(`${maxOwnItems}`)})`;
const ofUser = selectNewestOwned('listings_owner', sql`owner_user_id = ${sql.placeholder('userId')}`);
const ofManageKeys = selectNewestOwned(
  'listings_manage_key',
  sql`manage_key_id IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`,
);

const reads = memoizePrepared((db) => ({
  summaries: selectSummaries(db, listed).orderBy(inListOrder).prepare(),
  listings: selectListings(db, listed).orderBy(inListOrder).prepare(),
  summariesOfIds: db
    .select(summaryColumns)
    .from(sql`${listed} found`)
    .crossJoin(listingTable)
    .where(isListed)
    .orderBy(inListOrder)
    .prepare(),
  listingsOfIds: db
    .select(listingColumns)
    .from(sql`${listed} found`)
    .crossJoin(listingTable)
    .where(isListed)
    .orderBy(inListOrder)
    .prepare(),
  allOfIds: db
    .select(listingColumns)
    .from(sql`${listed} found`)
    .crossJoin(listingTable)
    .where(sql`${listingTable.id} = found.value`)
    .orderBy(inListOrder)
    .prepare(),
  one: db
    .select(listingColumns)
    .from(listingTable)
    .where(and(eq(listingTable.id, sql.placeholder('id')), isShown))
    .prepare(),
  // A literal, as in the partial index: a bound value would not select it.
  samples: db
    .select(summaryColumns)
    .from(listingTable)
    .where(and(eq(listingTable.kind, sql.placeholder('kind')), sql`${listingTable.isSample} = 1`, isShown))
    .orderBy(desc(listingTable.seq))
    .prepare(),
  ofUser: selectSummaries(db, ofUser).prepare(),
  ofManageKeys: selectSummaries(db, ofManageKeys).prepare(),
}));

export function findListingCards(db: Database, seqs: readonly number[], actor: Actor): Map<number, ListingSummary> {
  const rows = seqs.length === 0 ? [] : reads(db).summaries.all({ list: JSON.stringify(seqs) });
  return new Map(rows.map((row) => [row.seq, toSummary(row, actor)]));
}

export const findListingsBySeq = (db: Database, seqs: readonly number[], actor: Actor): ListingSummary[] => [
  ...findListingCards(db, seqs, actor).values(),
];

// Raw: forces the index in the order of prices, which is read from the given price in both directions.
const nearestInPrice = memoizePrepared(({ $client: sqlite }) => {
  const createSideSql = (comparison: '>=' | '<', order: 'ASC' | 'DESC') =>
    `SELECT * FROM (SELECT seq, present_price_rupees FROM listings INDEXED BY listings_availability_price
      WHERE kind = @kind AND availability = 'available' AND is_sample = 0 AND hidden_at IS NULL
            AND present_price_rupees ${comparison} @price AND id <> @id
      ORDER BY present_price_rupees ${order}, seq ${order} LIMIT ${maxSimilar})`;
  return sqlite
    .prepare<[{ kind: ListingKind; price: number; id: string }], number>(
      `SELECT seq FROM (${createSideSql('>=', 'ASC')} UNION ALL ${createSideSql('<', 'DESC')})
        ORDER BY abs(present_price_rupees - @price), seq DESC LIMIT ${maxSimilar}`,
    )
    .pluck();
});

/** Other listings of a kind for sale, nearest in price first. @param near whole rupees; `id` is left out */
export const findListingsNearInPrice = (
  db: Database,
  near: { kind: ListingKind; price: number; id: string },
  actor: Actor,
): ListingSummary[] => findListingsBySeq(db, nearestInPrice(db).all(near), actor);

export function findFullListings(db: Database, seqs: readonly number[], actor: Actor): Listing[] {
  if (seqs.length === 0) return [];
  const rows = reads(db).listings.all({ list: JSON.stringify(seqs) });
  return rows.map((row) => toListing(row, actor));
}

/** @returns null when the listing does not exist or is hidden */
export function findListing(db: Database, id: string, actor: Actor): Listing | null {
  const row = reads(db).one.get({ id });
  return row ? toListing(row, actor) : null;
}

export const shortIdLength = 8;

const idsWith = memoizePrepared((db) =>
  db
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(and(sql`${listingTable.id} BETWEEN ${sql.placeholder('from')} AND ${sql.placeholder('to')}`, isShown))
    .limit(2)
    .prepare(),
);

/** Id of the listing with this id, or of the only listing whose id begins with this text; null if there is none. */
export function findByShortId(db: Database, text: string): string | null {
  if (text.length < shortIdLength) return null;
  const [first, second] = idsWith(db).all({ from: text, to: `${text}~` });
  return first && (!second || first.id === text) ? first.id : null;
}

export function toShortId(db: Database, id: string): string {
  const text = id.slice(0, shortIdLength);
  return findByShortId(db, text) === id ? text : id;
}

export function findListingSummariesById(db: Database, ids: readonly string[], actor: Actor): ListingSummary[] {
  if (ids.length === 0) return [];
  return reads(db)
    .summariesOfIds.all({ list: JSON.stringify(ids) })
    .map((row) => toSummary(row, actor));
}

/** @param areHiddenShown for the desk only */
export function findListingsById(
  db: Database,
  ids: readonly string[],
  actor: Actor,
  { areHiddenShown = false } = {},
): Listing[] {
  if (ids.length === 0) return [];
  return reads(db)
    [areHiddenShown ? 'allOfIds' : 'listingsOfIds'].all({ list: JSON.stringify(ids) })
    .map((row) => toListing(row, actor));
}

/** Built-in samples of a sell screen, which are shown before real listings. */
export const findSampleListings = (db: Database, kind: ListingKind): ListingSummary[] =>
  reads(db)
    .samples.all({ kind })
    .map((row) => toSummary(row, anonymous));

/** Sold ones included, the newest first; with those of the manage keys that came with the request. */
export function findListingsOwnedBy(db: Database, actor: Actor): ListingSummary[] {
  const { user, manageKeyIds } = actor;
  const rows = [
    ...(user ? reads(db).ofUser.all({ userId: user.id }) : []),
    ...(manageKeyIds.length > 0 ? reads(db).ofManageKeys.all({ keys: JSON.stringify(manageKeyIds) }) : []),
  ];
  return rows.sort((one, other) => other.seq - one.seq).map((row) => toSummary(row, actor));
}

const { kind: _kind, ...counted } = getTableColumns(listingCounters);

const counters = memoizePrepared((db) =>
  db
    .select(counted)
    .from(listingCounters)
    .where(eq(listingCounters.kind, sql.placeholder('kind')))
    .prepare(),
);

export function readListingStatistics(db: Database, kind: ListingKind): ListingStatistics {
  return counters(db).get({ kind }) ?? { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
}
