import type { ListingKind } from '~db/enums';
import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { statementsOf } from '../shared/memoize.server';
import type { Drawing } from './body-style';

import type { ListingValues } from './listing.schema.server';

/** Columns set from the seller's input. */
const givenColumns = [
  'name',
  'brand',
  'year',
  'type',
  'days_used',
  'condition',
  'mileage',
  'top_speed_kmph',
  'present_price_rupees',
  'past_price_rupees',
  'license',
  'hide_license_digits',
  'engine_capacity',
  'battery_capacity',
  'kilometres_driven',
  'owner_number',
  'city',
  'search_name',
  'search_brand',
] as const;
type GivenColumns = Record<(typeof givenColumns)[number], string | number | null>;

/** Maps validated fields to columns. A capacity is stored only for the type it belongs to. */
const columnsOf = (fields: ListingValues): GivenColumns => ({
  name: fields.name,
  brand: fields.brand,
  year: fields.year,
  type: fields.type,
  days_used: fields.daysUsed,
  condition: fields.condition,
  mileage: fields.mileage,
  top_speed_kmph: fields.topSpeed,
  present_price_rupees: fields.presentPrice,
  past_price_rupees: fields.pastPrice,
  license: fields.license,
  hide_license_digits: fields.hideLicenseDigits ? 1 : 0,
  engine_capacity: fields.type === 'Petrol' ? fields.engineCapacity : null,
  battery_capacity: fields.type === 'Electric' ? fields.batteryCapacity : null,
  kilometres_driven: fields.kilometresDriven ?? null,
  owner_number: fields.ownerNumber ?? null,
  city: fields.city,
  search_name: foldForSearch(fields.name),
  search_brand: foldForSearch(fields.brand),
});

type Stored = Drawing & { id: string; timestamp: string };
type NewRow = Stored & { kind: ListingKind; ownerUserId: string | null; manageKeyId: string | null };
type ChangedRow = { [Key in keyof Stored]: Stored[Key] | null };

// Prepared once: with all of its triggers, preparing one of these takes longer than SQLite needs to run it.
const statements = statementsOf((sqlite) => ({
  insert: sqlite.prepare<[GivenColumns & NewRow]>(
    `INSERT INTO listings (id, kind, owner_user_id, manage_key_id, body_style, body_colour, accent_colour,
       created_at, updated_at, ${givenColumns.join(', ')})
     VALUES (@id, @kind, @ownerUserId, @manageKeyId, @bodyStyle, @body, @accent,
       @timestamp, @timestamp, ${givenColumns.map((column) => `@${column}`).join(', ')})`,
  ),
  update: sqlite.prepare<[GivenColumns & ChangedRow]>(
    `UPDATE listings SET ${givenColumns.map((column) => `${column} = @${column}`).join(', ')},
       body_style = coalesce(@bodyStyle, body_style), body_colour = coalesce(@body, body_colour),
       accent_colour = coalesce(@accent, accent_colour), updated_at = @timestamp, version = version + 1
     WHERE id = @id`,
  ),
  photosOf: sqlite
    .prepare<[string], string>('SELECT photo_hash FROM listing_photos WHERE listing_id = ? ORDER BY position')
    .pluck(),
  clearPhotos: sqlite.prepare<[string]>('DELETE FROM listing_photos WHERE listing_id = ?'),
  putPhoto: sqlite.prepare<[string, number, string]>(
    'INSERT INTO listing_photos (listing_id, position, photo_hash) VALUES (?, ?, ?)',
  ),
}));

/** Inserts a listing. @param row `timestamp` in UTC as ISO 8601; `body` and `accent` as `#rrggbb` */
export function insertListing(db: Database, fields: ListingValues, row: NewRow): void {
  statements(db).insert.run({ ...columnsOf(fields), ...row });
}

/** Updates a listing and increments its version. @param drawing null keeps the current illustration */
export function updateListing(
  db: Database,
  fields: ListingValues,
  { id, timestamp, drawing }: { id: string; timestamp: string; drawing: Drawing | null },
): void {
  const { bodyStyle, body, accent } = drawing ?? { bodyStyle: null, body: null, accent: null };
  statements(db).update.run({ ...columnsOf(fields), id, timestamp, bodyStyle, body, accent });
}

/**
 * Replaces the photos of a listing with stored photos, in display order. An unchanged list is not written, because new
 * rows would send the listing back to the operators' check.
 *
 * @param hashes at most ten; duplicates count once
 */
export function setListingPhotos(db: Database, listingId: string, hashes: readonly string[]): void {
  const { photosOf, clearPhotos, putPhoto } = statements(db);
  const shown = [...new Set(hashes)];
  if (shown.join() === photosOf.all(listingId).join()) return;
  clearPhotos.run(listingId);
  for (const [position, hash] of shown.entries()) putPhoto.run(listingId, position, hash);
}
