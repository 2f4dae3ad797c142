import type { Database } from '~db/connection';
import type { News } from '../desk/news';
import { removalToldSince } from '../desk/removal-notices.server';
import { statementsOf } from '../statements.server';

/** Maximum number of notices; the newest are kept. */
const mostTold = 50;

const deleted = statementsOf((sqlite) =>
  sqlite.prepare<[string, string], News>(
    `SELECT 'removed-' || id AS id, NULL AS kind, name, 'deleted' AS done, reason, created_at AS at
       FROM removal_notices
      WHERE user_id = ? AND created_at > ? AND kind = 'review'
      ORDER BY created_at DESC LIMIT ${mostTold}`,
  ),
);

/** A user's reviews that operators deleted, the newest first, for as long as `removalToldDays` says. */
export const deletedReviewsOf = (db: Database, userId: string, now: Date): News[] =>
  deleted(db).all(userId, removalToldSince(now));
