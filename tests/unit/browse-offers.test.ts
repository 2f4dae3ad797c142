import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BrowsePage, browseOffers } from '~/domain/browse/browse-offers.server';
import { type BrowseFilters, browseSorts, noFilters, offerKinds } from '~/domain/browse/browse-query';
import { cardsPerPage } from '~/domain/shared/pagination';
import type { Database } from '~db/connection';
import { fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { freshDatabase } from '../support/fresh-database';
import { anonymous, storeListing } from '../support/stored-listing';

/** The seeded catalogue and 60 listings, some of them sold. */
function stocked(): Database {
  const db = freshDatabase();
  for (let index = 0; index < 60; index += 1) {
    const pick = <Value>(values: readonly [Value, ...Value[]]): Value => values[index % values.length] ?? values[0];
    const { listing } = storeListing(
      db,
      {
        kind: index % 3 === 0 ? 'scooter' : 'bike',
        name: `${pick(['Shine', 'Classic', 'Jupiter', 'Ola S1'])} ${index}`,
        brand: pick(['Honda', 'royal enfield', 'TVS', 'KTM', 'ktm']),
        type: index % 7 === 0 ? 'Electric' : 'Petrol',
        engineCapacity: undefined,
        condition: pick(['Good', 'Fair', 'Excellent', 'Poor']),
        year: 2005 + (index % 20),
        presentPrice: 20_000 + ((index * 7_919) % 230_000),
        kilometresDriven: index % 4 === 0 ? undefined : 1_000 * index,
      },
      anonymous,
      new Date(Date.UTC(2026, 5, 15, 6, index)),
    );
    if (index % 10 === 9) {
      db.$client
        .prepare("UPDATE listings SET availability = 'sold', sold_at = '2026-06-16T00:00:00.000Z' WHERE id = ?")
        .run(listing.id);
    }
  }
  return db;
}

type Offered = {
  id: string;
  kind: string;
  type: string;
  name: string;
  brand: string;
  fuel: string;
  condition: string;
  price: number;
  year: number | null;
  kilometres: number | null;
  createdAt: string;
  rank: number;
  seq: number;
};

/** Everything on offer, read without any index or bound. */
const everything = (db: Database): Offered[] =>
  db.$client
    .prepare<[], Offered>(
      `SELECT id, stock AS kind, type, name, brand, fuel, condition, price_rupees AS price, model_year AS year,
              kilometres_driven AS kilometres, created_at AS createdAt, 0 AS rank, seq FROM vehicles
       UNION ALL
       SELECT id, 'listing', iif(kind = 'bike', 'Bike', 'Scooter'), name, brand, type, condition, present_price_rupees,
              year, kilometres_driven, created_at, iif(kind = 'bike', 1, 2), seq FROM listings
        WHERE is_sample = 0 AND availability = 'available'`,
    )
    .all();

const holds =
  (filters: BrowseFilters) =>
  (one: Offered): boolean =>
    (filters.kind === null || one.kind === filters.kind) &&
    (filters.vehicleType === null || one.type === filters.vehicleType) &&
    (filters.brand === null || one.brand.toLowerCase() === filters.brand.toLowerCase()) &&
    (filters.fuelType === null || one.fuel === filters.fuelType) &&
    (filters.condition === null || one.condition === filters.condition) &&
    one.price >= (filters.minPrice ?? 0) &&
    one.price <= (filters.maxPrice ?? Infinity) &&
    (filters.minYear === null || (one.year !== null && one.year >= filters.minYear)) &&
    (filters.maxYear === null || (one.year !== null && one.year <= filters.maxYear)) &&
    (filters.maxKilometres === null || (one.kilometres !== null && one.kilometres <= filters.maxKilometres));

const byTime = (one: Offered, other: Offered): number =>
  other.createdAt.localeCompare(one.createdAt) || one.rank - other.rank || other.seq - one.seq;
const orders = {
  relevance: byTime,
  newest: byTime,
  price: (one: Offered, other: Offered) => one.price - other.price || one.rank - other.rank || one.seq - other.seq,
  '-price': (one: Offered, other: Offered) => other.price - one.price || one.rank - other.rank || other.seq - one.seq,
};

const idsOf = ({ offers }: BrowsePage): string[] =>
  offers.map((offer) => (offer.kind === 'vehicle' ? offer.vehicle.id : offer.listing.id));

const orNull = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 1 });

