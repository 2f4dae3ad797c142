import { browseListings } from '~/domain/browse/browse-listings.server';
import { type BrowseFilters, noFilters } from '~/domain/browse/browse-query';
import { bodyStyles, listingConditions, listingTypes } from '~db/enums';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Listing, ListingFilters } from '~/domain/listings/listing';
import {
  findListing,
  findListingsOwnedBy,
  findSampleListings,
  readListingStatistics,
} from '~/domain/listings/listing.queries.server';
import { findListings } from '~/domain/listings/listing-search.server';
import { type OfferSort, offerSorts, type OneOrMore } from '~/domain/search/search-query';
import { anonymous } from '~/domain/shared/actor';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

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
      mileage: at % 7 === 0 ? 0 : 30 + (at % 11),
      engineCapacity: at % 5 === 0 ? undefined : `${100 + 25 * (at % 6)} cc`,
      ownerNumber: at % 4 === 0 ? null : 1 + (at % 3),
      kind: at % 6 === 5 ? 'scooter' : 'bike',
    });
    if (at % 4 === 3) {
      db.$client
        .prepare("UPDATE listings SET availability = 'sold', sold_at = '2026-06-15T00:00:00.000Z' WHERE id = ?")
        .run(listing.id);
    }
    return { ...listing, at, availability: at % 4 === 3 ? ('sold' as const) : ('available' as const) };
  });

  const isAmong = (wanted: OneOrMore<string> | undefined, value: string): boolean =>
    wanted === undefined ||
    wanted.length === 0 ||
    [wanted].flat().some((one) => one.toLowerCase() === value.toLowerCase());
  const isWithin = (least: number | undefined, figure: number | null, most: number | undefined): boolean =>
    (least === undefined && most === undefined) ||
    (figure !== null && figure >= (least ?? 0) && figure <= (most ?? Infinity));
  const getKmpl = ({ type, mileage }: Listing): number | null => (type === 'Petrol' && mileage > 0 ? mileage : null);
  const getRange = ({ type, mileage }: Listing): number | null => (type === 'Electric' && mileage > 0 ? mileage : null);
  const getCc = ({ engineCapacity }: Listing): number | null =>
    engineCapacity ? Number.parseFloat(engineCapacity) : null;

  const wanted = (filters: ListingFilters) => (one: Listing) =>
    one.kind === 'bike' &&
    isAmong(filters.availability, one.availability) &&
    isAmong(filters.type, one.type) &&
    isAmong(filters.condition, one.condition) &&
    isAmong(filters.brand, one.brand) &&
    isAmong(filters.bodyStyle, one.drawing.bodyStyle) &&
    isWithin(filters.minPrice, one.presentPrice, filters.maxPrice) &&
    isWithin(filters.minYear, one.year, filters.maxYear) &&
    isWithin(filters.minCc, getCc(one), filters.maxCc) &&
    isWithin(undefined, one.kilometresDriven, filters.maxKilometres) &&
    isWithin(undefined, one.ownerNumber, filters.maxOwners) &&
    isWithin(filters.minMileage, getKmpl(one), undefined) &&
    isWithin(filters.minRange, getRange(one), undefined) &&
    (filters.postedSince === undefined || one.createdAt >= filters.postedSince) &&
    (!filters.withPhoto || one.photos.length > 0);

  type Stored = (typeof stored)[number];
  const figures: Record<string, (one: Stored) => number | null> = {
    newest: ({ at }) => at,
    price: ({ presentPrice }) => presentPrice,
    kilometres: ({ kilometresDriven }) => kilometresDriven,
    year: ({ year }) => year,
    mileage: getKmpl,
  };
  const inOrder = (requested: OfferSort) => (one: Stored, other: Stored) => {
    // Without a place.
    const sort = requested === 'distance' ? 'newest' : requested;
    const sign = sort === 'newest' || sort.startsWith('-') ? -1 : 1;
    const [figure, otherFigure] = [one, other].map((listing) => figures[sort.replace('-', '')]?.(listing) ?? null);
    if ((figure === null) !== (otherFigure === null)) return figure === null ? 1 : -1;
    return sign * (Number(figure) - Number(otherFigure) || one.at - other.at);
  };

  it('have exactly what an unindexed filter finds, in the requested order, page by page', async () => {
    const oneOrMore = <Value>(values: readonly Value[]) =>
      fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 0 }));
    const filters = fc.record(
      {
        availability: fc.constantFrom('available', 'sold'),
        type: oneOrMore(listingTypes),
        condition: oneOrMore(listingConditions),
        brand: oneOrMore(['honda', 'TVS', 'Royal enfield', 'none']),
        bodyStyle: oneOrMore(bodyStyles),
        minPrice: fc.integer({ min: 0, max: 130_000 }),
        maxPrice: fc.integer({ min: 0, max: 130_000 }),
        minYear: fc.integer({ min: 2004, max: 2023 }),
        maxYear: fc.integer({ min: 2004, max: 2023 }),
        maxKilometres: fc.integer({ min: 0, max: 30_000 }),
        maxOwners: fc.integer({ min: 1, max: 3 }),
        minCc: fc.integer({ min: 0, max: 250 }),
        maxCc: fc.integer({ min: 0, max: 250 }),
        minMileage: fc.integer({ min: 0, max: 45 }),
        minRange: fc.integer({ min: 0, max: 45 }),
        withPhoto: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    // Few filters at a time, so that most queries find something.
    const fewFilters = fc
      .tuple(filters, fc.infiniteStream(fc.integer({ min: 0, max: 4 })))
      .map(
        ([all, kept]): ListingFilters => Object.fromEntries(Object.entries(all).filter(() => kept.next().value === 0)),
      );
    await fc.assert(
      fc.asyncProperty(
        fewFilters,
        fc.constantFrom(...offerSorts),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 25 }),
        async (requested, sort, page, limit) => {
          const all = stored.filter(wanted(requested)).sort(inOrder(sort));
          const response = await findListings(db, { ...requested, kind: 'bike', sort, page, limit }, anonymous);
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
    { condition: ['Good', 'Poor'] },
    { brand: ['tvs', 'Honda'] },
    { type: ['Petrol', 'Electric'] },
    { minCc: 150 },
    { minCc: 100, maxCc: 150 },
    { maxOwners: 1 },
    { minMileage: 36 },
    { minRange: 36 },
    { postedSince: '2026-06-15T06:30:00.000Z' },
  ])('are counted exactly by %j alone', async (requested) => {
    const { brand } = requested;
    const filter = wanted({ ...requested, brand: typeof brand === 'string' ? brand.trim() : brand });
    const ids = stored.filter(filter).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const page = await findListings(db, { ...requested, ...first, kind: 'bike' }, anonymous);
    expect(page.items.map(({ id }) => id).toReversed()).toEqual(ids);
    expect(page.pagination.total).toBe(ids.length);
  });

  it('agree with the statistics that triggers maintain', () => {
    const bikes = stored.filter(({ kind }) => kind === 'bike');
    expect(readListingStatistics(db, 'bike')).toEqual({
      total: bikes.length,
      available: bikes.filter(({ availability }) => availability === 'available').length,
      sold: bikes.filter(({ availability }) => availability === 'sold').length,
      petrol: bikes.filter(({ type }) => type === 'Petrol').length,
      electric: bikes.filter(({ type }) => type === 'Electric').length,
    });
  });

  it('never contain a sample', async () => {
    const { items: everything } = await findListings(db, { ...first, limit: 100, kind: 'bike' }, anonymous);
    expect(everything.some(({ isSample }) => isSample)).toBe(false);
  });
});

