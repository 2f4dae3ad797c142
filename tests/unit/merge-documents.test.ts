import { expect, it } from 'vitest';
import { findListingSummaries } from '~/domain/listings/listing.queries.server';
import { mergeDocuments } from '~/domain/search/text-search.server';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const getPieces = (db: Database, documents: string): number =>
  db.$client.prepare<[], number>(`SELECT count(DISTINCT segid) FROM ${documents}_idx`).pluck().get() ?? 0;

const namesFound = (db: Database): string[] =>
  findListingSummaries(
    db,
    { kind: 'bike', q: 'pulsar', sort: 'relevance', page: 1, limit: 50 },
    { user: null, manageKeyIds: [] },
  ).items.map(({ name }) => name);

it('merges the pieces of the search index, step by step, and finds the same', () => {
  const db = freshDatabase();
  for (let index = 0; index < 11; index += 1) storeListing(db, { kind: 'bike', name: `Pulsar ${index}` }, anonymous);
  db.$client.prepare("DELETE FROM listings WHERE name = 'Pulsar 3'").run();
  const found = namesFound(db);
  expect(found).toHaveLength(10);
  expect(getPieces(db, 'bike_documents')).toBeGreaterThan(2);

  let steps = 0;
  while (mergeDocuments(db) > 0) steps += 1;
  expect(steps).toBeGreaterThan(0);
  expect(getPieces(db, 'bike_documents')).toBe(1);
  expect(getPieces(db, 'vehicle_documents')).toBe(1);
  expect(namesFound(db)).toEqual(found);
  expect(mergeDocuments(db)).toBe(0);

  storeListing(db, { kind: 'bike', name: 'Pulsar 12' }, anonymous);
  expect(namesFound(db)).toHaveLength(11);
});
