import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { moderationWords } from '../desk/limits';
import type { News } from '../desk/news';
import { removalToldSince } from '../desk/removal-notices.server';
import { aDay, momentBefore } from '../durations';
import { statementsOf } from '../statements.server';

/** Days for which a seller sees that a listing was restored. */
const toldDays = 14;
/** Maximum number of notices of each sort; the newest are kept. */
const mostTold = 50;

const { hide, restore } = moderationWords;

/** Query parameters: `@keys` is a JSON array of manage key ids. */
type Asked = { user: string | null; keys: string; since: string };

const reads = statementsOf((sqlite) => ({
  moderated: sqlite.prepare<[Asked], News>(
    `SELECT l.id, l.kind, l.name, CASE WHEN l.hidden_at IS NULL THEN 'shown' ELSE 'hidden' END AS done,
            l.hidden_reason AS reason, coalesce(l.hidden_at, g.created_at) AS at
       FROM listings l LEFT JOIN operator_log g ON g.id =
            (SELECT max(o.id) FROM operator_log o
              WHERE o.subject = 'listing' AND o.subject_id = l.id AND o.deed IN ('${hide}', '${restore}'))
      WHERE l.seq IN (SELECT seq FROM listings WHERE owner_user_id = @user
                      UNION SELECT seq FROM listings WHERE manage_key_id IN (SELECT value FROM json_each(@keys)))
        AND (l.hidden_at IS NOT NULL OR (g.deed = '${restore}' AND g.created_at > @since))
      ORDER BY at DESC LIMIT ${mostTold}`,
  ),
  deleted: sqlite.prepare<[Asked], News>(
    `SELECT 'removed-' || id AS id, NULL AS kind, name, 'deleted' AS done, reason, created_at AS at
       FROM removal_notices
      WHERE id IN (SELECT id FROM removal_notices WHERE user_id = @user
                   UNION SELECT id FROM removal_notices WHERE manage_key_id IN (SELECT value FROM json_each(@keys)))
        AND created_at > @since AND kind <> 'review'
      ORDER BY created_at DESC LIMIT ${mostTold}`,
  ),
}));

/**
 * Operators' actions on what the actor offers, the newest first: listings that are hidden, or were restored in the last
 * fortnight; listings and used vehicles that were deleted, for as long as `removalToldDays` says.
 */
export function listingNewsFor(db: Database, { user, manageKeyIds }: Asker, now: Date): News[] {
  const whose = { user: user?.id ?? null, keys: JSON.stringify(manageKeyIds) };
  const since = momentBefore(now, toldDays * aDay);
  const { moderated, deleted } = reads(db);
  return [...moderated.all({ ...whose, since }), ...deleted.all({ ...whose, since: removalToldSince(now) })].sort(
    (one, other) => (one.at < other.at ? 1 : -1),
  );
}
