import type { Database } from '~db/connection';
import type { ListingKind } from '../listings/limits';
import { statementsOf } from '../statements.server';
import type { PublicSubject } from './limits';

/** A listing, a user's vehicle or a review as operators see it, hidden or not. */
export type PublicThing = {
  id: string;
  title: string;
  /** Name of its owner; null for a visitor's listing. */
  from: string | null;
  /** Free text open to abuse: the review itself, or the fields a seller typed. */
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
  listing: sqlite.prepare<[string], PublicThing>(
    `SELECT l.id, l.name AS title, u.name AS "from",
            concat_ws(' · ', l.brand, l.year, l.license, l.engine_capacity, l.battery_capacity, l.city) AS text,
            NULL AS rating, l.kind, l.id AS offerId, l.hidden_at AS hiddenAt, l.hidden_reason AS hiddenReason,
            l.checked_at AS checkedAt, l.updated_at AS updatedAt, l.version
       FROM listings l LEFT JOIN users u ON u.id = l.owner_user_id WHERE l.id = ? AND l.is_sample = 0`,
  ),
  vehicle: sqlite.prepare<[string], PublicThing>(
    `SELECT v.id, v.name AS title, u.name AS "from",
            concat_ws(char(10), concat_ws(' · ', v.brand, v.registration, v.number_plate), v.description) AS text,
            NULL AS rating, NULL AS kind, v.id AS offerId, v.hidden_at AS hiddenAt, v.hidden_reason AS hiddenReason,
            v.checked_at AS checkedAt, v.updated_at AS updatedAt, v.version
       FROM vehicles v LEFT JOIN users u ON u.id = v.owner_user_id WHERE v.id = ? AND v.is_built_in = 0`,
  ),
  review: sqlite.prepare<[string], PublicThing>(
    `SELECT r.id, 'Review of ' || coalesce(v.name, l.name) AS title, u.name AS "from",
            concat_ws(char(10), r.title, r.comment) AS text, r.rating, NULL AS kind,
            coalesce(r.vehicle_id, r.listing_id) AS offerId, r.hidden_at AS hiddenAt, r.hidden_reason AS hiddenReason,
            r.checked_at AS checkedAt, r.updated_at AS updatedAt, r.version
       FROM reviews r JOIN users u ON u.id = r.user_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
            LEFT JOIN listings l ON l.id = r.listing_id WHERE r.id = ?`,
  ),
}));

/** @returns null when the item does not exist; samples and the built-in catalogue are not included */
export const findPublicThing = (db: Database, subject: PublicSubject, id: string): PublicThing | null =>
  reads(db)[subject].get(id) ?? null;

/** Hashes of the photos it shows, in display order; empty for a review. */
export const photosOfPublicThing = (db: Database, subject: PublicSubject, id: string): string[] =>
  subject === 'review' ? [] : reads(db).photos[subject].all(id);
