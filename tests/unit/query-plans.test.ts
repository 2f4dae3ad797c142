import { findOwnOffers } from '~/domain/catalogue/own-offers.server';
import { describe, expect, it, vi } from 'vitest';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { type BrowseFilters, browseSorts, noFilters } from '~/domain/browse/browse-query';
import { mileageBands } from '~/domain/catalogue/bands';
import {
  findVehicleRecords,
  iterateVehicles,
  type VehicleFilters,
  vehicleSorts,
} from '~/domain/catalogue/vehicle-search.server';
import { findInsuredVehicles, findShowroom, findUsedVehicles } from '~/domain/catalogue/stock.queries.server';
import { findBrands, findBrandsOfVehicles, findModelsOfBrand } from '~/domain/catalogue/brand.queries.server';
import {
  findEmiPickVehicles,
  findFeaturedRecords,
  findFeaturedVehicles,
  findPopularVehicles,
  findUpcomingVehicles,
  findVehicle,
} from '~/domain/catalogue/vehicle.queries.server';
import type { ListingFilters } from '~/domain/listings/listing';
import {
  findListing,
  findListingsOwnedBy,
  findSampleListings,
  readListingStatistics,
} from '~/domain/listings/listing.queries.server';
import { findChangesSince, purgeRemovals } from '~/domain/listings/listing-changes.server';
import { iterateListings, findListings } from '~/domain/listings/listing-search.server';
import {
  findLatestReviews,
  findReviews,
  findReviewsOfUser,
  iterateReviews,
} from '~/domain/reviews/review.queries.server';
import type { Database } from '~db/connection';
import { offerSorts } from '~/domain/search/search-query';
import { anonymous } from '~/domain/shared/actor';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

/** The text of every statement that some reads prepare. */
async function getStatements(db: Database, read: () => void | Promise<void>): Promise<string[]> {
  const spy = vi.spyOn(db.$client, 'prepare');
  await read();
  const texts = spy.mock.calls.map(([sql]) => sql);
  spy.mockRestore();
  return texts;
}

function getPlan(db: Database, sql: string): string[] {
  const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', '1']));
  const places = [...sql.matchAll(/\?/g)].map(() => '1');
  const explain = db.$client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
  return explain.all(...places, ...(Object.keys(named).length > 0 ? [named] : [])).map(({ detail }) => detail);
}

/** A plan that reads every row of a growing table without an index. */
const isFullScan = (detail: string): boolean =>
  /^SCAN (?:l|v|r|c|listings|vehicles|reviews|listing_changes|lp|p|u|vehicle_colourways|listing_photos|photos|users)\b(?!.* USING (?:COVERING )?INDEX)/.test(
    detail,
  );

function expectNoScan(db: Database, texts: readonly string[]): void {
  expect(texts).not.toEqual([]);
  for (const text of new Set(texts)) {
    expect({ text, scans: getPlan(db, text).filter(isFullScan) }).toEqual({ text, scans: [] });
  }
}

const filters: ListingFilters = {
  availability: 'available',
  type: 'Petrol',
  condition: 'Good',
  brand: 'Honda',
  minPrice: 10_000,
  minYear: 2010,
};
const vehicleFilters: VehicleFilters = {
  type: 'Bike',
  stock: 'used',
  category: 'popular',
  condition: 'Good',
  brand: 'Honda',
  fuel: 'Petrol',
  minPrice: 10_000,
  mileage: mileageBands[0],
};

/** None of the filters, each, any two of them, and all. */
function combine(given: object): object[] {
  const entries = Object.entries(given);
  const pairs = entries.flatMap((one, at) => entries.slice(at).map((other) => Object.fromEntries([one, other])));
  return [{}, ...pairs, given];
}
const combinations = combine(filters);

