import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vehicleSearchQuery } from '~/domain/catalogue/vehicle-search.server';
import { type VehicleFilters, vehicleSorts } from '~/domain/catalogue/vehicle';
import { type ListingFilters, listingSorts } from '~/domain/listings/listing';
import { everyListing, listingSearchQuery } from '~/domain/listings/listing-search.server';
import type { Bounds } from '~/domain/search/bounded-search.server';
import { everyRow } from '~/domain/search/whole-list.server';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';

const count = 10_500;
/** The number of rows between two pauses. */
const window = 250;

const numbers = Array.from({ length: count }, (_, index) => index + 1);
const passes = (n: number, { brand, condition, minPrice, maxPrice, minYear, maxYear, q }: ListingFilters): boolean =>
  (brand === undefined || brand === (n % 10 ? 'Common' : 'Rare')) &&
  (condition === undefined || condition === (n % 2 ? 'Good' : 'Fair')) &&
  n % 997 >= (minPrice ?? 0) &&
  n % 997 <= (maxPrice ?? 1e9) &&
  2000 + (n % 20) >= (minYear ?? 0) &&
  2000 + (n % 20) <= (maxYear ?? 1e9) &&
  (q === undefined || `bike ${n}`.includes(q) || (n % 10 ? 'common' : 'rare').includes(q));

const inOrder = {
  newest: (one: number, other: number) => other - one,
  price: (one: number, other: number) => (one % 997) - (other % 997) || one - other,
  '-price': (one: number, other: number) => (other % 997) - (one % 997) || other - one,
};

describe('a whole list of listings', () => {
  const db = freshDatabase();
  storeManyBikes(db, count);
  const numberOf = db.$client.prepare<[number], number>('SELECT substr(id, 6) + 0 FROM listings WHERE seq = ?').pluck();
  const rowsOf = (portions: Iterable<number[]>) => [...portions].flat().map((seq) => numberOf.get(seq));

  it('has every listing that matches the filters, in the requested order', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            brand: fc.constantFrom('Common', 'Rare', 'Nobody'),
            condition: fc.constantFrom('Good' as const, 'Fair' as const),
            minPrice: fc.integer({ min: 0, max: 1000 }),
            maxPrice: fc.integer({ min: 0, max: 1000 }),
            minYear: fc.integer({ min: 2000, max: 2021 }),
            maxYear: fc.integer({ min: 2000, max: 2021 }),
            q: fc.constantFrom('bike 1', 'common', '77', '%', 'nothing'),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom(...listingSorts),
        (filters, sort) => {
          const wanted = numbers.filter((n) => passes(n, filters)).sort(inOrder[sort]);
          expect(rowsOf(everyListing(db, { ...filters, kind: 'bike', sort }))).toEqual(wanted);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is produced in small pieces, also where matches are rare', () => {
    const query = listingSearchQuery(db, { kind: 'bike', sort: 'price', q: 'bike 10499' });
    const everything: Bounds = { counted: 0, walked: 0, matches: 0, sifted: 0 };
    const portions = [...everyRow(db, query, everything)];
    expect(portions).toHaveLength(count / window + 1);
    expect(portions.flat()).toHaveLength(1);
  });

  it('stays in order while listings come and go', () => {
    const changing = freshDatabase();
    storeManyBikes(changing, count);
    const taken: number[] = [];
    for (const portion of everyListing(changing, { kind: 'bike', sort: 'newest' })) {
      taken.push(...portion);
      const last = portion.at(-1) ?? 0;
      changing.$client.exec(`DELETE FROM listings WHERE seq = ${portion[0] ?? 0}`);
      changing.$client.exec(`UPDATE listings SET present_price_rupees = 7 WHERE seq IN (${last - 1}, ${last + 1})`);
    }
    expect(new Set(taken).size).toBe(count);
  });
});

describe('a whole list of vehicles', () => {
  const db = freshDatabase();
  db.$client.exec('UPDATE vehicles SET rating = NULL WHERE seq % 3 = 0');
  type Row = { seq: number; price: number; rating: number | null; type: string };
  const rows = db.$client
    .prepare<[], Row>('SELECT seq, price_rupees AS price, rating, type FROM vehicles WHERE hidden_at IS NULL')
    .all();
  const rated = ({ rating }: Row) => rating ?? Number.NEGATIVE_INFINITY;
  const up = (one: number, other: number) => (one === other ? 0 : one - other);
  const orders = {
    newest: (one: Row, other: Row) => other.seq - one.seq,
    price: (one: Row, other: Row) => one.price - other.price || one.seq - other.seq,
    '-price': (one: Row, other: Row) => other.price - one.price || other.seq - one.seq,
    rating: (one: Row, other: Row) => up(rated(one), rated(other)) || one.seq - other.seq,
    '-rating': (one: Row, other: Row) => up(rated(other), rated(one)) || other.seq - one.seq,
  };

  it.each(vehicleSorts)('has every vehicle in the order %s, those without a rating as rated lowest', (sort) => {
    const filters: VehicleFilters[] = [{}, { type: 'Scooter' }, { minPrice: 80_000, maxPrice: 150_000 }];
    for (const given of filters) {
      const wanted = rows
        .filter(({ type, price }) => type === (given.type ?? type) && price >= (given.minPrice ?? 0))
        .filter(({ price }) => price <= (given.maxPrice ?? 1e9))
        .sort(orders[sort])
        .map(({ seq }) => seq);
      const walked: Bounds = { counted: 0, walked: 0, matches: 0, sifted: 0 };
      expect([...everyRow(db, vehicleSearchQuery({ ...given, sort }), walked)].flat()).toEqual(wanted);
    }
  });
});
