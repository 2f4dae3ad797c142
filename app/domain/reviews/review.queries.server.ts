import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { removalNotices } from '~db/schema/desk';
import { reviewHelpfulVotes, reviews } from '~db/schema/engagement';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { News } from '../moderation/moderation';
import { getRemovalsReportedSince } from '../moderation/public-item.server';
import { createPagination, type Page } from '../shared/pagination.server';
import { type Review, type ReviewPage, type ReviewSummary, reviewsPerPage, type StoredReview } from './review';

/** Vehicles and listings share a namespace of ids, but each kind has a separate column and index. */
type SubjectKind = 'vehicle' | 'listing';
const subjects = { vehicle: reviews.vehicleId, listing: reviews.listingId } as const;

export type ReviewSubject = { kind: SubjectKind; id: string };

const columns = {
  id: reviews.id,
  vehicleId: sql<string>`coalesce(${reviews.vehicleId}, ${reviews.listingId})`,
  user: { id: users.id, name: users.name },
  rating: reviews.rating,
  title: reviews.title,
  comment: reviews.comment,
  helpfulCount: reviews.helpfulCount,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
  version: reviews.version,
};
const isShown = sql`coalesce(${vehicles.hiddenAt}, ${listings.hiddenAt}) IS NULL`;
const storedColumns = {
  ...columns,
  vehicleName: sql<string>`coalesce(${vehicles.name}, ${listings.name})`,
  isHidden: sql`${reviews.hiddenAt} IS NOT NULL`.mapWith(Boolean),
  hiddenReason: reviews.hiddenReason,
  isPublic: sql`(${reviews.hiddenAt} IS NULL AND ${isShown})`.mapWith(Boolean),
};
const place = sql<number>`${reviews}.rowid`;
const newestFirst = [desc(reviews.createdAt), sql`${place} DESC`];

