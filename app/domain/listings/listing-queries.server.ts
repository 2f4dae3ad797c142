import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import type { Asker, SignedInUser } from '../asker';
import { type PageOf, paginationOf } from '../pagination';
import { statementsOf } from '../statements.server';
import type { ListingKind } from './limits';
import type { Listing, ListingSummary } from './listing';
import type { ListingQuery } from './listing-filters';
import {
  type ListingRow,
  listingColumns,
  type SummaryRow,
  summaryColumns,
  toListing,
  toSummary,
} from './listing-rows.server';
import { findListings, findListingsInPieces, mostCounted } from './listing-search.server';

/** Maximum number of an actor's own listings that a screen shows. */
const mostHeld = 200;

const reads = statementsOf((sqlite) => ({
  summaries: sqlite.prepare<[string], SummaryRow>(
    `SELECT ${summaryColumns} FROM json_each(?) s CROSS JOIN listings l ON l.seq = s.value ORDER BY s.key`,
  ),
  listings: sqlite.prepare<[string], ListingRow>(
    `SELECT ${listingColumns} FROM json_each(?) s CROSS JOIN listings l ON l.seq = s.value ORDER BY s.key`,
  ),
  summariesOfIds: sqlite.prepare<[string], SummaryRow>(
    `SELECT ${summaryColumns} FROM json_each(?) s CROSS JOIN listings l ON l.id = s.value
      WHERE l.hidden_at IS NULL ORDER BY s.key`,
  ),
  listingsOfIds: sqlite.prepare<[string], ListingRow>(
    `SELECT ${listingColumns} FROM json_each(?) s CROSS JOIN listings l ON l.id = s.value
      WHERE l.hidden_at IS NULL ORDER BY s.key`,
  ),
  one: sqlite.prepare<[string], ListingRow>(
    `SELECT ${listingColumns} FROM listings l WHERE l.id = ? AND l.hidden_at IS NULL`,
  ),
  samples: sqlite.prepare<[ListingKind], SummaryRow & { searchName: string; searchBrand: string }>(
    `SELECT ${summaryColumns}, l.search_name AS searchName, l.search_brand AS searchBrand
       FROM listings l INDEXED BY listings_samples
      WHERE l.kind = ? AND l.is_sample = 1 AND l.hidden_at IS NULL ORDER BY l.seq DESC`,
  ),
  ofUser: sqlite.prepare<[string, number], SummaryRow & { seq: number }>(
    `SELECT l.seq, ${summaryColumns} FROM listings l INDEXED BY listings_owner
      WHERE l.owner_user_id = ? AND l.hidden_at IS NULL ORDER BY l.seq DESC LIMIT ?`,
  ),
  ofUserInFull: sqlite.prepare<[string, number], ListingRow>(
    `SELECT ${listingColumns} FROM listings l INDEXED BY listings_owner
      WHERE l.owner_user_id = ? AND l.hidden_at IS NULL ORDER BY l.seq DESC LIMIT ?`,
  ),
  ofManageKeys: sqlite.prepare<[string, number], SummaryRow & { seq: number }>(
    `SELECT l.seq, ${summaryColumns} FROM listings l INDEXED BY listings_manage_key
      WHERE l.manage_key_id IN (SELECT value FROM json_each(?)) AND l.hidden_at IS NULL ORDER BY l.seq DESC LIMIT ?`,
  ),
}));

const pageOf = <Item>(query: ListingQuery, total: number, items: Item[]): PageOf<Item> => ({
  items,
  pagination: paginationOf(query, total, Math.min(total, mostCounted)),
});

/** Cards of the listings that match a query, without samples. For `pagination` see `findListings`. */
export function listingSummaries(db: Database, query: ListingQuery, asker: Asker): PageOf<ListingSummary> {
  const { seqs, total } = findListings(db, query);
  return pageOf(query, total, listingsAt(db, seqs, asker));
}

/** Cards of the listings with the given sequence numbers (`seq`), in that order. */
export function listingsAt(db: Database, seqs: readonly number[], asker: Asker): ListingSummary[] {
  return seqs.length === 0
    ? []
    : reads(db)
        .summaries.all(JSON.stringify(seqs))
        .map((row) => toSummary(row, asker));
}

/** The same, as full listings. */
export async function listings(db: Database, query: ListingQuery, asker: Asker): Promise<PageOf<Listing>> {
  const { seqs, total } = await findListingsInPieces(db, query);
  return pageOf(query, total, listingsInFull(db, seqs, asker));
}

/** Full listings with the given sequence numbers (`seq`), in that order. */
export function listingsInFull(db: Database, seqs: readonly number[], asker: Asker): Listing[] {
  if (seqs.length === 0) return [];
  const rows = reads(db).listings.all(JSON.stringify(seqs));
  return rows.map((row) => toListing(row, asker));
}

/** @returns null when the listing does not exist or is hidden */
export function findListing(db: Database, id: string, asker: Asker): Listing | null {
  const row = reads(db).one.get(id);
  return row ? toListing(row, asker) : null;
}

/** Cards of the listings among the given ids, in that order; other ids are skipped. */
export function listingSummariesOf(db: Database, ids: readonly string[], asker: Asker): ListingSummary[] {
  if (ids.length === 0) return [];
  return reads(db)
    .summariesOfIds.all(JSON.stringify(ids))
    .map((row) => toSummary(row, asker));
}

/** The same, as full listings. */
export function listingsOf(db: Database, ids: readonly string[], asker: Asker): Listing[] {
  if (ids.length === 0) return [];
  return reads(db)
    .listingsOfIds.all(JSON.stringify(ids))
    .map((row) => toListing(row, asker));
}

const nobody: Asker = { user: null, manageKeyIds: [] };

/** Built-in samples of a sell screen, shown before real listings. @param q substring of a name or brand */
export function sampleListings(db: Database, kind: ListingKind, q?: string | null): ListingSummary[] {
  const term = foldForSearch(q?.trim() ?? '');
  return reads(db)
    .samples.all(kind)
    .filter(({ searchName, searchBrand }) => searchName.includes(term) || searchBrand.includes(term))
    .map((row) => toSummary(row, nobody));
}

/**
 * Listings of the actor, sold ones included, the newest first: those of the signed-in user, and those of the manage
 * keys that came with the request.
 */
export function listingsHeldBy(db: Database, asker: Asker): ListingSummary[] {
  const { ofUser, ofManageKeys } = reads(db);
  const rows = [
    ...(asker.user ? ofUser.all(asker.user.id, mostHeld) : []),
    ...(asker.manageKeyIds.length > 0 ? ofManageKeys.all(JSON.stringify(asker.manageKeyIds), mostHeld) : []),
  ];
  return rows.sort((one, other) => other.seq - one.seq).map((row) => toSummary(row, asker));
}

/** Full listings of the signed-in user, sold ones included, the newest first; of more than 200 the newest 200. */
export function listingsOfUser(db: Database, user: SignedInUser): Listing[] {
  const rows = reads(db).ofUserInFull.all(user.id, mostHeld);
  return rows.map((row) => toListing(row, { user, manageKeyIds: [] }));
}
