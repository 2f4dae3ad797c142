import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iterateVehicles, type VehicleFilters, vehicleSorts } from '~/domain/catalogue/vehicle-search.server';
import type { ListingFilters } from '~/domain/listings/listing';
import { findFullListings } from '~/domain/listings/listing.queries.server';
import { findListings, iterateListings } from '~/domain/listings/listing-search.server';
import type { Position } from '~/domain/search/offer-selection';
import { offerSorts } from '~/domain/search/search-query';
import { freshDatabase } from '../support/fresh-database';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { storeManyBikes } from '../support/many-bikes';
import { storeListing } from '../support/stored-listing';

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
  (q === undefined || q === `${n}` || (n % 10 ? 'common' : 'rare').startsWith(q));

const getKilometres = (n: number): number | null => (n % 3 === 0 ? null : n % 1009);
/** By a figure, then by number in the same direction; without the figure last. */
const byFigure =
  (getFigure: (n: number) => number | null, direction: 1 | -1) =>
  (one: number, other: number): number => {
    const [figure, otherFigure] = [getFigure(one), getFigure(other)];
    if ((figure === null) !== (otherFigure === null)) return figure === null ? 1 : -1;
    return direction * ((figure ?? 0) - (otherFigure ?? 0) || one - other);
  };

const inOrder = {
  newest: (one: number, other: number) => other - one,
  price: (one: number, other: number) => (one % 997) - (other % 997) || one - other,
  '-price': (one: number, other: number) => (other % 997) - (one % 997) || other - one,
  kilometres: byFigure(getKilometres, 1),
  '-kilometres': byFigure(getKilometres, -1),
  year: byFigure((n) => 2000 + (n % 20), 1),
  '-year': byFigure((n) => 2000 + (n % 20), -1),
  mileage: byFigure(() => 1, 1),
  '-mileage': byFigure(() => 1, -1),
  // Without a place.
  distance: (one: number, other: number) => other - one,
};

describe('a whole list of listings', () => {
  const db = freshDatabase();
  storeManyBikes(db, count);
  db.$client.exec('UPDATE listings SET kilometres_driven = iif(substr(id, 6) % 3 = 0, NULL, substr(id, 6) % 1009)');
  const numberOf = db.$client.prepare<[number], number>('SELECT substr(id, 6) + 0 FROM listings WHERE seq = ?').pluck();
  const getRows = (portions: Iterable<number[]>) => [...portions].flat().map((seq) => numberOf.get(seq));

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
            q: fc.constantFrom('common', 'rare', 'rar', '7777', 'nothing'),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom(...offerSorts),
        (filters, sort) => {
          const wanted = numbers.filter((n) => passes(n, filters)).sort(inOrder[sort]);
          expect(getRows([...iterateListings(db, { ...filters, kind: 'bike', sort })].map(({ seqs }) => seqs))).toEqual(
            wanted,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is produced in small pieces', () => {
    const portions = [...iterateListings(db, { kind: 'bike', sort: 'price' })];
    expect(portions).toHaveLength(count / window);
  });

  it('stays in order while listings come and go', () => {
    const changing = freshDatabase();
    storeManyBikes(changing, count);
    const taken: number[] = [];
    for (const { seqs: portion } of iterateListings(changing, { kind: 'bike', sort: 'newest' })) {
      taken.push(...portion);
      const last = portion.at(-1) ?? 0;
      changing.$client.exec(`DELETE FROM listings WHERE seq = ${portion[0] ?? 0}`);
      changing.$client.exec(`UPDATE listings SET present_price_rupees = 7 WHERE seq IN (${last - 1}, ${last + 1})`);
    }
    expect(new Set(taken).size).toBe(count);
  });
});

