/** Reads the offers into memory, and follows their changes (docs/adr/0026-columns-in-memory.md). */

import { setImmediate } from 'node:timers/promises';
import type { Database, Sqlite } from '~db/connection';
import {
  bodyStyles,
  fuelTypes,
  listingConditions,
  listingTypes,
  transmissions,
  vehicleCategories,
  vehicleConditions,
  vehicleStocks,
  vehicleTypes,
} from '~db/enums';
import { memoizePrepared } from '~db/statements';
import { getPlateOffice, maskLicense } from '../shared/plate';
import type { TableName } from './offer-selection';
import { type OfferDetails, type OfferRecord, OfferTable, separator } from './offer-table.server';

export type OfferTables = Readonly<Record<TableName, OfferTable>>;

function readOption<Option extends string>(options: readonly Option[], text: string | undefined): Option {
  const option = options.find((candidate) => candidate === text);
  if (option === undefined) throw new Error(`Unknown value: ${text}`);
  return option;
}

const readNumber = (text: string | undefined): number | null => (text ? Number(text) : null);

function parseListingDetails(key: string): { value: OfferDetails; text: string } {
  const [kind, type, condition, bodyStyle, year, engine = ''] = key.split(separator);
  return {
    value: {
      type: kind === 'bike' ? 'Bike' : 'Scooter',
      kind: 'listing',
      category: null,
      fuel: readOption(listingTypes, type),
      condition: readOption(listingConditions, condition),
      bodyStyle: readOption(bodyStyles, bodyStyle),
      // Scooters have no gears; a listing does not say more.
      transmission: kind === 'bike' ? 'manual' : 'automatic',
      year: readNumber(year),
      engineCc: engine === '' ? null : Number.parseFloat(engine) || 0,
    },
    text: [kind, type, condition, year, engine].join(' '),
  };
}

function parseVehicleDetails(key: string): { value: OfferDetails; text: string } {
  const [type, kind, category, fuel, condition, bodyStyle, transmission, year, engine, variant] = key.split(separator);
  return {
    value: {
      type: readOption(vehicleTypes, type),
      kind: readOption(vehicleStocks, kind),
      category: category ? readOption(vehicleCategories, category) : null,
      fuel: readOption(fuelTypes, fuel),
      condition: readOption(vehicleConditions, condition),
      bodyStyle: readOption(bodyStyles, bodyStyle),
      transmission: transmission ? readOption(transmissions, transmission) : null,
      year: readNumber(year),
      engineCc: readNumber(engine),
    },
    text: [variant, type, fuel, condition, year, engine].join(' '),
  };
}

type ListingValues = [
  seq: number,
  kind: 'bike' | 'scooter',
  isVisible: 0 | 1,
  isSample: 0 | 1,
  isSold: 0 | 1,
  isBehind: 0 | 1,
  hasPhoto: 0 | 1,
  owners: number | null,
  name: string,
  details: string,
  place: string,
  license: string,
  hidesLicense: 0 | 1,
  price: number,
  kilometres: number | null,
  mileage: number | null,
  range: number | null,
  createdAt: string,
];

type VehicleValues = [
  seq: number,
  isVisible: 0 | 1,
  isSold: 0 | 1,
  hasPhoto: 0 | 1,
  owners: number | null,
  name: string,
  details: string,
  place: string,
  plate: string,
  hidesDigits: 0 | 1,
  price: number,
  kilometres: number | null,
  mileage: number | null,
  range: number | null,
  power: number | null,
  seatHeight: number | null,
  weight: number | null,
  rating: number | null,
  createdAt: string,
];

const joinTexts = (...columns: string[]): string => columns.join(` || '${separator}' || `);

const listingColumns = [
  ...[
    'seq',
    'kind',
    'hidden_at IS NULL',
    'is_sample',
    "availability = 'sold'",
    'is_behind',
    'has_photo',
    'owner_number',
  ],
  joinTexts('brand', 'name', "coalesce(model, '')"),
  joinTexts('kind', 'type', 'condition', 'body_style', 'year', "coalesce(engine_capacity, '')"),
  joinTexts("coalesce(place, '')", "coalesce(city, '')", "coalesce(state, '')"),
  ...['license', 'hide_license_digits', 'present_price_rupees', 'kilometres_driven'],
  "iif(type = 'Petrol' AND mileage > 0, mileage, NULL)",
  "iif(type = 'Electric' AND mileage > 0, mileage, NULL)",
  'created_at',
];

