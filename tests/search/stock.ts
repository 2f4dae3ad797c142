import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const listings = [
  {
    kind: 'scooter',
    name: 'Activa 6G, single owner',
    brand: 'HONDA',
    city: 'Pune',
    license: 'MH12AB1234',
    presentPrice: 55_000,
  },
  {
    kind: 'scooter',
    name: 'activa5g good condition',
    brand: 'Honda',
    city: 'Bengaluru',
    license: 'KA05XY7777',
    presentPrice: 42_000,
  },
  {
    kind: 'bike',
    name: 'KTM 390 Duke 2021',
    brand: 'KTM',
    city: 'Mumbai',
    license: 'MH01ZZ0001',
    presentPrice: 235_000,
    engineCapacity: '373 cc',
  },
  {
    kind: 'bike',
    name: 'Pulsar NS 200',
    brand: 'Bajaj',
    city: 'Lucknow',
    license: 'UP32AA0002',
    presentPrice: 68_000,
    engineCapacity: '199.5 cc',
  },
  {
    kind: 'bike',
    name: 'Classic350 signals edition',
    brand: 'royal enfield',
    city: 'Delhi',
    license: 'DL3SAB1234',
    presentPrice: 150_000,
    engineCapacity: '346 cc',
  },
  {
    kind: 'bike',
    name: 'R15 V4, like new',
    brand: 'Yamaha',
    city: 'Kolkata',
    license: 'WB02AA0003',
    presentPrice: 140_000,
    engineCapacity: '155 cc',
  },
  {
    kind: 'bike',
    name: 'Splendor Plus',
    brand: 'Hero',
    city: 'Lucknow',
    license: 'UP32BB0004',
    presentPrice: 45_000,
    engineCapacity: '97.2 cc',
  },
  {
    kind: 'scooter',
    name: 'Ola S1 Pro',
    brand: 'Ola',
    city: 'Hyderabad',
    license: 'TS09CC0005',
    presentPrice: 85_000,
    type: 'Electric',
    engineCapacity: undefined,
    batteryCapacity: '4 kWh',
  },
  {
    kind: 'bike',
    name: 'Bike to exchange',
    brand: 'Bajaj',
    city: 'Nagpur',
    license: 'MH31DD0006',
    presentPrice: 20_000,
  },
] as const;

/** Stores the nine listings beside what is seeded. */
export function storeSearchListings(db: Database): void {
  for (const [index, fields] of listings.entries()) {
    storeListing(db, { ...fields }, undefined, new Date(Date.UTC(2026, 5, 16, 6, index)));
  }
  db.$client.prepare("UPDATE listings SET description = 'Want an Activa for it' WHERE name = 'Bike to exchange'").run();
}

/** The catalogue as it is seeded, and nine listings. */
export function searchStock(): Database {
  const db = freshDatabase();
  storeSearchListings(db);
  return db;
}
