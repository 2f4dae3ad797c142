import { describe, expect, it } from 'vitest';
import type { ListingQuery } from '~/domain/listings/listing';
import { findListings } from '~/domain/listings/listing-search.server';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const stock = [
  { name: 'Classic 350 "Signals"', brand: 'Royal Enfield', presentPrice: 150_000 },
  { name: "H'ness CB350", brand: 'Honda', presentPrice: 170_000 },
  { name: 'Shine', brand: 'HONDA', presentPrice: 48_000, city: 'Pune' },
  { name: 'ஹோண்டா யூனிகார்ன்', brand: 'Honda', presentPrice: 52_000 },
  { name: 'ХОНДА Шайн', brand: 'ДНЕПР', presentPrice: 10_000 },
  { name: 'Straßenkreuzer', brand: 'ß', presentPrice: 20_000 },
  { name: 'OR AND NOT NEAR', brand: 'TVS', presentPrice: 30_000 },
  { name: 'Pulsar 150', brand: 'Bajaj', presentPrice: 60_000, year: 2019 },
  { name: 'Pulsar 220F, one owner', brand: 'Bajaj', presentPrice: 75_000, year: 2021 },
];

function stocked(): Database {
  const db = freshDatabase();
  for (const [minute, fields] of stock.entries()) {
    storeListing(db, fields, anonymous, new Date(Date.UTC(2026, 5, 15, 6, minute)));
  }
  return db;
}

const page = { kind: 'bike', sort: 'relevance', page: 1, limit: 100 } as const;
const found = async (db: Database, q: string, more: Partial<ListingQuery> = {}): Promise<string[]> =>
  (await findListings(db, { ...page, ...more, q }, anonymous)).items.map(({ name }) => name);

describe('searching listings by words', () => {
  const db = stocked();

  it('finds brand and name in any order, case and script, joined or split', async () => {
    for (const q of ['classic 350', '350 classic', 'CLASSIC350', 'royal enfield classic', 'क्लासिक 350']) {
      expect(await found(db, q)).toEqual(['Classic 350 "Signals"']);
    }
    expect(await found(db, 'honda')).toEqual(['ஹோண்டா யூனிகார்ன்', 'Shine', "H'ness CB350"]);
    expect(await found(db, 'хонда')).toEqual(['ХОНДА Шайн']);
    expect(await found(db, 'STRASSENKREUZER')).toEqual(['Straßenkreuzer']);
    expect(await found(db, 'straßen')).toEqual(['Straßenkreuzer']);
  });

  it('applies prices, years and places, unless the list already has such a filter', async () => {
    expect(await found(db, 'honda under 50000')).toEqual(['Shine']);
    expect(await found(db, 'honda under 50000', { maxPrice: 160_000 })).toEqual(['ஹோண்டா யூனிகார்ன்', 'Shine']);
    expect(await found(db, 'pulsar 2020 ke baad ki')).toEqual(['Pulsar 220F, one owner']);
    expect(await found(db, 'bike in pune')).toEqual(['Shine']);
    expect(await found(db, 'sasti pulsar')).toEqual(['Pulsar 150', 'Pulsar 220F, one owner']);
    expect(await found(db, 'pulsar', { sort: '-price' })).toEqual(['Pulsar 220F, one owner', 'Pulsar 150']);
  });

  it('compares a minimum with all digits of a figure', async () => {
    const fresh = freshDatabase();
    for (const mileage of [59.9999999, 60, 60.0000001]) storeListing(fresh, { mileage, name: `Runs ${mileage}` });
    expect((await found(fresh, 'runs', { minMileage: 60 })).sort()).toEqual(['Runs 60', 'Runs 60.0000001']);
    expect(await found(fresh, 'runs', { minMileage: 59 })).toHaveLength(3);
  });

  it('finds nothing for a search that excludes second-hand bikes', async () => {
    for (const q of ['new pulsar', 'scooter', 'diesel bike', 'qwertyuiop']) expect(await found(db, q)).toEqual([]);
  });

  it('reads operators of the query language as plain text', async () => {
    expect(await found(db, 'or and not near')).toEqual(['OR AND NOT NEAR']);
    for (const q of ['"', '""', "'", '*', '(', 'name:', '^a', 'a* OR', '\0', '-x', '{name} : "a"', 'ஹ', '🏍️']) {
      expect(Array.isArray(await found(db, q))).toBe(true);
    }
  });

  it('shows listings for sale before sold ones, and follows changes', async () => {
    const own = stocked();
    own.$client
      .prepare("UPDATE listings SET availability = 'sold', sold_at = updated_at WHERE name = 'Pulsar 150'")
      .run();
    expect(await found(own, 'pulsar')).toEqual(['Pulsar 220F, one owner', 'Pulsar 150']);
    expect(await found(own, 'pulsar', { availability: 'available' })).toEqual(['Pulsar 220F, one owner']);
    own.$client.prepare("UPDATE listings SET name = 'Renamed' WHERE name LIKE 'Pulsar 220F%'").run();
    expect(await found(own, 'renamed')).toEqual(['Renamed']);
    own.$client.prepare("UPDATE listings SET hidden_at = updated_at WHERE name = 'Renamed'").run();
    expect(await found(own, 'renamed')).toEqual([]);
  });

  it('finds a spelling that no listing had before, but not in the other kind of vehicle', async () => {
    const own = stocked();
    const searchBoth = async (q: string) => [await found(own, q), await found(own, q, { kind: 'scooter' })];
    expect(await searchBoth('pulsar')).toEqual([['Pulsar 150', 'Pulsar 220F, one owner'], []]);
    const rename = own.$client.prepare(
      "UPDATE listings SET name = ?, model = NULL WHERE name IN ('Shine', 'पल्सर 180')",
    );
    for (const name of ['पल्सर 180', 'Pulser 180']) {
      rename.run(name);
      expect(await searchBoth('pulsar')).toEqual([['Pulsar 150', 'Pulsar 220F, one owner', name], []]);
    }
  });

  it('finds nothing by a phrase of signs, wherever it is in the query', async () => {
    for (const q of ['"..."', '"..." classic', 'classic "..."', 'classic "..." 350', '"..." classic pune']) {
      expect([q, await found(db, q)]).toEqual([q, []]);
    }
    expect(await found(db, 'classic 350')).not.toEqual([]);
  });

  it('returns the same interpretation page by page and in portions', async () => {
    const first = { ...page, q: 'hnda under 2 lakh', limit: 2 };
    expect((await findListings(db, first, anonymous)).parsedQuery).toMatchObject({
      chips: [{ field: 'name' }, { field: 'price', value: '-200000' }],
      corrected: { to: 'honda under 2 lakh' },
    });
    const inPieces = await findListings(db, { ...first, page: 2 }, anonymous);
    expect(inPieces).toMatchObject({ items: [{ name: "H'ness CB350" }], pagination: { total: 3, pages: 2 } });
    expect((await findListings(db, { ...page, q: ' ' }, anonymous)).parsedQuery).toBeNull();
  });
});

