import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingPhotos, listings } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import { preparedOf } from '../shared/memoize.server';
import type { Drawing } from './body-style';

import type { ListingValues } from './listing.schema.server';

/** Maps validated fields to columns. A capacity is stored only for the type it belongs to. */
const columnsOf = (fields: ListingValues) => ({
  name: fields.name,
  brand: fields.brand,
  year: fields.year,
  type: fields.type,
  daysUsed: fields.daysUsed,
  condition: fields.condition,
  mileage: fields.mileage,
  topSpeedKmph: fields.topSpeed,
  presentPriceRupees: fields.presentPrice,
  pastPriceRupees: fields.pastPrice,
  license: fields.license,
  hideLicenseDigits: fields.hideLicenseDigits ? 1 : 0,
  engineCapacity: fields.type === 'Petrol' ? fields.engineCapacity : null,
  batteryCapacity: fields.type === 'Electric' ? fields.batteryCapacity : null,
  kilometresDriven: fields.kilometresDriven ?? null,
  ownerNumber: fields.ownerNumber ?? null,
  city: fields.city,
  searchName: foldForSearch(fields.name),
  searchBrand: foldForSearch(fields.brand),
});

const bound = (name: string) => sql`${sql.placeholder(name)}`;

/** Parameters of the columns that are set from the seller's input. */
const given = {
  name: bound('name'),
  brand: bound('brand'),
  year: bound('year'),
  type: bound('type'),
  daysUsed: bound('daysUsed'),
  condition: bound('condition'),
  mileage: bound('mileage'),
  topSpeedKmph: bound('topSpeedKmph'),
  presentPriceRupees: bound('presentPriceRupees'),
  pastPriceRupees: bound('pastPriceRupees'),
  license: bound('license'),
  hideLicenseDigits: bound('hideLicenseDigits'),
  engineCapacity: bound('engineCapacity'),
  batteryCapacity: bound('batteryCapacity'),
  kilometresDriven: bound('kilometresDriven'),
  ownerNumber: bound('ownerNumber'),
  city: bound('city'),
  searchName: bound('searchName'),
  searchBrand: bound('searchBrand'),
} satisfies Record<keyof ReturnType<typeof columnsOf>, SQL>;

type NewRow = Drawing & {
  id: string;
  timestamp: string;
  kind: ListingKind;
  ownerUserId: string | null;
  manageKeyId: string | null;
};

// Prepared once: with all of its triggers, preparing one of these takes longer than SQLite needs to run it.
const queries = preparedOf((db) => ({
  insert: db
    .insert(listings)
    .values({
      ...given,
      id: bound('id'),
      kind: bound('kind'),
      ownerUserId: bound('ownerUserId'),
      manageKeyId: bound('manageKeyId'),
      bodyStyle: bound('bodyStyle'),
      bodyColour: bound('body'),
      accentColour: bound('accent'),
      createdAt: bound('timestamp'),
      updatedAt: bound('timestamp'),
    })
    .prepare(),
  update: db
    .update(listings)
    .set({
      ...given,
      bodyStyle: sql`coalesce(${sql.placeholder('bodyStyle')}, body_style)`,
      bodyColour: sql`coalesce(${sql.placeholder('body')}, body_colour)`,
      accentColour: sql`coalesce(${sql.placeholder('accent')}, accent_colour)`,
      updatedAt: bound('timestamp'),
      version: sql`version + 1`,
    })
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
  photosOf: db
    .select({ hash: listingPhotos.photoHash })
    .from(listingPhotos)
    .where(eq(listingPhotos.listingId, sql.placeholder('id')))
    .orderBy(listingPhotos.position)
    .prepare(),
  clearPhotos: db
    .delete(listingPhotos)
    .where(eq(listingPhotos.listingId, sql.placeholder('id')))
    .prepare(),
  putPhoto: db
    .insert(listingPhotos)
    .values({ listingId: bound('id'), position: bound('position'), photoHash: bound('hash') })
    .prepare(),
}));

/** Inserts a listing. @param row `timestamp` in UTC as ISO 8601; `body` and `accent` as `#rrggbb` */
export function insertListing(db: Database, fields: ListingValues, row: NewRow): void {
  queries(db).insert.run({ ...columnsOf(fields), ...row });
}

/** Updates a listing and increments its version. @param drawing null keeps the current illustration */
export function updateListing(
  db: Database,
  fields: ListingValues,
  { id, timestamp, drawing }: { id: string; timestamp: string; drawing: Drawing | null },
): void {
  const { bodyStyle, body, accent } = drawing ?? { bodyStyle: null, body: null, accent: null };
  queries(db).update.run({ ...columnsOf(fields), id, timestamp, bodyStyle, body, accent });
}

/**
 * Replaces the photos of a listing with stored photos, in display order. An unchanged list is not written, because new
 * rows would send the listing back to the operators' check.
 *
 * @param hashes at most ten; duplicates count once
 */
export function setListingPhotos(db: Database, listingId: string, hashes: readonly string[]): void {
  const { photosOf, clearPhotos, putPhoto } = queries(db);
  const shown = [...new Set(hashes)];
  if (
    shown.join() ===
    photosOf
      .all({ id: listingId })
      .map(({ hash }) => hash)
      .join()
  )
    return;
  clearPhotos.run({ id: listingId });
  for (const [position, hash] of shown.entries()) putPhoto.run({ id: listingId, position, hash });
}
