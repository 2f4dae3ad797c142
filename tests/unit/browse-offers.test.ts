import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BrowsePage, browseOffers } from '~/domain/browse/browse-offers.server';
import { type BrowseFilters, browseSorts, noFilters } from '~/domain/browse/browse-query';
import { offerKinds } from '~/domain/search/search-query';
import { findPlace, findPlaceById, getDistance } from '~/domain/places/places.server';

import { anonymous } from '~/domain/shared/actor';
import { dayMs } from '~/domain/shared/dates';
import { cardsPerPage } from '~/domain/shared/pagination.server';
import type { Database } from '~db/connection';
import { bodyStyles, fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { sized } from '../support/exhaustive';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

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
        engineCapacity: index % 7 === 0 ? undefined : `${100 + 50 * (index % 5)}cc`,
        ownerNumber: index % 5 === 0 ? undefined : 1 + (index % 4),
        mileage: index % 6 === 0 ? 0 : 20 + (index % 60),
        condition: pick(['Good', 'Fair', 'Excellent', 'Poor']),
        year: 2005 + (index % 20),
        presentPrice: 20_000 + ((index * 7_919) % 230_000),
        city: pick(['Pune', 'Pimpri', 'Mumbai', 'Atlantis', null, 'पुणे', 'Chennai']),
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
  vehicleType: string;
  name: string;
  brand: string;
  fuelType: string;
  condition: string;
  bodyStyle: string;
  createdAt: string;
  hasPhoto: number;
  place: string | null;
  rank: number;
  seq: number;
} & Record<
  'price' | 'year' | 'kilometres' | 'owners' | 'cc' | 'power' | 'mileage' | 'range' | 'seatHeight' | 'weight',
  number | null
>;

/** Everything on offer, read without any index or bound. */
const everything = (db: Database): Offered[] =>
  db.$client
    .prepare<[], Offered>(
      `SELECT id, stock AS kind, type AS vehicleType, name, brand, fuel AS fuelType, condition,
              body_style AS bodyStyle, price_rupees AS price, model_year AS year, kilometres_driven AS kilometres, owners,
              engine_cc AS cc, power_ps AS power, mileage_kmpl AS mileage, range_km AS range,
              seat_height_mm AS seatHeight, kerb_weight_kg AS weight, created_at AS createdAt, 0 AS rank, seq, place,
              id IN (SELECT vehicle_id FROM vehicle_photos) AS hasPhoto FROM vehicles
       UNION ALL
       SELECT id, 'listing', iif(kind = 'bike', 'Bike', 'Scooter'), name, brand, type, condition, body_style,
              present_price_rupees, year, kilometres_driven, owner_number, CAST(engine_capacity AS REAL), NULL,
              iif(type = 'Petrol' AND mileage > 0, mileage, NULL), iif(type = 'Electric' AND mileage > 0, mileage, NULL),
              NULL, NULL, created_at, iif(kind = 'bike', 1, 2), seq, place,
              id IN (SELECT listing_id FROM listing_photos) FROM listings
        WHERE is_sample = 0 AND availability = 'available'`,
    )
    .all();

const isAmong = (wanted: readonly string[], value: string): boolean =>
  wanted.length === 0 || wanted.some((one) => one.toLowerCase() === value.toLowerCase());
const isWithin = (least: number | null, figure: number | null, most: number | null): boolean =>
  (least === null && most === null) || (figure !== null && figure >= (least ?? 0) && figure <= (most ?? Infinity));

/** Kilometres from a city to an offer; null where either is not known. */
function kmFrom(city: string | null, offer: Offered): number | null {
  const [from, to] = [city === null ? null : findPlace(city), findPlaceById(offer.place)];
  return from && to && getDistance(from, to);
}

const isAround = ({ city, within }: BrowseFilters, offer: Offered): boolean =>
  city === null ||
  (within === null ? findPlace(city)?.id === offer.place : (kmFrom(city, offer) ?? Infinity) <= within);

const holds =
  (filters: BrowseFilters) =>
  (one: Offered): boolean =>
    (['kind', 'vehicleType', 'brand', 'fuelType', 'condition', 'bodyStyle'] as const).every((name) =>
      isAmong(filters[name], one[name]),
    ) &&
    isAround(filters, one) &&
    isWithin(filters.minPrice, one.price, filters.maxPrice) &&
    isWithin(filters.minYear, one.year, filters.maxYear) &&
    isWithin(null, one.kilometres, filters.maxKilometres) &&
    isWithin(null, one.owners, filters.maxOwners) &&
    isWithin(filters.minCc, one.cc, filters.maxCc) &&
    isWithin(filters.minPower, one.power, filters.maxPower) &&
    isWithin(filters.minMileage, one.mileage, null) &&
    isWithin(filters.minRange, one.range, null) &&
    isWithin(null, one.seatHeight, filters.maxSeatHeight) &&
    isWithin(null, one.weight, filters.maxWeight) &&
    (filters.postedWithin === null || Date.parse(one.createdAt) >= Date.now() - filters.postedWithin * dayMs) &&
    (!filters.withPhoto || one.hasPhoto === 1);

