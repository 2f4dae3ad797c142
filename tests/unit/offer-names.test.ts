import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findListing } from '~/domain/listings/listing.queries.server';
import { toCanonicalBrand } from '~/domain/search/brand-names.server';
import { updateOfferNames } from '~/domain/listings/offer-names.server';
import { anonymous } from '~/domain/shared/actor';
import { listings } from '~db/schema/listings';
import { contentRevision, freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const now = new Date('2026-06-15T06:30:00.000Z');

it.each([
  ['HONDA', 'Honda'],
  ['honda ', 'Honda'],
  ['HMSI', 'Honda'],
  ['होंडा', 'Honda'],
  ['होण्डा', 'Honda'],
  ['ஹோண்டா', 'Honda'],
  ['royal-enfield', 'Royal Enfield'],
  ['ROYALENFIELD', 'Royal Enfield'],
  ['hero  electric', 'Hero Electric'],
  ['ktm', 'KTM'],
  ['TVS Motor Company', 'TVS'],
  ['Honda Motorcycle & Scooter India Pvt. Ltd.', 'Honda'],
  ['Hero Electric Vehicles Private Limited', 'Hero Electric'],
  ['Ola Electric Mobility', 'Ola'],
  ['Suzuki Motorcycle (India)', 'Suzuki'],
  ['Hnoda', 'Honda'],
  ['Kawasakki', 'Kawasaki'],
  ['Rover', 'Rover'],
  ['Other', 'Other'],
  ['India Motors', 'India Motors'],
  ['Activa', 'Activa'],
  ['Zontes', 'Zontes'],
  ['ŠKODA', 'ŠKODA'],
])('the brand %j is %j', (typed, spelt) => {
  expect(toCanonicalBrand(typed)).toBe(spelt);
});

describe('the brand of a listing', () => {
  it('is stored in the spelling of the catalogue, or with cleaned spaces if it is unknown', () => {
    const db = freshDatabase();
    expect(storeListing(db, { brand: ' hONDA  ' }).listing.brand).toBe('Honda');
    expect(storeListing(db, { brand: ' Zontes  Motors ' }).listing.brand).toBe('Zontes Motors');
  });

  it('is corrected once if an older version stored it, and stays reviewed', () => {
    const db = freshDatabase();
    const { id } = storeListing(db).listing;
    const other = storeListing(db, { brand: 'Zontes' }).listing;
    db.update(listings).set({ brand: 'HONDA', searchBrand: 'honda' }).where(eq(listings.id, id)).run();
    db.update(listings).set({ checkedAt: now.toISOString() }).where(eq(listings.id, id)).run();

    updateOfferNames(db, now);
    expect(findListing(db, id, anonymous)).toMatchObject({ brand: 'Honda', version: 2 });
    expect(findListing(db, other.id, anonymous)).toMatchObject({ brand: 'Zontes', version: 1 });
    expect(db.select({ at: listings.checkedAt }).from(listings).where(eq(listings.id, id)).get()).toEqual({
      at: now.toISOString(),
    });

    const revision = contentRevision(db);
    updateOfferNames(db, now);
    expect(contentRevision(db)).toBe(revision);
  });
});