const anyFilters: fc.Arbitrary<BrowseFilters> = fc.record({
  // What is searched for by words is held in search-results.test.ts.
  q: fc.constant(null),
  kind: orNull(offerKinds),
  vehicleType: orNull(vehicleTypes),
  brand: orNull(['Honda', 'Royal Enfield', 'KTM', 'none']),
  fuelType: orNull(fuelTypes),
  condition: orNull(vehicleConditions),
  minPrice: orNull([0, 50_000, 150_000]),
  maxPrice: orNull([60_000, 99_999, 400_000]),
  minYear: orNull([2010, 2020, 2022]),
  maxYear: orNull([2015, 2023]),
  maxKilometres: orNull([0, 10_000, 50_000]),
});

/** Most filters left open, so that most queries find something. */
const fewFilters = fc
  .tuple(anyFilters, fc.subarray(['kind', 'vehicleType', 'brand', 'fuelType', 'condition'] as const))
  .map(([filters, open]): BrowseFilters => ({ ...filters, ...Object.fromEntries(open.map((name) => [name, null])) }));

describe('browsing', () => {
  const db = stocked();
  const all = everything(db);
  const request = (filters: Partial<BrowseFilters>, sort: (typeof browseSorts)[number] = 'newest', page = 1) =>
    browseOffers(db, { ...noFilters, ...filters, sort, page }, anonymous);

  it('finds what an unindexed scan finds, in the requested order, page by page, with any filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fewFilters,
        fc.constantFrom(...browseSorts),
        fc.integer({ min: 1, max: 3 }),
        async (filters, sort, page) => {
          const wanted = all.filter(holds(filters)).sort(orders[sort]);
          const found = await request(filters, sort, page);
          expect(idsOf(found)).toEqual(
            wanted.slice((page - 1) * cardsPerPage, page * cardsPerPage).map(({ id }) => id),
          );
          expect([found.total, found.isExact]).toEqual([wanted.length, true]);
          expect(found.pages).toBe(Math.ceil(wanted.length / cardsPerPage));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts beside each option exactly what choosing it finds', async () => {
    await fc.assert(
      fc.asyncProperty(fewFilters, async (filters) => {
        const { facets } = await request(filters);
        expect(facets.flatMap(({ options }) => options)).not.toEqual([]);
        for (const { options, isAtLeast } of facets) {
          expect(isAtLeast).toBe(false);
          for (const { setting, vehicles } of options) {
            expect(vehicles).toBe(all.filter(holds({ ...filters, ...setting })).length);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('knows a brand by its id, its name in any case, and its common spellings', async () => {
    expect((await request({ brand: 'royal-enfield' })).filters.brand).toBe('Royal Enfield');
    expect((await request({ brand: 'ROYAL ENFIELD' })).total).toBe((await request({ brand: 'royal-enfield' })).total);
    const brands = (await request({})).facets.find(({ name }) => name === 'brand')?.options ?? [];
    expect(brands.filter(({ text }) => text.toLowerCase() === 'ktm')).toHaveLength(1);
    expect((await request({ brand: 'ktm' })).facets.find(({ name }) => name === 'brand')?.options).toContainEqual(
      expect.objectContaining({ isSelected: true }),
    );
  });

  it('describes filters by the labels of their options, or as a range', async () => {
    const selected = async (filters: Partial<BrowseFilters>) =>
      (await request(filters)).facets.flatMap((facet) => (facet.selected === null ? [] : [facet.selected]));
    expect(await selected({})).toEqual([]);
    expect(await selected({ kind: 'listing', minPrice: 100_000, maxPrice: 149_999 })).toEqual([
      'From riders',
      '₹1-1.5 Lakh',
    ]);
    expect(await selected({ minPrice: 70_000 })).toEqual(['From ₹70,000']);
    expect(await selected({ minPrice: 70_000, maxPrice: 90_000 })).toEqual(['₹70,000 to ₹90,000']);
    expect(await selected({ minYear: 2020, maxKilometres: 10_000 })).toEqual(['From 2020', 'Up to 10,000 km']);
  });

  it('shows no sample, nothing sold and nothing hidden or deleted', async () => {
    const own = stocked();
    own.$client.exec(`UPDATE vehicles SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = '1';
                      UPDATE listings SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE name = 'Shine 0'`);
    const found = await Promise.all(
      [1, 2, 3, 4].map((page) => browseOffers(own, { ...noFilters, sort: 'newest', page }, anonymous)),
    );
    const pages = found.flatMap(({ offers }) => offers);
    const names = pages.map((offer) => (offer.kind === 'vehicle' ? offer.vehicle.id : offer.listing.name));
    expect(names).not.toContain('1');
    expect(names).not.toContain('Shine 0');
    expect(pages.every((offer) => offer.kind === 'vehicle' || !offer.listing.isSample)).toBe(true);
    expect(pages.every((offer) => offer.kind === 'vehicle' || offer.listing.availability === 'available')).toBe(true);
  });
});

describe('browsing more rows than the bound', () => {
  const db = freshDatabase();
  db.$client.exec(`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)
    INSERT INTO listings (id, kind, name, brand, year, type, condition, days_used, mileage, top_speed_kmph,
                          present_price_rupees, past_price_rupees, license, body_style, body_colour, accent_colour,
                          search_name, search_brand, created_at, updated_at)
    SELECT 'bike-' || n, 'bike', 'Bike ' || n, iif(n % 10, 'Common', 'Rare'), 2000 + n % 20, 'Petrol',
           iif(n % 2, 'Good', 'Fair'), 1, 1, 1, n % 997, 1, 'X', 'commuter', '#112233', '#445566',
           'bike ' || n, iif(n % 10, 'common', 'rare'), '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z'
      FROM numbers`);
  const request = (filters: Partial<BrowseFilters>, sort: (typeof browseSorts)[number] = 'newest') =>
    browseOffers(db, { ...noFilters, ...filters, sort, page: 1 }, anonymous);

  it('gives an exact total where a count is stored, and the last reachable page', async () => {
    const { total, isExact, pages, facets } = await request({ kind: 'listing' });
    expect([total, isExact, pages]).toEqual([6000, true, Math.ceil(500 / cardsPerPage)]);
    expect(facets.every(({ isAtLeast }) => isAtLeast)).toBe(true);
  });

  it('says that a common word has more matches, and finds the cheapest of all', async () => {
    expect(await request({ q: 'common', kind: 'listing' })).toMatchObject({ total: 500, isExact: false });
    const [cheapest] = (await request({ kind: 'listing' }, 'price')).offers;
    expect(cheapest?.kind === 'listing' && cheapest.listing.presentPrice).toBe(0);
  });

  it('is exact when one filter narrows enough', async () => {
    expect(await request({ brand: 'rare', minPrice: 900, maxPrice: 996 })).toMatchObject({ isExact: true });
    expect(await request({ minPrice: 5, maxPrice: 5 })).toMatchObject({ total: 7, isExact: true });
  });

  it('lets other requests in between the tables and the options', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await request({ brand: 'Common', minPrice: 5, condition: 'Good' });
    isOver = true;
    // Of everything, and without each of the three: the catalogue, bikes and scooters.
    expect(turns).toBeGreaterThanOrEqual(4 * 3 - 1);
  });
});
