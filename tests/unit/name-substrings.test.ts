import fc from 'fast-check';
import { expect, test } from 'vitest';
import { browseListings } from '~/domain/browse/browse-listings.server';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { noFilters } from '~/domain/browse/browse-query';
import { findBestOffers, type BrowseOffer } from '~/domain/browse/offer-lists.server';
import { findVehicleRecords } from '~/domain/catalogue/vehicle-search.server';
import { findListings } from '~/domain/listings/listing-search.server';
import { anonymous } from '~/domain/shared/actor';
import { memoize } from '~/domain/shared/memoize';
import type { Database } from '~db/connection';
import { listingKinds } from '~db/enums';
import { foldForSearch } from '~db/search-fold';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

type Named = { id: string; name: string; brand: string };

/** The catalogue, and listings whose names are words of the catalogue, of places, and invented. */
const stock = memoize((): Database => {
  const db = freshDatabase();
  for (const [name, brand] of [
    ['Pulsarine Special', 'Unknownbrand'],
    ['Norton 16H', 'Norton'],
    ['M20A5 k', 'BSA'],
    ['Rudge Ulster', 'Rudge'],
    ['Amala Pune used red 125', 'ÉLAN'],
    ['दो पहिया', 'हीरो'],
    ['R&D "one" 50%_*', "O'Hara"],
  ] as const) {
    for (const kind of listingKinds) storeListing(db, { kind, name, brand }, anonymous);
  }
  return db;
});

const readNames = (db: Database, from: string): Named[] =>
  db.$client.prepare<[], Named>(`SELECT id, name, brand FROM ${from}`).all();
const contains = ({ name, brand }: Pick<Named, 'name' | 'brand'>, q: string): boolean =>
  foldForSearch(name).includes(foldForSearch(q)) || foldForSearch(brand).includes(foldForSearch(q));
const toNamed = (offer: BrowseOffer): Named => (offer.kind === 'vehicle' ? offer.vehicle : offer.listing);

/** What contains the text comes first, and all of it, as far as the page goes. */
function expectFound(q: string, all: readonly Named[], items: readonly Named[], total: number): void {
  const wanted = all.filter((item) => contains(item, q)).map(({ id }) => id);
  expect([q, total >= wanted.length]).toEqual([q, true]);
  const first = items.slice(0, wanted.length);
  expect([q, first.filter((item) => !contains(item, q)).map(({ name }) => name)]).toEqual([q, []]);
  if (items.length >= wanted.length) expect([q, first.map(({ id }) => id).sort()]).toEqual([q, wanted.sort()]);
  else expect(items.length).toBeGreaterThan(0);
}

async function expectFoundEverywhere(q: string): Promise<void> {
  const db = stock();
  const first = { q, sort: 'relevance', page: 1 } as const;
  const vehicles = readNames(db, 'vehicles WHERE hidden_at IS NULL');
  const listed = readNames(db, 'listings WHERE is_sample = 0');
  const browsed = await browseOffers(db, { ...noFilters, ...first }, anonymous);
  expectFound(q, [...vehicles, ...listed], browsed.offers.map(toNamed), browsed.total);
  const { secondHand, newVehicles } = await findBestOffers(db, q, 100);
  const home = [...secondHand.offers, ...newVehicles.offers].map(toNamed);
  const homeIds = new Set(home.map(({ id }) => id));
  expect([...vehicles, ...listed].filter((item) => contains(item, q) && !homeIds.has(item.id))).toEqual([]);
  const records = await findVehicleRecords(db, { ...first, limit: 100 });
  expectFound(q, vehicles, records.items, records.pagination.total);
  for (const kind of listingKinds) {
    const ofKind = `listings WHERE kind = '${kind}' AND is_sample`;
    const { items, pagination } = await findListings(db, { ...first, kind, limit: 100 }, anonymous);
    expectFound(q, readNames(db, `${ofKind} = 0`), items, pagination.total);
    const query = { ...noFilters, ...first };
    const { listings, total } = await browseListings(db, kind, query, { limit: 100, actor: anonymous });
    const samples = listings.filter(({ isSample }) => isSample);
    expectFound(q, readNames(db, `${ofKind} = 1`), samples, samples.length);
    expectFound(q, readNames(db, `${ofKind} = 0`), listings.slice(samples.length), total);
  }
}

const texts = memoize((): string[] => {
  const all = [...readNames(stock(), 'vehicles'), ...readNames(stock(), 'listings')];
  return [...new Set(all.flatMap(({ name, brand }) => [name, brand]))];
});

/** Every substring that searches do not trim. */
const substrings = (text: string): string[] => {
  const characters = [...text];
  return characters
    .flatMap((_, from) =>
      characters.slice(from).map((_last, length) => characters.slice(from, from + length + 1).join('')),
    )
    .filter((part) => part.trim() === part && part !== '');
};

test('what contains the words is found on every way in, before everything else', async () => {
  if (process.env.TEST_EXHAUSTIVE) {
    for (const part of new Set(texts().flatMap(substrings))) await expectFoundEverywhere(part);
    return;
  }
  const parts = fc.constantFrom(...texts()).chain((text) => fc.constantFrom(...substrings(text)));
  await fc.assert(fc.asyncProperty(parts, expectFoundEverywhere), { numRuns: 60 });
}, 600_000);

test('an understood name adds to what contains the words, and matches whole words only', async () => {
  for (const q of [
    'classic 3',
    'qube',
    'fireb',
    'ama',
    'rayz',
    'honda shine 1',
    'norton 16h',
    'rudge',
    'evo',
    'ld m',
  ]) {
    await expectFoundEverywhere(q);
  }
  const query = { ...noFilters, q: 'pulsar', sort: 'relevance', page: 1 } as const;
  const { listings } = await browseListings(freshDatabase(), 'bike', query, { limit: 50, actor: anonymous });
  expect(listings.map(({ name }) => name)).toEqual(['Bajaj Pulsar 150']);
});
