import { and, desc, eq, gt, inArray, isNotNull, max, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { auditEvents, removalNotices } from '~db/schema/desk';
import { listings as listingTable } from '~db/schema/listings';
import { moderationLabels, type News } from '../moderation/moderation';
import { getRemovalsReportedSince } from '../moderation/public-item.server';
import type { Actor } from '../shared/actor';
import { dayMs, getTimestampBefore } from '../shared/dates';
import { memoizePrepared } from '~db/statements';
import type { Listing } from './listing';
import { formatStillForSaleQuestion, getUnconfirmedBefore } from './listing-facts';

/** Listings marked in one batch, which takes 2 to 6 ms: each moves in every index with the default order. */
const batch = 250;

const maxQuestions = 5;

export type UnconfirmedListing = Pick<Listing, 'id' | 'kind' | 'name'> & { question: string };

// Raw: forces the index of unconfirmed listings.
const marking = memoizePrepared(({ $client: sqlite }) =>
  sqlite.prepare<[string, number]>(
    `UPDATE listings SET is_behind = 1 WHERE seq IN (
       SELECT seq FROM listings INDEXED BY listings_unconfirmed
        WHERE is_behind = 0 AND availability = 'available' AND is_sample = 0 AND hidden_at IS NULL AND confirmed_at < ?
        ORDER BY confirmed_at LIMIT ?)`,
  ),
);

/** docs/product.md, "Current listings". @returns number of listings marked, at most one batch */
export const markUnconfirmed = (db: Database, now: Date): number =>
  marking(db).run(getUnconfirmedBefore(now), batch).changes;

type DueRow = Pick<Listing, 'id' | 'kind' | 'name' | 'confirmedAt' | 'createdAt'> & { seq: number };

// Raw: forces the index of the owner, who has few listings.
const owned = memoizePrepared(({ $client: sqlite }) => {
  const of = (index: 'listings_owner' | 'listings_manage_key', isOwn: string) =>
    sqlite.prepare<[{ owner: string; before: string }], DueRow>(
      `SELECT seq, id, kind, name, confirmed_at AS confirmedAt, created_at AS createdAt
         FROM listings INDEXED BY ${index}
        WHERE ${isOwn} AND availability = 'available' AND hidden_at IS NULL AND confirmed_at < @before
        ORDER BY seq LIMIT ${maxQuestions + 1}`,
    );
  return {
    ofUser: of('listings_owner', 'owner_user_id = @owner'),
    ofManageKeys: of('listings_manage_key', 'manage_key_id IN (SELECT value FROM json_each(@owner))'),
  };
});

export function findUnconfirmedListings(
  db: Database,
  { user, manageKeyIds }: Actor,
  now: Date,
): { items: UnconfirmedListing[]; hasMore: boolean } {
  const before = getUnconfirmedBefore(now);
  const rows = [
    ...(user ? owned(db).ofUser.all({ owner: user.id, before }) : []),
    ...(manageKeyIds.length > 0 ? owned(db).ofManageKeys.all({ owner: JSON.stringify(manageKeyIds), before }) : []),
  ].sort((one, other) => one.seq - other.seq);
  return {
    items: rows.slice(0, maxQuestions).map(({ id, kind, name, ...dates }) => ({
      id,
      kind,
      name,
      question: formatStillForSaleQuestion(dates, now),
    })),
    hasMore: rows.length > maxQuestions,
  };
}

const reportDays = 14;
const maxReported = 50;

const { hide, restore } = moderationLabels;

/** Row numbers of a user's and of manage keys' rows: the planner may read all rows instead of looking these up. */
const selectOwned = (table: typeof listingTable | typeof removalNotices, owner: SQLiteColumn): SQL => sql`(
  SELECT ${table}.rowid AS row FROM ${table} WHERE ${owner} = ${sql.placeholder('user')}
  UNION SELECT ${table}.rowid FROM json_each(${sql.placeholder('keys')}) given
    CROSS JOIN ${table} ON ${table.manageKeyId} = given.value) owned`;

const newsReads = memoizePrepared((db) => {
  const lastDecision = db
    .select({ id: max(auditEvents.id) })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, 'listing'),
        eq(auditEvents.subjectId, listingTable.id),
        inArray(auditEvents.action, [hide, restore]),
      ),
    );
  const decision = alias(auditEvents, 'decision');
  const at = sql<string>`coalesce(${listingTable.hiddenAt}, ${decision.createdAt})`;
  return {
    moderated: db
      .select({
        id: listingTable.id,
        kind: listingTable.kind,
        name: listingTable.name,
        action: sql<News['action']>`CASE WHEN ${listingTable.hiddenAt} IS NULL THEN 'shown' ELSE 'hidden' END`,
        reason: listingTable.hiddenReason,
        at,
      })
      .from(selectOwned(listingTable, listingTable.ownerUserId))
      .crossJoin(listingTable)
      .leftJoin(decision, sql`${decision.id} = (${lastDecision})`)
      .where(
        and(
          eq(listingTable.seq, sql`owned.row`),
          or(
            isNotNull(listingTable.hiddenAt),
            and(eq(decision.action, restore), gt(decision.createdAt, sql.placeholder('since'))),
          ),
        ),
      )
      .orderBy(desc(at))
      .limit(maxReported)
      .prepare(),
    deleted: db
      .select({
        id: sql<string>`'removed-' || ${removalNotices.id}`,
        kind: sql<null>`NULL`,
        name: removalNotices.name,
        action: sql<News['action']>`'deleted'`,
        reason: removalNotices.reason,
        at: removalNotices.createdAt,
      })
      .from(selectOwned(removalNotices, removalNotices.userId))
      .crossJoin(removalNotices)
      .where(
        and(
          eq(removalNotices.id, sql`owned.row`),
          gt(removalNotices.createdAt, sql.placeholder('since')),
          ne(removalNotices.kind, 'review'),
        ),
      )
      .orderBy(desc(removalNotices.createdAt))
      .limit(maxReported)
      .prepare(),
  };
});

/** Newest first; those restored in the last 14 days, or deleted in the last `removalReportDays`. */
export function findListingNews(db: Database, { user, manageKeyIds }: Actor, now: Date): News[] {
  const owner = { user: user?.id ?? null, keys: JSON.stringify(manageKeyIds) };
  const since = getTimestampBefore(now, reportDays * dayMs);
  const { moderated, deleted } = newsReads(db);
  return [
    ...moderated.all({ ...owner, since }),
    ...deleted.all({ ...owner, since: getRemovalsReportedSince(now) }),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
}
