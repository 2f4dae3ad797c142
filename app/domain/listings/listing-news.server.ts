import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { moderationWords } from '../desk/limits';
import { statementsOf } from '../statements.server';
import type { ListingNews } from './listing';

/** How long a seller is told that a listing can be seen again. */
const toldDays = 14;

const { hide, restore } = moderationWords;

const reads = statementsOf((sqlite) =>
  sqlite.prepare<
    [{ user: string | null; keys: string; since: string }],
    Omit<ListingNews, 'isHidden'> & { isHidden: number }
  >(
    `SELECT l.id, l.kind, l.name, l.hidden_at IS NOT NULL AS isHidden, l.hidden_reason AS reason,
            coalesce(l.hidden_at, g.created_at) AS at
       FROM listings l LEFT JOIN operator_log g ON g.id =
            (SELECT max(o.id) FROM operator_log o
              WHERE o.subject = 'listing' AND o.subject_id = l.id AND o.deed IN ('${hide}', '${restore}'))
      WHERE l.seq IN (SELECT seq FROM listings WHERE owner_user_id = @user
                      UNION SELECT seq FROM listings WHERE manage_key_id IN (SELECT value FROM json_each(@keys)))
        AND (l.hidden_at IS NOT NULL OR (g.deed = '${restore}' AND g.created_at > @since))
      ORDER BY at DESC LIMIT 50`,
  ),
);

/** The asker's listings that operators hid, and those that they have shown again in the last fortnight. */
export function listingNewsFor(db: Database, { user, manageKeyIds }: Asker, now: Date): ListingNews[] {
  const since = new Date(now.getTime() - toldDays * 86_400_000).toISOString();
  return reads(db)
    .all({ user: user?.id ?? null, keys: JSON.stringify(manageKeyIds), since })
    .map(({ isHidden, ...news }) => ({ ...news, isHidden: isHidden === 1 }));
}