it('finds older matches where names or years exclude the newest', async () => {
  const db = freshDatabase();
  const names = ['Unicorn', 'Shine', 'Hornet'];
  for (const [index, name] of names.entries()) storeListing(db, { name, brand: 'Honda', year: 2009 + 5 * index });
  const count = async (q: string): Promise<number> => (await found(db, q)).length;
  const queries = ['honda', 'honda not hornet', 'honda not hornet not shine', 'honda not hornet 2009'];
  expect(await Promise.all(queries.map(count))).toEqual([3, 2, 1, 1]);
  expect(await found(db, 'honda 2009 to 2014')).toEqual(['Shine', 'Unicorn']);
  expect(await found(db, 'honda 2010 to 2019')).toEqual(['Hornet', 'Shine']);
  expect(await found(db, 'honda before 2010')).toEqual(['Unicorn']);
  expect(await found(db, 'honda after 2015')).toEqual(['Hornet']);
});

it('filters by photo, from the first photo of a listing until the last is removed', async () => {
  const db = freshDatabase();
  const { id } = storeListing(db, { name: 'Shine' }).listing;
  const withPhoto = () => found(db, 'shine', { withPhoto: true });
  const hash = 'a'.repeat(64);
  db.$client
    .prepare('INSERT INTO photos (hash, width, height, created_at) VALUES (?, 640, 480, ?)')
    .run(hash, '2026-06-01T00:00:00.000Z');
  const add = db.$client.prepare('INSERT INTO listing_photos (listing_id, position, photo_hash) VALUES (?, ?, ?)');
  const remove = db.$client.prepare('DELETE FROM listing_photos WHERE listing_id = ? AND position = ?');
  expect(await withPhoto()).toEqual([]);
  add.run(id, 0, hash);
  add.run(id, 1, hash);
  remove.run(id, 0);
  expect(await withPhoto()).toEqual(['Shine']);
  remove.run(id, 1);
  expect(await withPhoto()).toEqual([]);
});