const byTime = (one: Offered, other: Offered): number =>
  other.createdAt.localeCompare(one.createdAt) || one.rank - other.rank || other.seq - one.seq;

/** By a figure, the catalogue before listings, then in the order of their tables; without the figure last. */
function inOrder(sort: (typeof browseSorts)[number], city: string | null): (one: Offered, other: Offered) => number {
  if (sort === 'newest' || sort === 'relevance' || (sort === 'distance' && city === null)) return byTime;
  if (sort === 'distance')
    return (one, other) =>
      (kmFrom(city, one) ?? 0) - (kmFrom(city, other) ?? 0) || one.rank - other.rank || other.seq - one.seq;
  const sign = sort.startsWith('-') ? -1 : 1;
  const getFigure = (offer: Offered) => Object.entries(offer).find(([name]) => name === sort.replace('-', ''))?.[1];
  return (one, other) => {
    const [figure, otherFigure] = [getFigure(one), getFigure(other)];
    if ((figure === null) !== (otherFigure === null)) return figure === null ? 1 : -1;
    return sign * (Number(figure) - Number(otherFigure)) || one.rank - other.rank || sign * (one.seq - other.seq);
  };
}

const getIds = ({ offers }: BrowsePage): string[] =>
  offers.map((offer) => (offer.kind === 'vehicle' ? offer.vehicle.id : offer.listing.id));

const orNull = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 1 });

const anyFilters: fc.Arbitrary<BrowseFilters> = fc.record({
  // Searches by words are tested in search-results.test.ts.
  q: fc.constant(null),
  kind: fc.subarray([...offerKinds]),
  vehicleType: fc.subarray([...vehicleTypes]),
  brand: fc.subarray(['Honda', 'Royal Enfield', 'KTM', 'none']),
  fuelType: fc.subarray([...fuelTypes]),
  condition: fc.subarray([...vehicleConditions]),
  bodyStyle: fc.subarray([...bodyStyles]),
  minPrice: orNull([0, 50_000, 150_000]),
  maxPrice: orNull([60_000, 99_999, 400_000]),
  minYear: orNull([2010, 2020, 2022]),
  maxYear: orNull([2015, 2023]),
  maxKilometres: orNull([0, 10_000, 50_000]),
  maxOwners: orNull([1, 2]),
  minCc: orNull([110, 200]),
  maxCc: orNull([125, 350]),
  minPower: orNull([8, 20]),
  maxPower: orNull([10, 30]),
  minMileage: orNull([30, 50]),
  minRange: orNull([30, 100]),
  maxSeatHeight: orNull([770, 800]),
  maxWeight: orNull([110, 150]),
  postedWithin: orNull([1, 100_000]),
  city: orNull(['Pune', 'मुंबई', 'Jaipur']),
  within: orNull([25, 150]),
  withPhoto: fc.boolean(),
});