describe('the plans of reads', () => {
  it.each(offerSorts)('of listings in the order %s use an index, with any filters', async (sort) => {
    const db = freshDatabase();
    storeListing(db);
    const texts = await getStatements(db, async () => {
      for (const combination of combinations) {
        for (const q of [undefined, 'honda', 'ho']) {
          await findListings(db, { ...combination, kind: 'bike', sort, page: 1, limit: 50, q }, anonymous);
        }
      }
    });
    expectNoScan(db, texts);
  });

  it("of one listing, of samples and of a user's listings use an index", async () => {
    const db = freshDatabase();
    const texts = await getStatements(db, async () => {
      findListing(db, 'sample-bike-1', anonymous);
      findSampleListings(db, 'bike');
      findListingsOwnedBy(db, { user: { id: 'u', name: 'U', role: 'user', sessionId: 's' }, manageKeyIds: ['k'] });
    });
    expectNoScan(db, texts);
  });

  it('of vehicles use an index', async () => {
    const db = freshDatabase();
    const texts = await getStatements(db, async () => {
      findFeaturedVehicles(db, 'Bike');
      findUpcomingVehicles(db, 'Scooter');
      findPopularVehicles(db);
      findEmiPickVehicles(db);
      findVehicle(db, '1');
      findBrands(db);
      findShowroom(db);
      findInsuredVehicles(db);
      findUsedVehicles(db, 'Bike', { page: 2, limit: 24 });
      findUsedVehicles(db, 'Bike', { page: 1, limit: 24 });
    });
    expectNoScan(db, texts);
  });

  it('of the API use an index, with any filters', async () => {
    const db = freshDatabase();
    const texts = await getStatements(db, async () => {
      for (const sort of vehicleSorts) {
        for (const q of [undefined, 'honda', 'ho']) {
          for (const given of combine(vehicleFilters)) {
            await findVehicleRecords(db, { ...given, q, sort, page: 1, limit: 50 });
          }
        }
      }
      findFeaturedRecords(db);
      findOwnOffers(db, { id: 'u', name: 'U', role: 'user', sessionId: 's' }, { page: 1, limit: 10 });
      findBrandsOfVehicles(db);
      findModelsOfBrand(db, 'Honda');
    });
    expectNoScan(db, texts);
  });

  it('of whole lists use an index, for few rows and many', async () => {
    const db = freshDatabase();
    storeListing(db);
    const texts = await getStatements(db, async () => {
      for (const q of [undefined, 'honda', 'ho']) {
        for (const sort of offerSorts) {
          for (const given of combinations) {
            const query = { ...given, kind: 'bike', sort, q } as const;
            for (const _portion of iterateListings(db, query));
          }
        }
        for (const sort of vehicleSorts) {
          for (const given of combine(vehicleFilters)) {
            for (const _portion of iterateVehicles(db, { ...given, sort, q }));
          }
        }
      }
      for (const _portion of iterateReviews(db, { kind: 'vehicle', id: '1' }));
      for (const _portion of iterateReviews(db, { kind: 'listing', id: '1' }));
    });
    expectNoScan(db, texts);
  });

  it('of changes, of reviews and of old removals use an index', async () => {
    const db = freshDatabase();
    storeListing(db);
    const texts = await getStatements(db, async () => {
      findChangesSince(db, 'bike', { change: 0, baseline: 0 }, 10, anonymous);
      purgeRemovals(db, new Date());
      findReviews(db, { kind: 'vehicle', id: '1' }, { page: 1 });
      findReviews(db, { kind: 'listing', id: '1' }, { page: 1 });
      findReviewsOfUser(db, 'u', { page: 1 });
      findLatestReviews(db, 6);
      readListingStatistics(db, 'bike');
    });
    expectNoScan(db, texts);
  });

  it('of browse use an index, with any filters', async () => {
    const db = freshDatabase();
    storeListing(db);
    const given = {
      brand: ['Honda'],
      condition: ['Good', 'Fair'],
      minPrice: 10_000,
      minYear: 2010,
      maxKilometres: 50_000,
    } satisfies Partial<BrowseFilters>;
    const texts = await getStatements(db, async () => {
      for (const q of [null, 'honda', 'ho']) {
        for (const sort of browseSorts) {
          await browseOffers(db, { ...noFilters, q, sort, page: 1 }, anonymous);
          await browseOffers(db, { ...noFilters, ...given, q, sort, page: 1 }, anonymous);
        }
      }
    });
    expectNoScan(db, texts);
  });
});
