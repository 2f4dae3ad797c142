import { describe, expect, it } from 'vitest';
import type { ListingQuery } from '~/domain/listings/listing';
import { findListings } from '~/domain/listings/listing.queries.server';
import { searchListings, searchListingsInChunks } from '~/domain/listings/listing-search.server';
import { offerSorts } from '~/domain/search/search-query';
import { anonymous } from '~/domain/shared/actor';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';

const count = 24_000;

describe('lists beyond the counting bound', () => {
  const db = freshDatabase();
  storeManyBikes(db, count);
  const request = (query: Partial<ListingQuery>) =>
    findListings(db, { kind: 'bike', sort: 'newest', page: 1, limit: 5, ...query }, anonymous);
  const getNumbers = async (query: Partial<ListingQuery>) =>
    (await request(query)).items.map(({ id }) => Number(id.slice(5)));

  it('have an exact total without filters, and pages up to row 10,000', async () => {
    expect((await request({})).pagination).toEqual({ page: 1, limit: 5, total: count, pages: 2000 });
    expect((await request({ availability: 'available' })).pagination.total).toBe(count);
    expect(await getNumbers({ page: 2000 })).toHaveLength(5);
    expect(await getNumbers({ page: 2001 })).toEqual([]);
  });

  it('are exact in the order of price too for one availability or one type', async () => {
    for (const query of [{ availability: 'available' }, { type: 'Petrol' }] as const) {
      expect((await request({ ...query, sort: 'price' })).pagination).toEqual({
        page: 1,
        limit: 5,
        total: count,
        pages: 2000,
      });
      expect(await getNumbers({ ...query, sort: 'price', limit: 3 })).toEqual([997, 1994, 2991]);
      expect(await getNumbers({ ...query, sort: '-price', limit: 3 })).toEqual([23_927, 22_930, 21_933]);
      expect(await getNumbers({ ...query, sort: 'price', page: 2000 })).toHaveLength(5);
      expect(await getNumbers({ ...query, sort: 'price', page: 2001 })).toEqual([]);
    }
  });

  it('count to 10,000 with a common filter, and show the newest', async () => {
    expect((await request({ brand: 'Common' })).pagination.total).toBe(10_000);
    expect(await getNumbers({ brand: 'Common', limit: 3 })).toEqual([23_999, 23_998, 23_997]);
    expect((await getNumbers({ sort: '-price', limit: 1 })).map((n) => n % 997)).toEqual([996]);
    expect((await getNumbers({ minPrice: 100, sort: 'price', limit: 1 })).map((n) => n % 997)).toEqual([100]);
  });

  it('are exact when one filter is rare', async () => {
    expect((await request({ brand: 'Rare', condition: 'Fair', sort: 'price' })).pagination.total).toBe(2400);
    expect((await request({ brand: 'Rare', condition: 'Good' })).pagination.total).toBe(0);
    expect((await request({ minPrice: 5, maxPrice: 5, condition: 'Good' })).pagination.total).toBe(13);
  });

  it('with only common filters: the newest 10,000 of the narrowest, in the requested order', async () => {
    const { items, pagination } = await request({ brand: 'Common', condition: 'Good', sort: 'price', limit: 100 });
    const among = Array.from({ length: count }, (_, index) => index + 1)
      .filter((n) => n % 2 === 1)
      .slice(-10_000);
    const wanted = among.filter((n) => n % 10 !== 0).sort((one, other) => (one % 997) - (other % 997) || one - other);
    expect(items.map(({ id }) => Number(id.slice(5)))).toEqual(wanted.slice(0, 100));
    expect(pagination.total).toBe(wanted.length);
  });

  it('of a common word: its newest matches', async () => {
    expect((await request({ q: 'common' })).pagination.total).toBe(500);
    expect(await getNumbers({ q: 'common', limit: 2 })).toEqual([23_999, 23_998]);
    expect((await request({ q: 'common', sort: 'price' })).pagination.total).toBe(1000);
    const { items } = await request({ q: 'common', condition: 'Fair' });
    expect(items.every(({ condition }) => condition === 'Fair')).toBe(true);
  });

  it('are searched in pieces, which lets other requests in, with the same result as in one go', async () => {
    const common = { kind: 'bike', page: 1, limit: 200 } as const;
    for (const sort of offerSorts) {
      for (const requested of [
        { brand: 'Common', condition: 'Good' },
        { brand: 'Rare', condition: 'Fair', minPrice: 100 },
        { minPrice: 5, maxPrice: 300, condition: 'Fair' },
        { minPrice: 5, minYear: 2000 },
        { brand: 'Common', condition: 'Good', page: 40 },
        { brand: 'None', type: 'Petrol' },
      ] as const) {
        const query = { ...common, ...requested, sort };
        expect(await searchListingsInChunks(db, query)).toEqual(searchListings(db, query));
      }
    }
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await searchListingsInChunks(db, { ...common, brand: 'Common', condition: 'Good', sort: 'price' });
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});
