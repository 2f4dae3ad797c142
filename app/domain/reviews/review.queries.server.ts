import type { Database } from '~db/connection';
import type { News } from '../moderation/moderation';
import { removalsReportedSince } from '../moderation/public-item.server';
import { statementsOf } from '../shared/memoize.server';
import { type PageOf, paginationOf } from '../shared/pagination';
import { type Review, type ReviewPage, reviewsPerPage, type ReviewSummary, type StoredReview } from './review';

/** Selects the column that holds the id: both kinds share one namespace, but each column has its own index. */
type SubjectKind = 'vehicle' | 'listing';
const subjects = { vehicle: 'vehicle_id', listing: 'listing_id' } as const satisfies Record<SubjectKind, string>;

/** Subject of a review. */
export type ReviewSubject = { kind: SubjectKind; id: string };

type ReviewRow = Omit<Review, 'user'> & { userId: string; userName: string };
type StoredRow = ReviewRow & {
  vehicleName: string;
  isHidden: 0 | 1;
  hiddenReason: string | null;
  isPublic: 0 | 1;
};

const columns = `r.id, coalesce(r.vehicle_id, r.listing_id) AS vehicleId, r.user_id AS userId, u.name AS userName,
  r.rating, r.title, r.comment, r.helpful_count AS helpfulCount, r.created_at AS createdAt, r.updated_at AS updatedAt,
  r.version`;
const storedColumns = `${columns}, coalesce(v.name, l.name) AS vehicleName, r.hidden_at IS NOT NULL AS isHidden,
  r.hidden_reason AS hiddenReason,
  r.hidden_at IS NULL AND coalesce(v.hidden_at, l.hidden_at) IS NULL AS isPublic`;
const joined = `JOIN users u ON u.id = r.user_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
  LEFT JOIN listings l ON l.id = r.listing_id`;

const reads = statementsOf((sqlite) => {
  const stored = <Parameters extends unknown[]>(rest: string, source = 'reviews r') =>
    sqlite.prepare<Parameters, StoredRow>(`SELECT ${storedColumns} FROM ${source} ${joined} ${rest}`);
  const of = (kind: SubjectKind) => ({
    page: sqlite.prepare<[string, number, number], ReviewRow>(
      `SELECT ${columns} FROM reviews r INDEXED BY reviews_${kind} JOIN users u ON u.id = r.user_id
        WHERE r.${subjects[kind]} = ? AND r.hidden_at IS NULL ORDER BY r.created_at DESC, r.rowid DESC LIMIT ? OFFSET ?`,
    ),
    portion: sqlite.prepare<[string, string, number, number], ReviewRow & { place: number }>(
      `SELECT ${columns}, r.rowid AS place FROM reviews r INDEXED BY reviews_${kind} JOIN users u ON u.id = r.user_id
        WHERE r.${subjects[kind]} = ? AND r.hidden_at IS NULL AND (r.created_at, r.rowid) < (?, ?)
        ORDER BY r.created_at DESC, r.rowid DESC LIMIT ?`,
    ),
    stars: sqlite.prepare<[string], { rating: number; count: number }>(
      `SELECT rating, count(*) AS count FROM reviews INDEXED BY reviews_${kind}
        WHERE ${subjects[kind]} = ? AND hidden_at IS NULL GROUP BY rating`,
    ),
    byUser: stored<[string, string]>(`WHERE r.user_id = ? AND r.${subjects[kind]} = ?`),
  });
  return {
    vehicle: of('vehicle'),
    listing: of('listing'),
    one: stored<[string]>('WHERE r.id = ?'),
    ofUser: stored<[string, number, number]>(
      'WHERE r.user_id = ? ORDER BY r.created_at DESC, r.rowid DESC LIMIT ? OFFSET ?',
    ),
    countOfUser: sqlite.prepare<[string], number>('SELECT count(*) FROM reviews WHERE user_id = ?').pluck(),
    latest: stored<[number]>(
      `WHERE r.hidden_at IS NULL AND coalesce(v.hidden_at, l.hidden_at) IS NULL
        ORDER BY r.created_at DESC, r.rowid DESC LIMIT ?`,
      'reviews r INDEXED BY reviews_newest',
    ),
    helpful: sqlite
      .prepare<[string, string], string>(
        `SELECT h.review_id FROM json_each(?) s CROSS JOIN review_helpful_votes h ON h.review_id = s.value
          WHERE h.user_id = ?`,
      )
      .pluck(),
  };
});

