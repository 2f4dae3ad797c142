import { expect, it } from 'vitest';
import { findSitemapEntries, findSitemapParts } from '~/domain/catalogue/sitemap.queries.server';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

it('a sitemap has numbered parts, without empty ones', () => {
  const db = freshDatabase();
  expect(findSitemapParts(db, 'vehicles')).toEqual([1]);
  expect(findSitemapEntries(db, 'vehicles', 1).map(({ id }) => id)).toContain('206');
  // There are only samples so far.
  expect(findSitemapParts(db, 'listings')).toEqual([]);
  const { listing } = storeListing(db);
  db.$client.prepare('UPDATE listings SET seq = 12345 WHERE id = ?').run(listing.id);
  expect(findSitemapParts(db, 'listings')).toEqual([3]);
  expect(findSitemapEntries(db, 'listings', 3)).toEqual([{ id: listing.id, updatedAt: listing.updatedAt }]);
  expect(findSitemapEntries(db, 'listings', 2)).toEqual([]);
  db.$client.prepare("UPDATE listings SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = ?").run(listing.id);
  expect(findSitemapParts(db, 'listings')).toEqual([]);
});
