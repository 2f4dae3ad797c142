import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { foldForSearch } from '~db/search-fold';
import { moderationLabels, type News } from '../moderation/moderation';
import { removalsReportedSince } from '../moderation/public-item.server';
import type { Actor, SignedInUser } from '../shared/actor';
import { aDay, timestampBefore } from '../shared/dates';
import { statementsOf } from '../shared/memoize.server';
import { type PageOf, paginationOf } from '../shared/pagination';
import type { Listing, ListingQuery, ListingSummary } from './listing';
import {
  listingColumns,
  type ListingRow,
  summaryColumns,
  type SummaryRow,
  toListing,
  toSummary,
} from './listing-rows.server';
import { findListings, findListingsInPieces, mostCounted } from './listing-search.server';

/** Maximum number of an actor's own listings that a screen shows. */
const mostOwned = 200;

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
export function listingSummaries(db: Database, query: ListingQuery, actor: Actor): PageOf<ListingSummary> {
  const { seqs, total } = findListings(db, query);
  return pageOf(query, total, listingsAt(db, seqs, actor));
}

/** Cards of the listings with the given sequence numbers (`seq`), in that order. */
export function listingsAt(db: Database, seqs: readonly number[], actor: Actor): ListingSummary[] {
  return seqs.length === 0
    ? []
    : reads(db)
        .summaries.all(JSON.stringify(seqs))
        .map((row) => toSummary(row, actor));
}

/** The same, as full listings. */
export async function listings(db: Database, query: ListingQuery, actor: Actor): Promise<PageOf<Listing>> {
  const { seqs, total } = await findListingsInPieces(db, query);
  return pageOf(query, total, listingsInFull(db, seqs, actor));
}

/** Full listings with the given sequence numbers (`seq`), in that order. */
export function listingsInFull(db: Database, seqs: readonly number[], actor: Actor): Listing[] {
  if (seqs.length === 0) return [];
  const rows = reads(db).listings.all(JSON.stringify(seqs));
  return rows.map((row) => toListing(row, actor));
}

/** @returns null when the listing does not exist or is hidden */
export function findListing(db: Database, id: string, actor: Actor): Listing | null {
  const row = reads(db).one.get(id);
  return row ? toListing(row, actor) : null;
}

/** Cards of the listings among the given ids, in that order; other ids are skipped. */
export function listingSummariesOf(db: Database, ids: readonly string[], actor: Actor): ListingSummary[] {
  if (ids.length === 0) return [];
  return reads(db)
    .summariesOfIds.all(JSON.stringify(ids))
    .map((row) => toSummary(row, actor));
}

/** The same, as full listings. */
export function listingsOf(db: Database, ids: readonly string[], actor: Actor): Listing[] {
  if (ids.length === 0) return [];
  return reads(db)
    .listingsOfIds.all(JSON.stringify(ids))
    .map((row) => toListing(row, actor));
}

const anonymous: Actor = { user: null, manageKeyIds: [] };

/** Built-in samples of a sell screen, shown before real listings. @param q substring of a name or brand */
export function sampleListings(db: Database, kind: ListingKind, q?: string | null): ListingSummary[] {
  const term = foldForSearch(q?.trim() ?? '');
  return reads(db)
    .samples.all(kind)
    .filter(({ searchName, searchBrand }) => searchName.includes(term) || searchBrand.includes(term))
    .map((row) => toSummary(row, anonymous));
}

/**
 * Listings of the actor, sold ones included, the newest first: those of the signed-in user, and those of the manage
 * keys that came with the request.
 */
export function listingsOwnedBy(db: Database, actor: Actor): ListingSummary[] {
  const { ofUser, ofManageKeys } = reads(db);
  const rows = [
    ...(actor.user ? ofUser.all(actor.user.id, mostOwned) : []),
    ...(actor.manageKeyIds.length > 0 ? ofManageKeys.all(JSON.stringify(actor.manageKeyIds), mostOwned) : []),
  ];
  return rows.sort((one, other) => other.seq - one.seq).map((row) => toSummary(row, actor));
}

/** Full listings of the signed-in user, sold ones included, the newest first; of more than 200 the newest 200. */
export function listingsOfUser(db: Database, user: SignedInUser): Listing[] {
  const rows = reads(db).ofUserInFull.all(user.id, mostOwned);
  return rows.map((row) => toListing(row, { user, manageKeyIds: [] }));
}

/** Days for which a seller sees that a listing was restored. */
const reportDays = 14;
/** Maximum number of notices of each sort; the newest are kept. */
const mostReported = 50;

const { hide, restore } = moderationLabels;

/** Query parameters: `@keys` is a JSON array of manage key ids. */
type RequestedList = { user: string | null; keys: string; since: string };

const newsReads = statementsOf((sqlite) => ({
  moderated: sqlite.prepare<[RequestedList], News>(
    `SELECT l.id, l.kind, l.name, CASE WHEN l.hidden_at IS NULL THEN 'shown' ELSE 'hidden' END AS action,
            l.hidden_reason AS reason, coalesce(l.hidden_at, g.created_at) AS at
       FROM listings l LEFT JOIN audit_events g ON g.id =
            (SELECT max(o.id) FROM audit_events o
              WHERE o.subject = 'listing' AND o.subject_id = l.id AND o.action IN ('${hide}', '${restore}'))
      WHERE l.seq IN (SELECT seq FROM listings WHERE owner_user_id = @user
                      UNION SELECT seq FROM listings WHERE manage_key_id IN (SELECT value FROM json_each(@keys)))
        AND (l.hidden_at IS NOT NULL OR (g.action = '${restore}' AND g.created_at > @since))
      ORDER BY at DESC LIMIT ${mostReported}`,
  ),
  deleted: sqlite.prepare<[RequestedList], News>(
    `SELECT 'removed-' || id AS id, NULL AS kind, name, 'deleted' AS action, reason, created_at AS at
       FROM removal_notices
      WHERE id IN (SELECT id FROM removal_notices WHERE user_id = @user
                   UNION SELECT id FROM removal_notices WHERE manage_key_id IN (SELECT value FROM json_each(@keys)))
        AND created_at > @since AND kind <> 'review'
      ORDER BY created_at DESC LIMIT ${mostReported}`,
  ),
}));

/**
 * Operators' actions on what the actor offers, the newest first: listings that are hidden, or were restored in the last
 * fortnight; listings and used vehicles that were deleted, for as long as `removalReportDays` says.
 */
export function listingNewsFor(db: Database, { user, manageKeyIds }: Actor, now: Date): News[] {
  const whose = { user: user?.id ?? null, keys: JSON.stringify(manageKeyIds) };
  const since = timestampBefore(now, reportDays * aDay);
  const { moderated, deleted } = newsReads(db);
  return [...moderated.all({ ...whose, since }), ...deleted.all({ ...whose, since: removalsReportedSince(now) })].sort(
    (one, other) => (one.at < other.at ? 1 : -1),
  );
}
