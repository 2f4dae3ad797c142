import { describe, expect, it, vi } from 'vitest';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { browseSorts, noFilters } from '~/domain/browse/browse-query';
import { insuredVehicles, showroom } from '~/domain/catalogue/showroom-queries.server';
import { usedVehicles } from '~/domain/catalogue/used-queries.server';
import {
  allBrands,
  emiPickVehicles,
  featuredVehicles,
  findVehicle,
  popularVehicles,
  searchVehicles,
  upcomingVehicles,
} from '~/domain/catalogue/vehicle-queries.server';
import { mileageBands } from '~/domain/catalogue/bands';
import { brandsOfVehicles, modelsOfBrand } from '~/domain/catalogue/brand-queries.server';
import { type VehicleFilters, vehicleSorts } from '~/domain/catalogue/vehicle-filters';
import {
  featuredRecords,
  vehicleRecords,
  vehicleRecordsOfUser,
} from '~/domain/catalogue/vehicle-record-queries.server';
import type { ListingFilters } from '~/domain/listings/listing-filters';
import {
  findListing,
  listingSummaries,
  listings,
  listingsHeldBy,
  listingsOfUser,
  sampleListings,
} from '~/domain/listings/listing-queries.server';
import { listingSorts } from '~/domain/listings/limits';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { nobody, storeListing } from '../support/stored-listing';

/** The text of every statement that some reads prepare. */
function statementsOf(db: Database, read: () => void): string[] {
  const spy = vi.spyOn(db.$client, 'prepare');
  read();
  const texts = spy.mock.calls.map(([sql]) => sql);
  spy.mockRestore();
  return texts;
}

function planOf(db: Database, sql: string): string[] {
  const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', '1']));
  const places = [...sql.matchAll(/\?/g)].map(() => '1');
  const explain = db.$client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
  return explain.all(...places, ...(Object.keys(named).length > 0 ? [named] : [])).map(({ detail }) => detail);
}

/** Reads every row of a table that grows, with no index to stop at. */
const isFullScan = (detail: string): boolean =>
  /^SCAN (?:l|v|listings|vehicles|lp|p|u|c|vehicle_colourways|listing_photos|photos|users)\b(?!.* USING (?:COVERING )?INDEX)/.test(
    detail,
  );

const filters: ListingFilters = {
  availability: 'available',
  type: 'Petrol',
  condition: 'Good',
  brand: 'Honda',
  minPrice: 10_000,
  minYear: 2010,
};
const names = Object.keys(filters);

/** Every way of giving or leaving out each filter. */
const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
  Object.fromEntries(Object.entries(filters).filter((_entry, at) => bits & (1 << at))),
);

describe('the plans of reads', () => {
  it.each(listingSorts)('of listings in the order %s go by an index, whatever is filtered', (sort) => {
    const db = freshDatabase();
    storeListing(db);
    const texts = statementsOf(db, () => {
      for (const combination of combinations) {
        for (const q of [undefined, 'honda', 'ho']) {
          listings(db, { ...combination, kind: 'bike', sort, page: 1, limit: 50, q }, nobody);
          listingSummaries(db, { ...combination, kind: 'scooter', sort, page: 1, limit: 50, q }, nobody);
        }
      }
    });
    expect(texts.length).toBeGreaterThan(combinations.length);
    for (const text of texts) expect({ text, scans: planOf(db, text).filter(isFullScan) }).toEqual({ text, scans: [] });
  });

  it('of one listing, of samples and of an own list go by an index', () => {
    const db = freshDatabase();
    const texts = statementsOf(db, () => {
      findListing(db, 'sample-bike-1', nobody);
      sampleListings(db, 'bike');
      listingsHeldBy(db, { user: { id: 'u', name: 'U', role: 'user', sessionId: 's' }, manageKeyIds: ['k'] });
    });
    for (const text of texts) expect({ text, scans: planOf(db, text).filter(isFullScan) }).toEqual({ text, scans: [] });
  });

  it('of vehicles go by an index; a term too short for one reads a bounded number of rows', () => {
    const db = freshDatabase();
    const texts = statementsOf(db, () => {
      featuredVehicles(db, 'Bike');
      upcomingVehicles(db, 'Scooter');
      popularVehicles(db);
      emiPickVehicles(db);
      findVehicle(db, '1');
      allBrands(db);
      showroom(db);
      insuredVehicles(db);
      usedVehicles(db, 'Bike', { page: 2, limit: 24 });
      usedVehicles(db, 'Bike', { page: 1, limit: 24 });
      searchVehicles(db, 'honda', { limit: 10 });
      searchVehicles(db, 'ho', { limit: 10 });
    });
    for (const text of texts) {
      const scans = planOf(db, text).filter(isFullScan);
      const isBounded = /FROM vehicles v NOT INDEXED WHERE v\.hidden_at IS NULL ORDER BY v\.seq DESC LIMIT /.test(text);
      if (!isBounded) expect({ text, scans }).toEqual({ text, scans: [] });
    }
  });

  it('of the API go by an index; the list of all in the order of time is read up to a bound', () => {
    const db = freshDatabase();
    const given: VehicleFilters = {
      type: 'Bike',
      stock: 'used',
      condition: 'Good',
      brand: 'Honda',
      fuel: 'Petrol',
      minPrice: 10_000,
      mileage: mileageBands[0],
    };
    const texts = statementsOf(db, () => {
      for (const sort of vehicleSorts) {
        for (const q of [undefined, 'honda', 'ho']) {
          vehicleRecords(db, { q, sort, page: 1, limit: 50 });
          vehicleRecords(db, { ...given, q, sort, page: 1, limit: 50 });
          for (const [name, value] of Object.entries(given)) {
            vehicleRecords(db, { [name]: value, q, sort, page: 1, limit: 50 });
          }
        }
      }
      featuredRecords(db);
      vehicleRecordsOfUser(db, 'u');
      brandsOfVehicles(db);
      modelsOfBrand(db, 'Honda');
      listingsOfUser(db, { id: 'u', name: 'U', role: 'user', sessionId: 's' });
    });
    for (const text of texts) {
      const scans = planOf(db, text).filter(isFullScan);
      const isBounded = /FROM vehicles v NOT INDEXED WHERE v\.hidden_at IS NULL .*LIMIT (?:\d+|@limit)/s.test(text);
      if (!isBounded) expect({ text, scans }).toEqual({ text, scans: [] });
    }
  });

  it('of browse go by an index, whatever is narrowed; the catalogue in the order of time is read up to a bound', () => {
    const db = freshDatabase();
    storeListing(db);
    const given = {
      brand: 'Honda',
      condition: 'Good',
      minPrice: 10_000,
      minYear: 2010,
      maxKilometres: 50_000,
    } as const;
    const texts = statementsOf(db, () => {
      for (const q of [null, 'honda', 'ho']) {
        for (const sort of browseSorts) {
          browseOffers(db, { ...noFilters, q, sort, page: 1 }, nobody);
          browseOffers(db, { ...noFilters, ...given, q, sort, page: 1 }, nobody);
        }
      }
    });
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) {
      const scans = planOf(db, text).filter(isFullScan);
      const isBounded = /FROM vehicles v NOT INDEXED WHERE v\.hidden_at IS NULL .*LIMIT \d+/s.test(text);
      if (!isBounded) expect({ text, scans }).toEqual({ text, scans: [] });
    }
  });
});