describe('samples', () => {
  it('are six of each kind, in the order of their file, and can be searched and filtered', async () => {
    const db = freshDatabase();
    const listed = async (filters: Partial<BrowseFilters>) => {
      const query = { ...noFilters, ...filters, sort: 'relevance', page: 1 } as const;
      const { listings: found, total } = await browseListings(db, 'bike', query, { limit: 24, actor: anonymous });
      expect(total).toBe(0);
      return found.map(({ id }) => id);
    };
    const found = (q: string) => listed({ q });
    const all = findSampleListings(db, 'bike');
    expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `sample-bike-${n}`));
    expect(findSampleListings(db, 'scooter')).toHaveLength(6);
    expect(await found('METEOR')).toEqual(['sample-bike-1']);
    expect(await found('royal enfield meteer')).toEqual(['sample-bike-1']);
    expect(await listed({ brand: ['Hero'], maxPrice: 200_000 })).toEqual(['sample-bike-3']);
    expect(await listed({ fuelType: ['Diesel'] })).toEqual([]);
    const dear = all.filter(({ presentPrice }) => presentPrice > 150_000).map(({ id }) => id);
    expect(dear.length).toBeGreaterThan(0);
    expect(await found('bike above 150000')).toEqual(dear);
    expect(await listed({ minPrice: 150_001 })).toEqual(dear);
    for (const q of ['zzz', 'scooter', 'new bike', 'meteor in pune', 'meteor 200cc'])
      expect([q, await found(q)]).toEqual([q, []]);
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
    expect(findListingsOwnedBy(db, actor).map(({ id, isMine }) => [id, isMine])).toEqual([
      [keyed.id, true],
      [own.id, true],
    ]);
    expect(findListingsOwnedBy(db, anonymous)).toEqual([]);
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
    const { items } = await findListings(db, { ...first, kind: 'bike' }, anonymous);
    expect(items[0]?.license).toBe('KA 05 LZ ••••');
  });
});
