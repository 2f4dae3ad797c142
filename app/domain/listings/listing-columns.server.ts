import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listingPhotos } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import type { ListingValues } from './listing-fields.server';

/** Checked fields as columns. A capacity is kept only with the type it belongs to. */
export const columnsOf = (fields: ListingValues) => ({
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
  hideLicenseDigits: fields.hideLicenseDigits ?? false,
  engineCapacity: fields.type === 'Petrol' ? fields.engineCapacity : null,
  batteryCapacity: fields.type === 'Electric' ? fields.batteryCapacity : null,
  kilometresDriven: fields.kilometresDriven,
  ownerNumber: fields.ownerNumber,
  city: fields.city,
  searchName: foldForSearch(fields.name),
  searchBrand: foldForSearch(fields.brand),
});

/**
 * Puts photos that are already stored under a listing, in the order they are shown, in place of those it had.
 *
 * @param hashes at most ten; one that comes twice counts once
 */
export function setListingPhotos(db: Database, listingId: string, hashes: readonly string[]): void {
  db.delete(listingPhotos).where(eq(listingPhotos.listingId, listingId)).run();
  const rows = [...new Set(hashes)].map((photoHash, position) => ({ listingId, position, photoHash }));
  if (rows.length > 0) db.insert(listingPhotos).values(rows).run();
}