const vehicleColumns = [
  ...[
    'seq',
    'hidden_at IS NULL',
    'sold_at IS NOT NULL',
    'EXISTS (SELECT 1 FROM vehicle_photos p WHERE p.vehicle_id = vehicles.id)',
    'owners',
  ],
  joinTexts('brand', 'name', "''"),
  joinTexts(
    ...['type', 'stock', "coalesce(category, '')", 'fuel', 'condition', 'body_style', "coalesce(transmission, '')"],
    ...["coalesce(model_year, '')", "coalesce(engine_cc, '')", "coalesce(variant, '')"],
  ),
  joinTexts("coalesce(place, '')", "coalesce(city, '')", "coalesce(state, '')"),
  "coalesce(number_plate, registration, '')",
  'hide_number_digits',
  ...['price_rupees', 'kilometres_driven', 'mileage_kmpl', 'range_km', 'power_ps', 'seat_height_mm', 'kerb_weight_kg'],
  ...['rating', 'created_at'],
];

type Change = { change: number; item: 'listing' | 'vehicle'; seq: number };

/** Rows read, and changes followed, without a pause: about 5 ms. */
const rowsPerSlice = 1_000;

// Raw: arrays of values instead of objects, which take three times as long, and rows by their numbers only.
const reads = memoizePrepared(({ $client: sqlite }) => {
  const listings = `SELECT ${listingColumns.join(', ')} FROM listings NOT INDEXED`;
  const vehicles = `SELECT ${vehicleColumns.join(', ')} FROM vehicles NOT INDEXED`;
  return {
    listings: sqlite
      .prepare<[number], ListingValues>(`${listings} WHERE seq > ? ORDER BY seq LIMIT ${rowsPerSlice}`)
      .raw(),
    vehicles: sqlite
      .prepare<[number], VehicleValues>(`${vehicles} WHERE seq > ? ORDER BY seq LIMIT ${rowsPerSlice}`)
      .raw(),
    listing: sqlite.prepare<[number], ListingValues>(`${listings} WHERE seq = ?`).raw(),
    vehicle: sqlite.prepare<[number], VehicleValues>(`${vehicles} WHERE seq = ?`).raw(),
    firstChange: sqlite.prepare<[], number | null>('SELECT min(change) FROM search_changes').pluck(),
    lastChange: sqlite.prepare<[], number | null>('SELECT max(change) FROM search_changes').pluck(),
    changes: sqlite.prepare<[number], Change>(
      `SELECT change, item, seq FROM search_changes WHERE change > ? ORDER BY change LIMIT ${rowsPerSlice}`,
    ),
    epoch: sqlite.prepare<[], Buffer>("SELECT key FROM site_keys WHERE name = 'changes-epoch'").pluck(),
  };
});

export type OfferCopy = {
  tables: OfferTables;
  change: number;
  /** A restored backup starts a new epoch, in which the numbers of changes begin again. */
  epoch: string;
};

function toListingRecord([
  seq,
  _kind,
  isVisible,
  isSample,
  isSold,
  isBehind,
  hasPhoto,
  owners,
  name,
  details,
  place,
  license,
  hidesLicense,
  price,
  kilometres,
  mileage,
  range,
  createdAt,
]: ListingValues): OfferRecord {
  return {
    seq,
    isVisible: isVisible === 1 && isSample === 0,
    isSample: isVisible === 1 && isSample === 1,
    isSold: isSold === 1,
    isBehind: isBehind === 1,
    hasPhoto: hasPhoto === 1,
    owners,
    name,
    details,
    // A sample is nowhere in particular.
    place:
      isSample === 1
        ? ''
        : `${place}${separator}${getPlateOffice(hidesLicense === 1 ? maskLicense(license) : license)}`,
    figures: { price, kilometres, mileage, range, createdAt: Date.parse(createdAt) },
  };
}

function toVehicleRecord([
  seq,
  isVisible,
  isSold,
  hasPhoto,
  owners,
  name,
  details,
  place,
  plate,
  hidesDigits,
  price,
  kilometres,
  mileage,
  range,
  power,
  seatHeight,
  weight,
  rating,
  createdAt,
]: VehicleValues): OfferRecord {
  return {
    seq,
    isVisible: isVisible === 1,
    isSample: false,
    isSold: isSold === 1,
    isBehind: false,
    hasPhoto: hasPhoto === 1,
    owners,
    name,
    details,
    place: `${place}${separator}${getPlateOffice(hidesDigits === 1 ? maskLicense(plate) : plate)}`,
    figures: {
      price,
      kilometres,
      mileage,
      range,
      power,
      seatHeight,
      weight,
      rating,
      createdAt: Date.parse(createdAt),
    },
  };
}

