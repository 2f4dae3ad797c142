import { describe, expect, it } from 'vitest';
import type { ListingQuery } from '~/domain/listings/listing-filters';
import { listings } from '~/domain/listings/listing-queries.server';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';
import { nobody } from '../support/stored-listing';

const count = 24_000;

describe('lists of more listings than are ever counted', () => {
  const db = freshDatabase();
  storeManyBikes(db, count);
  const ask = (query: Partial<ListingQuery>) =>
    listings(db, { kind: 'bike', sort: 'newest', page: 1, limit: 5, ...query }, nobody);
  const numbersOf = (query: Partial<ListingQuery>) => ask(query).items.map(({ id }) => Number(id.slice(5)));

  it('tell exactly how many there are in all, and lead no deeper than 10,000', () => {
    expect(ask({}).pagination).toEqual({ page: 1, limit: 5, total: count, pages: 2000 });
    expect(ask({ availability: 'available' }).pagination.total).toBe(count);
    expect(numbersOf({ page: 2000 })).toHaveLength(5);
    expect(numbersOf({ page: 2001 })).toEqual([]);
  });

  it('are exact in the order of price too for one availability or one type', () => {
    for (const query of [{ availability: 'available' }, { type: 'Petrol' }] as const) {
      expect(ask({ ...query, sort: 'price' }).pagination).toEqual({ page: 1, limit: 5, total: count, pages: 2000 });
      expect(numbersOf({ ...query, sort: 'price', limit: 3 })).toEqual([997, 1994, 2991]);
      expect(numbersOf({ ...query, sort: '-price', limit: 3 })).toEqual([23_927, 22_930, 21_933]);
      expect(numbersOf({ ...query, sort: 'price', page: 2000 })).toHaveLength(5);
      expect(numbersOf({ ...query, sort: 'price', page: 2001 })).toEqual([]);
    }
  });

  it('stop counting at 10,000 when a common filter is given, and show the newest all the same', () => {
    expect(ask({ brand: 'Common' }).pagination.total).toBe(10_000);
    expect(numbersOf({ brand: 'Common', limit: 3 })).toEqual([23_999, 23_998, 23_997]);
    expect(numbersOf({ sort: '-price', limit: 1 }).map((n) => n % 997)).toEqual([996]);
    expect(numbersOf({ minPrice: 100, sort: 'price', limit: 1 }).map((n) => n % 997)).toEqual([100]);
  });

  it('are exact when one filter is rare, whatever the others are', () => {
    expect(ask({ brand: 'Rare', condition: 'Fair', sort: 'price' }).pagination.total).toBe(2400);
    expect(ask({ brand: 'Rare', condition: 'Good' }).pagination.total).toBe(0);
    expect(ask({ minPrice: 5, maxPrice: 5, condition: 'Good' }).pagination.total).toBe(13);
  });

  it('of filters that are all common: the newest 10,000 of the narrowest, in the order asked for', () => {
    const { items, pagination } = ask({ brand: 'Common', condition: 'Good', sort: 'price', limit: 100 });
    const among = Array.from({ length: count }, (_, index) => index + 1)
      .filter((n) => n % 2 === 1)
      .slice(-10_000);
    const wanted = among.filter((n) => n % 10 !== 0).sort((one, other) => (one % 997) - (other % 997) || one - other);
    expect(items.map(({ id }) => Number(id.slice(5)))).toEqual(wanted.slice(0, 100));
    expect(pagination.total).toBe(wanted.length);
  });

  it('of a common word: its newest matches', () => {
    expect(ask({ q: 'bike' }).pagination.total).toBe(500);
    expect(numbersOf({ q: 'bike', limit: 2 })).toEqual([24_000, 23_999]);
    expect(ask({ q: 'bike', sort: 'price' }).pagination.total).toBe(5000);
    expect(ask({ q: 'common', condition: 'Fair' }).items.every(({ condition }) => condition === 'Fair')).toBe(true);
    expect(ask({ q: 'bi' }).pagination.total).toBe(2000);
  });
});
