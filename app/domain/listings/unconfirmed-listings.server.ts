import type { Database } from '~db/connection';
import type { Actor } from '../shared/actor';
import { preparedOf } from '../shared/memoize.server';
import type { Listing } from './listing';
import { stillForSaleQuestion, unconfirmedBefore } from './listing-dates';

/** Listings marked in one batch, 2 to 6 ms of work: each moves in every index that holds the default order. */
const batch = 250;

/** Maximum number of listings that a seller is asked about at a time; the others follow when these are answered. */
const mostAsked = 5;

/** A listing whose seller is asked whether it is still for sale. */
export type UnconfirmedListing = Pick<Listing, 'id' | 'kind' | 'name'> & { question: string };

// Raw: forces the index of those that may be due.
const marking = preparedOf(({ $client: sqlite }) =>
  sqlite.prepare<[string, number]>(
    `UPDATE listings SET is_behind = 1 WHERE seq IN (
       SELECT seq FROM listings INDEXED BY listings_unconfirmed
        WHERE is_behind = 0 AND availability = 'available' AND is_sample = 0 AND hidden_at IS NULL AND confirmed_at < ?
        ORDER BY confirmed_at LIMIT ?)`,
  ),
);

/**
 * Marks listings for sale as behind that were not confirmed for so long that their sellers are asked (docs/product.md,
 * "Current listings").
 *
 * @returns number of listings marked, at most one batch
 */
export const markUnconfirmed = (db: Database, now: Date): number =>
  marking(db).run(unconfirmedBefore(now), batch).changes;

type DueRow = Pick<Listing, 'id' | 'kind' | 'name' | 'confirmedAt' | 'createdAt'> & { seq: number };

// Raw: forces the index of the owner, whose listings are few.
const owned = preparedOf(({ $client: sqlite }) => {
  const of = (index: 'listings_owner' | 'listings_manage_key', isOwn: string) =>
    sqlite.prepare<[{ owner: string; before: string }], DueRow>(
      `SELECT seq, id, kind, name, confirmed_at AS confirmedAt, created_at AS createdAt
         FROM listings INDEXED BY ${index}
        WHERE ${isOwn} AND availability = 'available' AND hidden_at IS NULL AND confirmed_at < @before
        ORDER BY seq LIMIT ${mostAsked + 1}`,
    );
  return {
    ofUser: of('listings_owner', 'owner_user_id = @owner'),
    ofManageKeys: of('listings_manage_key', 'manage_key_id IN (SELECT value FROM json_each(@owner))'),
  };
});

/** The actor's own listings that ask whether they still stand, the oldest first. */
export function unconfirmedListings(
  db: Database,
  { user, manageKeyIds }: Actor,
  now: Date,
): { items: UnconfirmedListing[]; hasMore: boolean } {
  const before = unconfirmedBefore(now);
  const rows = [
    ...(user ? owned(db).ofUser.all({ owner: user.id, before }) : []),
    ...(manageKeyIds.length > 0 ? owned(db).ofManageKeys.all({ owner: JSON.stringify(manageKeyIds), before }) : []),
  ].sort((one, other) => one.seq - other.seq);
  return {
    items: rows.slice(0, mostAsked).map(({ id, kind, name, ...dates }) => ({
      id,
      kind,
      name,
      question: stillForSaleQuestion(dates, now),
    })),
    hasMore: rows.length > mostAsked,
  };
}
