import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { moderationWords } from '../desk/limits';
import type { News } from '../desk/news';
import { removalToldSince } from '../desk/removal-notices.server';
import { aDay, momentBefore } from '../durations';
import { statementsOf } from '../statements.server';

/** How long a seller is told that a listing can be seen again. */
const toldDays = 14;
/** The newest of each are told. */
const mostTold = 50;

const { hide, restore } = moderationWords;

/** Whose news: @keys is a list of manage keys' ids as JSON. */
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
 * What operators did with what the asker offers, the newest first: listings that they hid, and those that they have
 * shown again in the last fortnight; listings and used vehicles that they deleted, for as long as `removalToldDays`
 * says.
 */
export function listingNewsFor(db: Database, { user, manageKeyIds }: Asker, now: Date): News[] {
  const whose = { user: user?.id ?? null, keys: JSON.stringify(manageKeyIds) };
  const since = momentBefore(now, toldDays * aDay);
  const { moderated, deleted } = reads(db);
  return [...moderated.all({ ...whose, since }), ...deleted.all({ ...whose, since: removalToldSince(now) })].sort(
    (one, other) => (one.at < other.at ? 1 : -1),
  );
}