describe('pages by cursor, while others write', () => {
  const some = 40;
  type Write = { write: 'insert' | 'delete' | 'reprice'; at: number };
  const apply = (db: Database, { write, at }: Write): void => {
    if (write === 'delete') db.$client.prepare("DELETE FROM listings WHERE id = 'bike-' || ?").run(at);
    else if (write === 'reprice') {
      db.$client.prepare("UPDATE listings SET present_price_rupees = 500 WHERE id = 'bike-' || ?").run(at);
    } else storeListing(db, { presentPrice: 1_000 * at });
  };
  const writes = fc.array(
    fc.record({
      write: fc.constantFrom('insert' as const, 'delete' as const, 'reprice' as const),
      at: fc.integer({ min: 1, max: some }),
    }),
    { maxLength: 3 },
  );

  it('lose and double no listing that stays as it is', async () => {
    const query = { kind: 'bike', sort: 'newest', page: 1 } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...offerSorts),
        fc.integer({ min: 3, max: 15 }),
        fc.array(writes, { maxLength: 12 }),
        fc.boolean(),
        async (sort, limit, rounds, isWhole) => {
          const db = freshDatabase();
          storeManyBikes(db, some);
          const taken: string[] = [];
          const touched = new Set<string>();
          for (let [round, after] = [0, undefined as Position | undefined]; ; round += 1) {
            const { items, last } = await findListings(db, { ...query, sort, limit, position: after }, anonymous);
            taken.push(...items.map(({ id }) => id));
            for (const one of rounds[round] ?? []) {
              apply(db, one);
              if (one.write !== 'insert') touched.add(`bike-${one.at}`);
            }
            if (last === null) break;
            after = last;
            if (!isWhole || round < 1) continue;
            // The rest as a stream that goes on where the pages ended.
            for (const { seqs } of iterateListings(db, { kind: 'bike', sort }, after)) {
              taken.push(...findFullListings(db, seqs, anonymous).map(({ id }) => id));
            }
            break;
          }
          const stayed = numbers
            .slice(0, some)
            .map((n) => `bike-${n}`)
            .filter((id) => !touched.has(id));
          expect(taken.filter((id) => stayed.includes(id)).sort()).toEqual(stayed.sort());
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a whole list of vehicles', () => {
  const db = freshDatabase();
  db.$client.exec('UPDATE vehicles SET rating = NULL WHERE seq % 3 = 0');
  const figures = {
    price: 'price_rupees',
    kilometres: 'kilometres_driven',
    year: 'model_year',
    mileage: 'mileage_kmpl',
  };
  type Row = { seq: number; type: string; price: number } & Record<
    'kilometres' | 'year' | 'mileage' | 'rating',
    number | null
  >;
  const rows = db.$client
    .prepare<[], Row>(
      `SELECT seq, rating, type, ${Object.entries(figures).map(([name, column]) => `${column} AS ${name}`)}
         FROM vehicles WHERE hidden_at IS NULL`,
    )
    .all();
  const getInOrder = (sort: (typeof vehicleSorts)[number]) => {
    const name = ['relevance', 'distance'].includes(sort) ? 'newest' : sort.replace('-', '');
    const sign = name === 'newest' || sort.startsWith('-') ? -1 : 1;
    return (one: Row, other: Row): number => {
      const [figure, otherFigure] = [one, other].map((row) =>
        name === 'newest' ? row.seq : Object.entries(row).find(([key]) => key === name)?.[1],
      );
      if ((figure === null) !== (otherFigure === null)) return figure === null ? 1 : -1;
      return sign * (Number(figure) - Number(otherFigure) || one.seq - other.seq);
    };
  };

  it.each(vehicleSorts)('has every vehicle in the order %s, those without the figure last', (sort) => {
    const filters: VehicleFilters[] = [{}, { type: 'Scooter' }, { minPrice: 80_000, maxPrice: 150_000 }];
    for (const given of filters) {
      const wanted = rows
        .filter(({ type, price }) => type === (given.type ?? type) && price >= (given.minPrice ?? 0))
        .filter(({ price }) => price <= (given.maxPrice ?? 1e9))
        .sort(getInOrder(sort))
        .map(({ seq }) => seq);
      expect([...iterateVehicles(db, { ...given, sort })].flatMap(({ seqs }) => seqs)).toEqual(wanted);
    }
  });
});
