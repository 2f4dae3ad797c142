import type { Database } from '~db/connection';
import type { ListingKind, PublicSubject } from '~db/enums';
import { removalNotices } from '~db/schema';
import type { CommandContext } from '../shared/command.server';
import { aDay, timestampBefore } from '../shared/dates';
import { statementsOf } from '../shared/memoize.server';

/** A listing, a user's vehicle or a review as operators see it, hidden or not. */
export type PublicItem = {
  id: string;
  title: string;
  /** Name of its owner; null for a visitor's listing. */
  from: string | null;
  /** Free text open to abuse: the review itself, or the text fields of an offer. */
  text: string | null;
  /** From 1 to 5; null for listings and vehicles. */
  rating: number | null;
  /** Sell screen that shows it; null for items on neither. */
  kind: ListingKind | null;
  /** Id of the offer: of the item itself, or of the offer that a review is about. */
  offerId: string;
  hiddenAt: string | null;
  hiddenReason: string | null;
  checkedAt: string | null;
  updatedAt: string;
  /** Incremented by every change. */
  version: number;
};

const reads = statementsOf((sqlite) => ({
  photos: {
    listing: sqlite
      .prepare<[string], string>('SELECT photo_hash FROM listing_photos WHERE listing_id = ? ORDER BY position')
      .pluck(),
    vehicle: sqlite
      .prepare<[string], string>('SELECT photo_hash FROM vehicle_photos WHERE vehicle_id = ? ORDER BY position')
      .pluck(),
  },
  listing: sqlite.prepare<[string], PublicItem>(
    `SELECT l.id, l.name AS title, u.name AS "from",
            concat_ws(' · ', l.brand, l.year, l.license, l.engine_capacity, l.battery_capacity, l.city) AS text,
            NULL AS rating, l.kind, l.id AS offerId, l.hidden_at AS hiddenAt, l.hidden_reason AS hiddenReason,
            l.checked_at AS checkedAt, l.updated_at AS updatedAt, l.version
       FROM listings l LEFT JOIN users u ON u.id = l.owner_user_id WHERE l.id = ? AND l.is_sample = 0`,
  ),
  vehicle: sqlite.prepare<[string], PublicItem>(
    `SELECT v.id, v.name AS title, u.name AS "from",
            concat_ws(char(10), concat_ws(' · ', v.brand, v.registration, v.number_plate), v.description) AS text,
            NULL AS rating, NULL AS kind, v.id AS offerId, v.hidden_at AS hiddenAt, v.hidden_reason AS hiddenReason,
            v.checked_at AS checkedAt, v.updated_at AS updatedAt, v.version
       FROM vehicles v LEFT JOIN users u ON u.id = v.owner_user_id WHERE v.id = ? AND v.is_built_in = 0`,
  ),
  review: sqlite.prepare<[string], PublicItem>(
    `SELECT r.id, 'Review of ' || coalesce(v.name, l.name) AS title, u.name AS "from",
            concat_ws(char(10), r.title, r.comment) AS text, r.rating, NULL AS kind,
            coalesce(r.vehicle_id, r.listing_id) AS offerId, r.hidden_at AS hiddenAt, r.hidden_reason AS hiddenReason,
            r.checked_at AS checkedAt, r.updated_at AS updatedAt, r.version
       FROM reviews r JOIN users u ON u.id = r.user_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
            LEFT JOIN listings l ON l.id = r.listing_id WHERE r.id = ?`,
  ),
}));

/** @returns null when the item does not exist; samples and the built-in catalogue are not included */
export const findPublicItem = (db: Database, subject: PublicSubject, id: string): PublicItem | null =>
  reads(db)[subject].get(id) ?? null;

/** Hashes of the photos it shows, in display order; empty for a review. */
export const photosOfPublicItem = (db: Database, subject: PublicSubject, id: string): string[] =>
  subject === 'review' ? [] : reads(db).photos[subject].all(id);

/** Days for which owners see a notice that an operator deleted their item. */
export const removalReportDays = 90;

/** Oldest timestamp (ISO 8601) of notices that are still shown. */
export const removalsReportedSince = (now: Date): string => timestampBefore(now, removalReportDays * aDay);

type Removed = {
  kind: PublicSubject;
  /** Name of the item; for a review, the name of what it reviewed. */
  name: string;
  /** The operator's reason; null where none was required. */
  reason: string | null;
  /** Owner of the item: a user or a manage key; both are null for samples and the catalogue. */
  userId: string | null;
  manageKeyId: string | null;
};

const forget = statementsOf((sqlite) => sqlite.prepare<[string]>('DELETE FROM removal_notices WHERE created_at <= ?'));

/**
 * Leaves a removal notice for the owner of an item that an operator deletes. Must run before the deletion, in the same
 * transaction. Owners who delete their own items get no notice.
 */
export function leaveRemovalNotice({ db, actor, now }: CommandContext, removed: Removed): void {
  const { userId, manageKeyId } = removed;
  const isOwn = userId !== null ? userId === actor.user?.id : actor.manageKeyIds.some((id) => id === manageKeyId);
  if ((userId === null && manageKeyId === null) || isOwn) return;
  forget(db).run(removalsReportedSince(now));
  db.insert(removalNotices)
    .values({ ...removed, createdAt: now.toISOString() })
    .run();
}
