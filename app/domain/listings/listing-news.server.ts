import { and, desc, eq, gt, inArray, isNotNull, max, ne, or, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { auditEvents, listings as listingTable, removalNotices } from '~db/schema';
import { moderationLabels, type News } from '../moderation/moderation';
import { removalsReportedSince } from '../moderation/public-item.server';
import type { Actor } from '../shared/actor';
import { aDay, timestampBefore } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';

/** Days for which a seller sees that a listing was restored. */
const reportDays = 14;
/** Maximum number of notices of each sort; the newest are kept. */
const mostReported = 50;

const { hide, restore } = moderationLabels;

const ofOwner = (table: typeof listingTable | typeof removalNotices, owner: SQLiteColumn) => {
  const isKey = sql`${table.manageKeyId} IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`;
  const key = table === removalNotices ? removalNotices.id : listingTable.seq;
  return sql`${key} IN (SELECT ${key} FROM ${table} WHERE ${owner} = ${sql.placeholder('user')}
                        UNION SELECT ${key} FROM ${table} WHERE ${isKey})`;
};

const newsReads = preparedOf((db) => {
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
      .from(listingTable)
      .leftJoin(decision, sql`${decision.id} = (${lastDecision})`)
      .where(
        and(
          ofOwner(listingTable, listingTable.ownerUserId),
          or(
            isNotNull(listingTable.hiddenAt),
            and(eq(decision.action, restore), gt(decision.createdAt, sql.placeholder('since'))),
          ),
        ),
      )
      .orderBy(desc(at))
      .limit(mostReported)
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
      .from(removalNotices)
      .where(
        and(
          ofOwner(removalNotices, removalNotices.userId),
          gt(removalNotices.createdAt, sql.placeholder('since')),
          ne(removalNotices.kind, 'review'),
        ),
      )
      .orderBy(desc(removalNotices.createdAt))
      .limit(mostReported)
      .prepare(),
  };
});

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
