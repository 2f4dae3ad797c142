import { listingConditions, listingTypes } from '~db/enums';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Listing, type ListingFilters, listingSorts } from '~/domain/listings/listing';
import { findListing, listings, listingsOwnedBy, sampleListings } from '~/domain/listings/listing.queries.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { freshDatabase } from '../support/fresh-database';
import { anonymous, storeListing, storeUser } from '../support/stored-listing';

const first = { sort: 'newest', page: 1, limit: 50 } as const;

describe('lists of listings', () => {
  const db = freshDatabase();
  const brands = ['Honda', 'TVS', 'Royal Enfield'];
  const stored = Array.from({ length: 60 }, (_, at) => {
    const { listing } = storeListing(db, {
      name: `Vehicle ${at}`,
      brand: brands[at % 3],
      type: listingTypes[at % 5 === 0 ? 1 : 0],
      condition: listingConditions[at % 4],
      presentPrice: 10_000 * ((at * 7) % 13),
      year: 2005 + (at % 17),
      kilometresDriven: at % 3 === 0 ? null : at * 500,
      kind: at % 6 === 5 ? 'scooter' : 'bike',
    });
    if (at % 4 === 3) {
      db.$client
        .prepare("UPDATE listings SET availability = 'sold', sold_at = '2026-06-15T00:00:00.000Z' WHERE id = ?")
        .run(listing.id);
    }
    return { ...listing, at, availability: at % 4 === 3 ? ('sold' as const) : ('available' as const) };
  });

  const wanted = (filters: ListingFilters) => (one: Listing) =>
    one.kind === 'bike' &&
    (filters.availability === undefined || one.availability === filters.availability) &&
    (filters.type === undefined || one.type === filters.type) &&
    (filters.condition === undefined || one.condition === filters.condition) &&
    (filters.brand === undefined || one.brand.toLowerCase() === filters.brand.toLowerCase()) &&
    one.presentPrice >= (filters.minPrice ?? 0) &&
    one.presentPrice <= (filters.maxPrice ?? Infinity) &&
    one.year >= (filters.minYear ?? 0) &&
    one.year <= (filters.maxYear ?? Infinity) &&
    (filters.maxKilometres === undefined ||
      (one.kilometresDriven !== null && one.kilometresDriven <= filters.maxKilometres)) &&
    (filters.q === undefined ||
      one.name.toLowerCase().includes(filters.q) ||
      one.brand.toLowerCase().includes(filters.q));

  const orders = {
    newest: (one: { at: number }, other: { at: number }) => other.at - one.at,
    price: (one: Listing & { at: number }, other: Listing & { at: number }) =>
      one.presentPrice - other.presentPrice || one.at - other.at,
    '-price': (one: Listing & { at: number }, other: Listing & { at: number }) =>
      other.presentPrice - one.presentPrice || other.at - one.at,
  };

  it('have exactly what an unindexed filter finds, in the requested order, page by page', async () => {
    const filters = fc.record(
      {
        availability: fc.constantFrom('available', 'sold'),
        type: fc.constantFrom(...listingTypes),
        condition: fc.constantFrom(...listingConditions),
        brand: fc.constantFrom('honda', 'TVS', 'Royal enfield', 'none'),
        minPrice: fc.integer({ min: 0, max: 130_000 }),
        maxPrice: fc.integer({ min: 0, max: 130_000 }),
        minYear: fc.integer({ min: 2004, max: 2023 }),
        maxYear: fc.integer({ min: 2004, max: 2023 }),
        q: fc.constantFrom('vehicle 1', 'enf', 'ho', '9', 'nothing'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(...listingSorts),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 25 }),
        async (requested, sort, page, limit) => {
          const all = stored.filter(wanted(requested)).sort(orders[sort]);
          const response = await listings(db, { ...requested, kind: 'bike', sort, page, limit }, anonymous);
          expect(response.items.map(({ id }) => id)).toEqual(
            all.slice((page - 1) * limit, page * limit).map(({ id }) => id),
          );
          expect(response.pagination).toEqual({ page, limit, total: all.length, pages: Math.ceil(all.length / limit) });
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each<ListingFilters>([
    { availability: 'sold' },
    { availability: 'available' },
    { type: 'Petrol' },
    { type: 'Electric' },
    { condition: 'Good' },
    { brand: ' tvs ' },
    { minPrice: 40_000 },
    { maxPrice: 40_000 },
    { minYear: 2010 },
    { maxYear: 2010 },
    { maxKilometres: 5_000 },
  ])('are counted exactly by %j alone', async (requested) => {
    const filter = wanted({ ...requested, ...(requested.brand && { brand: requested.brand.trim() }) });
    const ids = stored.filter(filter).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const page = await listings(db, { ...requested, ...first, kind: 'bike' }, anonymous);
    expect(page.items.map(({ id }) => id).toReversed()).toEqual(ids);
    expect(page.pagination.total).toBe(ids.length);
  });

  it('agree with the statistics that triggers maintain', () => {
    const bikes = stored.filter(({ kind }) => kind === 'bike');
    expect(listingStatistics(db, 'bike')).toEqual({
      total: bikes.length,
      available: bikes.filter(({ availability }) => availability === 'available').length,
      sold: bikes.filter(({ availability }) => availability === 'sold').length,
      petrol: bikes.filter(({ type }) => type === 'Petrol').length,
      electric: bikes.filter(({ type }) => type === 'Electric').length,
    });
  });

  it('never contain a sample', async () => {
    const { items: everything } = await listings(db, { ...first, limit: 100, kind: 'bike' }, anonymous);
    expect(everything.some(({ isSample }) => isSample)).toBe(false);
  });
});

describe('samples', () => {
  it('are six of each kind, in the order of their file, and can be searched', () => {
    const db = freshDatabase();
    expect(sampleListings(db, 'bike').map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `sample-bike-${n}`));
    expect(sampleListings(db, 'scooter', '')).toHaveLength(6);
    expect(sampleListings(db, 'bike', 'METEOR').map(({ id }) => id)).toEqual(['sample-bike-1']);
    expect(sampleListings(db, 'bike', 'zzz')).toEqual([]);
  });
});

describe('the listings of a seller', () => {
  it('are those of the user and those of their manage keys, newest first, including sold ones', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const own = storeListing(db, {}, asha).listing;
    const keyed = storeListing(db).listing;
    storeListing(db);
    const keyId = db.$client
      .prepare<[string], string>('SELECT manage_key_id FROM listings WHERE id = ?')
      .pluck()
      .get(keyed.id);
    const actor = { ...asha, manageKeyIds: [keyId ?? ''] };
    expect(listingsOwnedBy(db, actor).map(({ id, isMine }) => [id, isMine])).toEqual([
      [keyed.id, true],
      [own.id, true],
    ]);
    expect(listingsOwnedBy(db, anonymous)).toEqual([]);
  });
});

describe('a licence number with hidden last digits', () => {
  it('is complete for its seller and masked for every other actor', async () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { listing } = storeListing(db, { hideLicenseDigits: true }, asha);
    expect(listing.license).toBe('KA 05 LZ 4711');
    expect(findListing(db, listing.id, asha)?.license).toBe('KA 05 LZ 4711');
    expect(findListing(db, listing.id, anonymous)?.license).toBe('KA 05 LZ ••••');
    const { items } = await listings(db, { ...first, kind: 'bike' }, anonymous);
    expect(items[0]?.license).toBe('KA 05 LZ ••••');
  });
});
