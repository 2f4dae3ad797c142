import { describe, expect, it } from 'vitest';
import type { ListingQuery } from '~/domain/listings/listing';
import { findListings } from '~/domain/listings/listing-search.server';
import { anonymous } from '~/domain/shared/actor';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';

const count = 24_000;
const numbers = Array.from({ length: count }, (_, index) => index + 1);

describe('lists of many listings', () => {
  const db = freshDatabase();
  storeManyBikes(db, count);
  const request = (query: Partial<ListingQuery>) =>
    findListings(db, { kind: 'bike', sort: 'newest', page: 1, limit: 5, ...query }, anonymous);
  const getNumbers = async (query: Partial<ListingQuery>) =>
    (await request(query)).items.map(({ id }) => Number(id.slice(5)));

  it('have an exact total, and pages up to the last row', async () => {
    for (const query of [{}, { availability: 'available' }, { type: 'Petrol', sort: 'price' }] as const) {
      expect((await request(query)).pagination).toEqual({ page: 1, limit: 5, total: count, pages: count / 5 });
      expect(await getNumbers({ ...query, page: count / 5 })).toHaveLength(5);
      expect(await getNumbers({ ...query, page: count / 5 + 1 })).toEqual([]);
    }
    expect(await getNumbers({ page: count / 5 })).toEqual([5, 4, 3, 2, 1]);
  });

  it('are in the order of price from the first page to the last', async () => {
    expect(await getNumbers({ sort: 'price', limit: 3 })).toEqual([997, 1994, 2991]);
    expect(await getNumbers({ sort: '-price', limit: 3 })).toEqual([23_927, 22_930, 21_933]);
    const byPrice = numbers.toSorted((a, b) => (a % 997) - (b % 997) || a - b);
    for (const page of [2, 100, 2401, 4800]) {
      expect(await getNumbers({ sort: 'price', page })).toEqual(byPrice.slice(5 * (page - 1), 5 * page));
    }
  });

  it('are exact with any number of common and rare filters', async () => {
    expect((await request({ brand: 'Common' })).pagination.total).toBe(21_600);
    expect((await request({ brand: 'Rare', condition: 'Fair', sort: 'price' })).pagination.total).toBe(2400);
    expect((await request({ brand: 'Rare', condition: 'Good' })).pagination.total).toBe(0);
    expect((await request({ minPrice: 5, maxPrice: 5, condition: 'Good' })).pagination.total).toBe(13);
    const wanted = numbers.filter((n) => n % 2 === 1 && n % 10 !== 0).sort((a, b) => (a % 997) - (b % 997) || a - b);
    const query = { brand: 'Common', condition: 'Good', sort: 'price', limit: 100 } as const;
    expect((await request(query)).pagination.total).toBe(wanted.length);
    expect(await getNumbers(query)).toEqual(wanted.slice(0, 100));
    expect(await getNumbers({ ...query, page: 120 })).toEqual(wanted.slice(11_900));
  });

  it('are exact for a common word, in any order', async () => {
    expect((await request({ q: 'common' })).pagination.total).toBe(21_600);
    expect(await getNumbers({ q: 'common', limit: 2 })).toEqual([23_999, 23_998]);
    expect(await getNumbers({ q: 'common', sort: 'price', limit: 1 })).toEqual([997]);
    expect((await request({ q: 'common', condition: 'Fair' })).pagination.total).toBe(9_600);
  });
});
