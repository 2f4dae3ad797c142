import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { aDay, momentBefore } from '../durations';
import { statementsOf } from '../statements.server';
import { keptDays, type ListingChange, type Place } from './listing-changes';
import type { ListingKind } from './limits';
import { listingsInFull } from './listing-queries.server';

/** Removals forgotten at once, so that the database is never locked for long. */
const batch = 5_000;

type ChangeRow = {
  change: number;
  id: string;
  seq: number | null;
  firstShown: number;
  lastShown: number;
  sold: number | null;
  removedAt: string | null;
};

const statements = statementsOf((sqlite) => ({
  after: sqlite.prepare<[ListingKind, number, number], ChangeRow>(
    `SELECT c.change, c.listing_id AS id, l.seq, c.first_shown AS firstShown, c.last_shown AS lastShown, c.sold,
            c.removed_at AS removedAt
       FROM listing_changes c LEFT JOIN listings l ON l.id = c.listing_id
      WHERE c.kind = ? AND c.change > ? ORDER BY c.change LIMIT ?`,
  ),
  last: sqlite
    .prepare<[ListingKind], number>('SELECT change FROM listing_changes WHERE kind = ? ORDER BY change DESC LIMIT 1')
    .pluck(),
  // The last number of a kind stays, whatever became of it: the next one is counted from it.
  forget: sqlite.prepare<[string, number]>(
    `DELETE FROM listing_changes WHERE (kind, change) IN (
       SELECT c.kind, c.change FROM listing_changes c INDEXED BY listing_changes_removed
        WHERE c.removed_at < ? AND c.change < (
          SELECT change FROM listing_changes WHERE kind = c.kind ORDER BY change DESC LIMIT 1) LIMIT ?)`,
  ),
}));

/** The number of the newest change of a kind; 0 before the first. */
export const lastChange = (db: Database, kind: ListingKind): number => statements(db).last.get(kind) ?? 0;

/** Some changes in their order. */
type Changes = {
  changes: ListingChange[];
  /** The number of the last of them that was looked at: the next ones come after it. */
  upTo: number;
  hasMore: boolean;
};

/** What became of a listing, to somebody at a place; null when that is nothing. */
function changeOf({ removedAt, ...row }: ChangeRow, { change, known }: Pick<Place, 'change' | 'known'>) {
  // Who began with nothing and has read no change of it has nothing to take away. Others may have it from the list.
  if (removedAt !== null) return known === null && row.firstShown > change ? null : 'removed';
  // It may have moved on before they came to where it was: only what was there when they had caught up is surely
  // theirs.
  if (row.lastShown > (known ?? 0)) return 'created';
  return row.sold !== null && row.sold > (known ?? 0) ? 'sold' : 'changed';
}

/**
 * What became of the public listings of a kind since somebody was at a place, each with its newest state, in the order
 * in which it happened. A listing that changes several times is told once; one that changes while the pages are read
 * comes again.
 *
 * @param limit changes looked at, at most
 */
export function changesSince(
  db: Database,
  kind: ListingKind,
  place: Pick<Place, 'change' | 'known'>,
  limit: number,
  asker: Asker,
): Changes {
  const rows = statements(db).after.all(kind, place.change, limit + 1);
  const page = rows.slice(0, limit);
  const shown = page.flatMap(({ seq, removedAt }) => (seq !== null && removedAt === null ? seq : []));
  const listings = new Map(listingsInFull(db, shown, asker).map((listing) => [listing.id, listing]));
  const changes = page.flatMap((row): ListingChange[] => {
    const change = changeOf(row, place);
    if (change === null) return [];
    if (change === 'removed') return row.removedAt === null ? [] : [{ change, id: row.id, removedAt: row.removedAt }];
    // Another process may just have taken it away: that comes with a number of its own.
    const listing = listings.get(row.id);
    return listing ? [{ change, id: row.id, listing }] : [];
  });
  return { changes, upTo: page.at(-1)?.change ?? place.change, hasMore: rows.length > limit };
}

/**
 * Forgets listings that were removed longer ago than anybody may follow from.
 *
 * @returns how many, at most a batch
 */
export function forgetRemoved(db: Database, now: Date): number {
  const before = momentBefore(now, (keptDays + 2) * aDay);
  return statements(db).forget.run(before, batch).changes;
}
