import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import { type Review, type ReviewPage, type ReviewSummary, reviewsPerPage } from './review';

/** Which of the two columns holds the id: both kinds share one namespace, and each its own index. */
type SubjectKind = 'vehicle' | 'listing';
const columns = { vehicle: 'vehicle_id', listing: 'listing_id' } as const satisfies Record<SubjectKind, string>;

type ReviewRow = Omit<Review, 'user'> & { userId: string; userName: string };

const reads = statementsOf((sqlite) => {
  const of = (kind: SubjectKind) => ({
    page: sqlite.prepare<[string, number, number], ReviewRow>(
      `SELECT r.id, r.${columns[kind]} AS vehicleId, r.user_id AS userId, u.name AS userName, r.rating, r.title,
              r.comment, r.helpful_count AS helpfulCount, r.created_at AS createdAt, r.updated_at AS updatedAt, r.version
         FROM reviews r INDEXED BY reviews_${kind} JOIN users u ON u.id = r.user_id
        WHERE r.${columns[kind]} = ? AND r.hidden_at IS NULL ORDER BY r.created_at DESC, r.rowid DESC LIMIT ? OFFSET ?`,
    ),
    stars: sqlite.prepare<[string], { rating: number; count: number }>(
      `SELECT rating, count(*) AS count FROM reviews INDEXED BY reviews_${kind}
        WHERE ${columns[kind]} = ? AND hidden_at IS NULL GROUP BY rating`,
    ),
  });
  return { vehicle: of('vehicle'), listing: of('listing') };
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
 * Riders' reviews of one vehicle or listing, the newest first, without those taken out of sight.
 *
 * @param page from 1; one past the last is empty
 */
export function reviewsOf(
  db: Database,
  { kind, id }: { kind: SubjectKind; id: string },
  { page, limit = reviewsPerPage }: { page: number; limit?: number },
): ReviewPage {
  const statements = reads(db)[kind];
  const summary = summaryOf(statements.stars.all(id));
  const rows = summary.count === 0 ? [] : statements.page.all(id, limit, (page - 1) * limit);
  return {
    reviews: rows.map(({ userId, userName, ...review }) => ({ ...review, user: { id: userId, name: userName } })),
    pagination: { page, limit, total: summary.count, pages: Math.ceil(summary.count / limit) },
    summary,
  };
}