/** Most filters left open, so that most queries find something. */
const fewFilters = fc.tuple(anyFilters, fc.infiniteStream(fc.integer({ min: 0, max: 5 }))).map(
  ([filters, kept]): BrowseFilters => ({
    ...noFilters,
    ...Object.fromEntries(Object.entries(filters).filter(() => kept.next().value === 0)),
  }),
);

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
          const wanted = all.filter(holds(filters)).sort(inOrder(sort, filters.city));
          const found = await request(filters, sort, page);
          expect(getIds(found)).toEqual(
            wanted.slice((page - 1) * cardsPerPage, page * cardsPerPage).map(({ id }) => id),
          );
          expect(found.total).toBe(wanted.length);
          expect(found.pages).toBe(Math.ceil(wanted.length / cardsPerPage));
        },
      ),
      { numRuns: sized(100, 300) },
    );
  });

  it('counts beside each option exactly what choosing it finds', async () => {
    await fc.assert(
      fc.asyncProperty(fewFilters, async (filters) => {
        const { facets } = await request(filters);
        expect(facets.flatMap(({ options }) => options)).not.toEqual([]);
        for (const { options } of facets) {
          for (const { setting, vehicles } of options) {
            if (vehicles === null) continue;
            expect(vehicles).toBe(all.filter(holds({ ...filters, ...setting })).length);
          }
        }
      }),
      { numRuns: sized(50, 150) },
    );
  });

  it('knows a brand by its id, its name in any case, and its common spellings', async () => {
    expect((await request({ brand: ['royal-enfield', 'ROYAL ENFIELD'] })).filters.brand).toEqual(['Royal Enfield']);
    expect((await request({ brand: ['ROYAL ENFIELD'] })).total).toBe(
      (await request({ brand: ['royal-enfield'] })).total,
    );
    const brands = (await request({})).facets.find(({ name }) => name === 'brand')?.options ?? [];
    expect(brands.filter(({ text }) => text.toLowerCase() === 'ktm')).toHaveLength(1);
    expect((await request({ brand: ['ktm'] })).facets.find(({ name }) => name === 'brand')?.options).toContainEqual(
      expect.objectContaining({ isSelected: true }),
    );
  });

  it('knows a city by any of its names, and says how far away its surroundings are', async () => {
    const near = await request({ city: 'पुणे', within: 25 }, 'distance');
    expect(near.filters).toMatchObject({ city: 'Pune', within: 25 });
    expect(near.offers[0]?.km).toBe(0);
    const last = await request({ city: 'पुणे', within: 25 }, 'distance', near.pages);
    expect(last.offers.at(-1)?.km).toBe(12);
    const options = near.facets.find(({ name }) => name === 'city')?.options ?? [];
    expect(options.find(({ isSelected }) => isSelected)).toMatchObject({
      text: 'Within 25 km of Pune',
      vehicles: near.total,
    });
    expect(options.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Pune', 'Mumbai', 'Within 100 km of Pune']),
    );
    expect((await request({ city: 'Atlantis', within: 25 }, 'distance')).filters).toMatchObject({
      city: null,
      within: null,
    });
  });

  it('describes filters by the labels of their options, or as a range', async () => {
    const selected = async (filters: Partial<BrowseFilters>) =>
      (await request(filters)).facets.flatMap(({ active }) => active.map(({ text }) => text));
    expect(await selected({})).toEqual([]);
    expect(await selected({ kind: ['listing', 'new'], minPrice: 100_000, maxPrice: 149_999 })).toEqual([
      'From riders',
      'New',
      '₹1-1.5 Lakh',
    ]);
    expect(await selected({ minPrice: 70_000 })).toEqual(['From ₹70,000']);
    expect(await selected({ minPrice: 70_000, maxPrice: 90_000 })).toEqual(['₹70,000 to ₹90,000']);
    expect(await selected({ minYear: 2020, maxKilometres: 10_000 })).toEqual(['From 2020', 'Up to 10,000 km']);
    expect(await selected({ bodyStyle: ['scooter-maxi'], maxOwners: 1, withPhoto: true, postedWithin: 7 })).toEqual([
      'Maxi scooter',
      'First owner',
      'With photo',
      'Last 7 days',
    ]);
    expect(await selected({ minCc: 100, maxCc: 200, maxPower: 20, minMileage: 40 })).toEqual([
      '100 cc to 200 cc',
      'Up to 20 PS',
      'From 40 km/l',
    ]);
    expect(await selected({ minRange: 90, maxSeatHeight: 780, maxWeight: 120 })).toEqual([
      'From 90 km a charge',
      'Seat up to 780 mm',
      'Up to 120 kg',
    ]);
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

describe('browsing many rows', () => {
  const db = freshDatabase();
  db.$client.exec(`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)
    INSERT INTO listings (id, kind, name, brand, year, type, condition, days_used, mileage, top_speed_kmph,
                          present_price_rupees, past_price_rupees, license, body_style, body_colour, accent_colour,
                          search_brand, created_at, updated_at)
    SELECT 'bike-' || n, 'bike', 'Bike ' || n, iif(n % 10, 'Common', 'Rare'), 2000 + n % 20, 'Petrol',
           iif(n % 2, 'Good', 'Fair'), 1, 1, 1, n % 997, 1, 'X', 'commuter', '#112233', '#445566',
           iif(n % 10, 'common', 'rare'), '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z'
      FROM numbers`);
  const request = (filters: Partial<BrowseFilters>, sort: (typeof browseSorts)[number] = 'newest', page = 1) =>
    browseOffers(db, { ...noFilters, ...filters, sort, page }, anonymous);

  it('gives exact totals and reaches the last row', async () => {
    expect(await request({ kind: ['listing'] })).toMatchObject({ total: 6000, pages: 500 });
    expect(getIds(await request({ kind: ['listing'] }, 'newest', 500)).at(-1)).toBe('bike-1');
    expect(await request({ q: 'common', kind: ['listing'] })).toMatchObject({ total: 5400, pages: 450 });
    expect(await request({ minPrice: 5, maxPrice: 5 })).toMatchObject({ total: 7 });
    const [cheapest] = (await request({ kind: ['listing'] }, 'price')).offers;
    expect(cheapest?.kind === 'listing' && cheapest.listing.presentPrice).toBe(0);
  });

  it('lets other requests run between the options', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await request({ brand: ['Common'], minPrice: 5, condition: ['Good'] });
    isOver = true;
    // Without each of the three filters.
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});