/** Field by field, because a rest pattern on a row from SQLite takes the engine longer than reading the row. */
const toReview = (row: ReviewRow): Review => ({
  id: row.id,
  vehicleId: row.vehicleId,
  user: { id: row.userId, name: row.userName },
  rating: row.rating,
  title: row.title,
  comment: row.comment,
  helpfulCount: row.helpfulCount,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
});

const toStored = (row: StoredRow): StoredReview => ({
  ...toReview(row),
  vehicleName: row.vehicleName,
  hiddenReason: row.hiddenReason,
  isHidden: row.isHidden === 1,
  isPublic: row.isPublic === 1,
});

function summaryOf(counts: readonly { rating: number; count: number }[]): ReviewSummary {
  const of = (rating: number) => counts.find((one) => one.rating === rating)?.count ?? 0;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const points = counts.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return {
    average: total === 0 ? null : Math.round((10 * points) / total) / 10,
    count: total,
    stars: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
  };
}

/**
 * Riders' reviews of one vehicle or listing, the newest first, without hidden ones.
 *
 * @param page from 1; a page past the last is empty
 */
export function reviewsOf(
  db: Database,
  { kind, id }: ReviewSubject,
  { page, limit = reviewsPerPage }: { page: number; limit?: number },
): ReviewPage {
  const statements = reads(db)[kind];
  const summary = summaryOf(statements.stars.all(id));
  const rows = summary.count === 0 ? [] : statements.page.all(id, limit, (page - 1) * limit);
  return {
    items: rows.map(toReview),
    pagination: paginationOf({ page, limit }, summary.count),
    summary,
  };
}

/** Number of reviews read between two pauses. */
const portion = 250;

/**
 * All reviews that `reviewsOf` returns page by page, in the same order, as a sequence of short synchronous reads;
 * reviews written meanwhile are not included.
 */
export function* everyReviewOf(db: Database, { kind, id }: ReviewSubject): Generator<Review[]> {
  let last = { createdAt: '9', place: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = reads(db)[kind].portion.all(id, last.createdAt, last.place, portion);
    yield rows.map(toReview);
    const lastRow = rows.at(-1);
    if (rows.length < portion || !lastRow) return;
    last = lastRow;
  }
}

/** @returns null when the review does not exist; the caller checks who may see it */
export function findReview(db: Database, id: string): StoredReview | null {
  const row = reads(db).one.get(id);
  return row ? toStored(row) : null;
}

/** A user's review of a vehicle or listing, hidden or not; null when there is none. */
export function reviewBy(db: Database, userId: string, { kind, id }: ReviewSubject): StoredReview | null {
  const row = reads(db)[kind].byUser.get(userId, id);
  return row ? toStored(row) : null;
}

/** The same, by id alone: vehicles and listings never share an id. */
export const reviewOfAnyBy = (db: Database, userId: string, id: string): StoredReview | null =>
  reviewBy(db, userId, { kind: 'vehicle', id }) ?? reviewBy(db, userId, { kind: 'listing', id });

/** A user's reviews, the newest first, hidden ones included. @param page from 1 */
export function reviewsOfUser(
  db: Database,
  userId: string,
  { page, limit = reviewsPerPage }: { page: number; limit?: number },
): PageOf<StoredReview> {
  const total = reads(db).countOfUser.get(userId) ?? 0;
  const rows = reads(db).ofUser.all(userId, limit, (page - 1) * limit);
  return { items: rows.map(toStored), pagination: paginationOf({ page, limit }, total) };
}

/** The newest public reviews, of any subject. */
export const latestReviews = (db: Database, limit: number): StoredReview[] => reads(db).latest.all(limit).map(toStored);

/** The given reviews that a user marked as helpful. */
export const helpfulTo = (db: Database, userId: string, reviewIds: readonly string[]): ReadonlySet<string> =>
  new Set(reviewIds.length === 0 ? [] : reads(db).helpful.all(JSON.stringify(reviewIds), userId));

/** Maximum number of notices; the newest are kept. */
const mostReported = 50;

const deleted = statementsOf((sqlite) =>
  sqlite.prepare<[string, string], News>(
    `SELECT 'removed-' || id AS id, NULL AS kind, name, 'deleted' AS action, reason, created_at AS at
       FROM removal_notices
      WHERE user_id = ? AND created_at > ? AND kind = 'review'
      ORDER BY created_at DESC LIMIT ${mostReported}`,
  ),
);

/** A user's reviews that operators deleted, the newest first, for as long as `removalReportDays` says. */
export const deletedReviewsOf = (db: Database, userId: string, now: Date): News[] =>
  deleted(db).all(userId, removalsReportedSince(now));
