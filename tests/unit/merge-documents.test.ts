import { expect, it } from 'vitest';
import { findListings } from '~/domain/listings/listing-search.server';
import { mergeDocuments } from '~/domain/search/text-search.server';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const getPieces = (db: Database, documents: string): number =>
  db.$client.prepare<[], number>(`SELECT count(DISTINCT segid) FROM ${documents}_idx`).pluck().get() ?? 0;

const namesFound = async (db: Database): Promise<string[]> => {
  const query = { kind: 'bike', q: 'garage', sort: 'relevance', page: 1, limit: 50 } as const;
  return (await findListings(db, query, anonymous)).items.map(({ name }) => name);
};

it('merges the pieces of the search index, step by step, and finds the same', async () => {
  const db = freshDatabase();
  for (let index = 0; index < 11; index += 1) {
    storeListing(db, { kind: 'bike', name: `Pulsar ${index}`, description: 'Parked in a garage' }, anonymous);
  }
  db.$client.prepare("DELETE FROM listings WHERE name = 'Pulsar 3'").run();
  const found = await namesFound(db);
  expect(found).toHaveLength(10);
  expect(getPieces(db, 'bike_documents')).toBeGreaterThan(2);

  let steps = 0;
  while (mergeDocuments(db) > 0) steps += 1;
  expect(steps).toBeGreaterThan(0);
  expect(getPieces(db, 'bike_documents')).toBe(1);
  expect(getPieces(db, 'vehicle_documents')).toBe(1);
  expect(await namesFound(db)).toEqual(found);
  expect(mergeDocuments(db)).toBe(0);

  storeListing(db, { kind: 'bike', name: 'Pulsar 12', description: 'Parked in a garage' }, anonymous);
  expect(await namesFound(db)).toHaveLength(11);
});