const selectStored = (db: Database) =>
  db
    .select(storedColumns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .leftJoin(vehicles, eq(vehicles.id, reviews.vehicleId))
    .leftJoin(listings, eq(listings.id, reviews.listingId));

const reads = memoizePrepared((db) => {
  const of = (kind: SubjectKind) => {
    // Raw: without the forced index SQLite may scan every review by time, or sort all those of a popular vehicle.
    const source = sql`${reviews} INDEXED BY ${sql.identifier(`reviews_${kind}`)}`;
    const isAboutItem = sql`${subjects[kind]} = ${sql.placeholder('id')} AND ${reviews.hiddenAt} IS NULL`;
    const select = (rest: SQL) =>
      db
        .select({ ...columns, place })
        .from(sql`(SELECT ${place} AS place FROM ${source} WHERE ${isAboutItem} ${rest}) newest`)
        .crossJoin(reviews)
        .innerJoin(users, eq(users.id, reviews.userId))
        .where(sql`${place} = newest.place`)
        .orderBy(...newestFirst)
        .prepare();
    const order = sql`ORDER BY ${sql.join(newestFirst, sql`, `)} LIMIT ${sql.placeholder('limit')}`;
    const before = sql`(${sql.placeholder('createdAt')}, ${sql.placeholder('place')})`;
    return {
      page: select(sql`${order} OFFSET ${sql.placeholder('offset')}`),
      batch: select(sql`AND (${reviews.createdAt}, ${place}) < ${before} ${order}`),
      stars: db
        .select({ rating: sql<number>`${reviews.rating}`, count: count() })
        .from(source)
        .where(isAboutItem)
        .groupBy(reviews.rating)
        .prepare(),
      byUser: selectStored(db)
        .where(and(eq(reviews.userId, sql.placeholder('userId')), eq(subjects[kind], sql.placeholder('id'))))
        .prepare(),
    };
  };
  return {
    vehicle: of('vehicle'),
    listing: of('listing'),
    one: selectStored(db)
      .where(eq(reviews.id, sql.placeholder('id')))
      .prepare(),
    ofUser: selectStored(db)
      .where(eq(reviews.userId, sql.placeholder('userId')))
      .orderBy(...newestFirst)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    countOfUser: db
      .select({ count: count() })
      .from(reviews)
      .where(eq(reviews.userId, sql.placeholder('userId')))
      .prepare(),
    latest: selectStored(db)
      .where(and(isNull(reviews.hiddenAt), isShown))
      .orderBy(...newestFirst)
      .limit(sql.placeholder('limit'))
      .prepare(),
    helpful: db
      .select({ id: reviewHelpfulVotes.reviewId })
      .from(reviewHelpfulVotes)
      .where(
        and(
          inArray(reviewHelpfulVotes.reviewId, sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`),
          eq(reviewHelpfulVotes.userId, sql.placeholder('userId')),
        ),
      )
      .prepare(),
  };
});

function summarizeRatings(counts: readonly { rating: number; count: number }[]): ReviewSummary {
  const of = (rating: number) => counts.find((one) => one.rating === rating)?.count ?? 0;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const points = counts.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return {
    average: total === 0 ? null : Math.round((10 * points) / total) / 10,
    count: total,
    stars: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
  };
}

/** Newest first, without hidden ones. @param page from 1; a page past the last is empty */
export function findReviews(
  db: Database,
  { kind, id }: ReviewSubject,
  { page, limit = reviewsPerPage }: { page: number; limit?: number },
): ReviewPage {
  const statements = reads(db)[kind];
  const summary = summarizeRatings(statements.stars.all({ id }));
  const rows = summary.count === 0 ? [] : statements.page.all({ id, limit, offset: (page - 1) * limit });
  return {
    items: rows.map(({ place: _place, ...review }) => review),
    pagination: createPagination({ page, limit }, summary.count),
    summary,
  };
}

const batchSize = 250;

/** In short synchronous reads. Reviews written in the meantime are not included. */
export function* iterateReviews(db: Database, { kind, id }: ReviewSubject): Generator<Review[]> {
  let last = { createdAt: '9', place: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = reads(db)[kind].batch.all({ ...last, id, limit: batchSize });
    yield rows.map(({ place: _place, ...review }) => review);
    const lastRow = rows.at(-1);
    if (rows.length < batchSize || !lastRow) return;
    last = { createdAt: lastRow.createdAt, place: lastRow.place };
  }
}

/** @returns null when the review does not exist; the caller checks who may see it */
export const findReview = (db: Database, id: string): StoredReview | null => reads(db).one.get({ id }) ?? null;

/** A user's review of a vehicle or listing, hidden or not; null when there is none. */
export const findReviewBy = (db: Database, userId: string, { kind, id }: ReviewSubject): StoredReview | null =>
  reads(db)[kind].byUser.get({ userId, id }) ?? null;

export const findReviewOfAnyKindBy = (db: Database, userId: string, id: string): StoredReview | null =>
  findReviewBy(db, userId, { kind: 'vehicle', id }) ?? findReviewBy(db, userId, { kind: 'listing', id });

/** A user's reviews, the newest first, hidden ones included. @param page from 1 */
export function findReviewsOfUser(
  db: Database,
  userId: string,
  { page, limit = reviewsPerPage }: { page: number; limit?: number },
): Page<StoredReview> {
  const total = reads(db).countOfUser.get({ userId })?.count ?? 0;
  const items = reads(db).ofUser.all({ userId, limit, offset: (page - 1) * limit });
  return { items, pagination: createPagination({ page, limit }, total) };
}

export const findLatestReviews = (db: Database, limit: number): StoredReview[] => reads(db).latest.all({ limit });

export const findHelpfulVotes = (db: Database, userId: string, reviewIds: readonly string[]): ReadonlySet<string> =>
  new Set(
    reviewIds.length === 0
      ? []
      : reads(db)
          .helpful.all({ ids: JSON.stringify(reviewIds), userId })
          .map(({ id }) => id),
  );

const maxReported = 50;

const deleted = memoizePrepared((db) =>
  db
    .select({
      id: sql<string>`'removed-' || ${removalNotices.id}`,
      kind: sql<null>`NULL`,
      name: removalNotices.name,
      action: sql<'deleted'>`'deleted'`,
      reason: removalNotices.reason,
      at: removalNotices.createdAt,
    })
    .from(removalNotices)
    .where(
      and(
        eq(removalNotices.userId, sql.placeholder('userId')),
        gt(removalNotices.createdAt, sql.placeholder('since')),
        eq(removalNotices.kind, 'review'),
      ),
    )
    .orderBy(desc(removalNotices.createdAt))
    .limit(maxReported)
    .prepare(),
);

export const findDeletedReviews = (db: Database, userId: string, now: Date): News[] =>
  deleted(db).all({ userId, since: getRemovalsReportedSince(now) });