const readEpoch = (db: Database): string => reads(db).epoch.get()?.toString('hex') ?? '';

function* readCopy(db: Database): Generator<void, OfferCopy> {
  const { listings, vehicles, lastChange } = reads(db);
  const copy: OfferCopy = {
    tables: {
      vehicle: new OfferTable('vehicle_documents', parseVehicleDetails),
      bike: new OfferTable('bike_documents', parseListingDetails),
      scooter: new OfferTable('scooter_documents', parseListingDetails),
    },
    change: lastChange.get() ?? 0,
    epoch: readEpoch(db),
  };
  for (let last = -1; ; ) {
    const slice = vehicles.all(last);
    for (const values of slice) copy.tables.vehicle.set(toVehicleRecord(values));
    last = slice.at(-1)?.[0] ?? last;
    yield;
    if (slice.length < rowsPerSlice) break;
  }
  for (let last = -1; ; ) {
    const slice = listings.all(last);
    for (const values of slice) copy.tables[values[1]].set(toListingRecord(values));
    last = slice.at(-1)?.[0] ?? last;
    yield;
    if (slice.length < rowsPerSlice) return copy;
  }
}

/** Applies the changes since the copy, a slice at a time. @returns false if the offers have to be read again */
function* followChanges(db: Database, copy: OfferCopy): Generator<void, boolean> {
  const { firstChange, lastChange, changes, listing, vehicle } = reads(db);
  if (readEpoch(db) !== copy.epoch) return false;
  const last = lastChange.get() ?? 0;
  if (last === copy.change) return true;
  if (last < copy.change || (firstChange.get() ?? 0) > copy.change + 1) return false;
  for (;;) {
    const slice = changes.all(copy.change);
    for (const { change, item, seq } of slice) {
      const { tables } = copy;
      if (item === 'vehicle') {
        const values = vehicle.get(seq);
        if (!values) tables.vehicle.remove(seq);
        else if (!tables.vehicle.set(toVehicleRecord(values))) return false;
      } else {
        const values = listing.get(seq);
        // The number of a deleted listing may be given again, to one of the other kind.
        for (const kind of ['bike', 'scooter'] as const) if (values?.[1] !== kind) tables[kind].remove(seq);
        if (values && !tables[values[1]].set(toListingRecord(values))) return false;
      }
      copy.change = change;
    }
    if (slice.length < rowsPerSlice) return true;
    yield;
  }
}

const copies = new WeakMap<Sqlite, { copy: OfferCopy | null; loading: Promise<void> | null }>();

function getEntry(db: Database) {
  const entry = copies.get(db.$client) ?? { copy: null, loading: null };
  copies.set(db.$client, entry);
  return entry;
}

function finish<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

async function finishInSlices<Value>(steps: Generator<void, Value>): Promise<Value> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

/** Texts that no offer has any more may take this share of all before the offers are read again. */
const maxUnusedTexts = 0.5;

function hasManyUnusedTexts({ names, details, places, rowCount }: OfferTable): boolean {
  const texts = Math.max(names.values.length, details.values.length, places.values.length);
  return texts > 10_000 + rowCount * (1 + maxUnusedTexts);
}

async function load(db: Database, entry: ReturnType<typeof getEntry>): Promise<void> {
  const { copy } = entry;
  if (copy && Object.values(copy.tables).some(hasManyUnusedTexts)) entry.copy = null;
  for (;;) {
    entry.copy ??= await finishInSlices(readCopy(db));
    if (await finishInSlices(followChanges(db, entry.copy))) return;
    entry.copy = null;
  }
}

/** Await it before a search: afterwards `getOfferTables` has little left to do. */
export async function loadOfferTables(db: Database): Promise<void> {
  const entry = getEntry(db);
  entry.loading ??= load(db, entry).finally(() => {
    entry.loading = null;
  });
  await entry.loading;
}

/** What a transaction reads is not kept, as it may be rolled back. */
export function getOfferCopy(db: Database): OfferCopy {
  const entry = getEntry(db);
  if (db.$client.inTransaction) return entry.copy ?? finish(readCopy(db));
  for (;;) {
    const copy = entry.copy ?? finish(readCopy(db));
    entry.copy = copy;
    if (finish(followChanges(db, copy))) return copy;
    entry.copy = null;
  }
}

export const getOfferTables = (db: Database): OfferTables => getOfferCopy(db).tables;
