import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../connection';
import { branches, branchHours, branchSlots } from '../schema/appointments';
import { listings } from '../schema/listings';
import { places, roadTaxBands, roadTaxRates } from '../schema/places';
import { seeds } from '../schema/site';
import { brands, vehicleColourways, vehicles } from '../schema/vehicles';
import {
  type RoadTax,
  readBranchesFile,
  readListingsFile,
  readRoadTaxFile,
  readUsedFile,
  readVehiclesFile,
  type SeedBranch,
} from './seed-files';
import {
  type BrandRow,
  createNewVehicleRow,
  createPlaceRows,
  createSampleListingRow,
  createUsedVehicleRow,
  type ListingRow,
  type PlaceRow,
  type SeedVehicle,
} from './seed-rows';

/** Hidden rather than deleted, because reviews, favourites and messages refer to the rows. */
const createWithdrawal = (now: Date) => ({ hiddenAt: now.toISOString(), version: sql`version + 1` });

function seedBrands(db: Database, rows: BrandRow[]): void {
  db.delete(brands).run();
  db.insert(brands).values(rows).run();
}

/** Places removed from the file are kept, because listings refer to them. */
function seedPlaces(db: Database, rows: PlaceRow[]): void {
  const set = { city: sql`excluded.city`, stateCode: sql`excluded.state_code` };
  db.insert(places).values(rows).onConflictDoUpdate({ target: places.id, set }).run();
}

/** Rates edited by an operator stay as they are. */
function seedRoadTax(db: Database, { stateCode, petrol, surchargePercentOfTax, ...tax }: RoadTax): void {
  const stored = db.select().from(roadTaxRates).where(eq(roadTaxRates.id, stateCode)).get();
  if (stored?.editedAt) return;
  const row = {
    asOf: tax.asOf,
    electricPercent: tax.electricPercent,
    surchargePercent: surchargePercentOfTax,
    minTaxRupees: tax.minTaxRupees,
    isRough: tax.isRough,
    note: tax.note,
  };
  db.insert(roadTaxRates)
    .values({ ...row, id: stateCode })
    .onConflictDoUpdate({ target: roadTaxRates.id, set: { ...row, version: sql`version + 1` } })
    .run();
  db.delete(roadTaxBands).where(eq(roadTaxBands.stateCode, stateCode)).run();
  if (petrol.length === 0) return;
  db.insert(roadTaxBands)
    .values(petrol.map((band, position) => ({ ...band, stateCode, position })))
    .run();
}

/** Branches removed from the file are kept, because appointments refer to them. */
function seedBranch(db: Database, { id, hours, slots, ...branch }: SeedBranch, position: number): void {
  const stored = db.select().from(branches).where(eq(branches.id, id)).get();
  if (stored?.editedAt) return;
  const row = { ...branch, position, isBookable: true };
  db.insert(branches)
    .values({ ...row, id })
    .onConflictDoUpdate({ target: branches.id, set: { ...row, version: sql`version + 1` } })
    .run();
  db.delete(branchHours).where(eq(branchHours.branchId, id)).run();
  db.delete(branchSlots).where(eq(branchSlots.branchId, id)).run();
  db.insert(branchHours)
    .values(hours.map((one) => ({ ...one, branchId: id })))
    .run();
  db.insert(branchSlots)
    .values(slots.map((one) => ({ ...one, branchId: id })))
    .run();
}

type SeedEntry = {
  name: string;
  content: unknown;
  /** Also when the row returns after its removal from the file: it then becomes visible again. */
  write: (isAdded: boolean) => void;
};

/** The visibility of an existing row is up to the operators. */
const toChange = <Row extends { hiddenAt?: string | null }>(row: Row, isAdded: boolean) => ({
  ...row,
  hiddenAt: isAdded ? row.hiddenAt : undefined,
  version: sql`version + 1`,
});

function storeVehicle(db: Database, { row, colourways }: SeedVehicle, isAdded: boolean): void {
  const { changes } = db
    .insert(vehicles)
    .values(row)
    .onConflictDoUpdate({
      target: vehicles.id,
      set: toChange(row, isAdded),
      setWhere: and(eq(vehicles.isBuiltIn, true), isNull(vehicles.editedAt)),
    })
    .run();
  if (changes === 0) return;
  db.delete(vehicleColourways).where(eq(vehicleColourways.vehicleId, row.id)).run();
  db.insert(vehicleColourways).values(colourways).run();
}

function storeSampleListing(db: Database, row: ListingRow, isAdded: boolean): void {
  // The kind never changes: a trigger rejects that, and a sample's id contains its kind.
  const { kind: _kind, isSample: _isSample, ...changing } = row;
  db.insert(listings)
    .values(row)
    .onConflictDoUpdate({
      target: listings.id,
      set: toChange(changing, isAdded),
      setWhere: eq(listings.isSample, true),
    })
    .run();
}

function withdrawVehicles(db: Database, rows: SeedVehicle[], now: Date): void {
  const ids = rows.map(({ row }) => row.id);
  db.update(vehicles)
    .set(createWithdrawal(now))
    .where(and(eq(vehicles.isBuiltIn, true), isNull(vehicles.hiddenAt), notInArray(vehicles.id, ids)))
    .run();
}

function withdrawSampleListings(db: Database, rows: ListingRow[], now: Date): void {
  const ids = rows.map(({ id }) => id);
  db.update(listings)
    .set(createWithdrawal(now))
    .where(and(eq(listings.isSample, true), isNull(listings.hiddenAt), notInArray(listings.id, ids)))
    .run();
}

type SeedPart = {
  name: string;
  entries: SeedEntry[];
  withdraw?: () => void;
};

/** Hashes rows rather than the file, so that a build that maps the same file differently writes them again. */
const hashContent = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

type KnownSeeds = ReadonlyMap<string, string>;

const readKnownSeeds = (db: Database): KnownSeeds =>
  new Map(
    db
      .select()
      .from(seeds)
      .all()
      .map(({ name, contentHash }) => [name, contentHash]),
  );

function findDifference(part: SeedPart, hashes: KnownSeeds) {
  const changed = part.entries
    .map((entry) => ({ ...entry, contentHash: hashContent(entry.content) }))
    .filter(({ name, contentHash }) => hashes.get(name) !== contentHash);
  const named = new Set(part.entries.map(({ name }) => name));
  const removed = [...hashes.keys()].filter((name) => name.split('/')[0] === part.name && !named.has(name));
  return { changed, removed };
}

function writePart(db: Database, part: SeedPart, hashes: KnownSeeds, now: Date): boolean {
  const { changed, removed } = findDifference(part, hashes);
  // In reverse, so that newest first is the order of the data file.
  for (const { name, contentHash, write } of changed.toReversed()) {
    write(!hashes.has(name));
    const entry = { name, contentHash, seededAt: now.toISOString() };
    db.insert(seeds).values(entry).onConflictDoUpdate({ target: seeds.name, set: entry }).run();
  }
  if (removed.length > 0) {
    part.withdraw?.();
    db.delete(seeds).where(inArray(seeds.name, removed)).run();
  }
  return changed.length + removed.length > 0;
}

/**
 * Seeds the built-in catalogue and the samples of the sell screens from the data files, in one immediate transaction,
 * so that two processes starting on one file seed once. Unchanged vehicles and samples are not written, which keeps
 * operators' changes to them and all pages cached by content revision. Changed ones are written again, except vehicles
 * that an operator changed, but stay hidden if an operator removed them. Users' rows are never touched.
 * @throws ZodError if a data file is invalid
 */
export function seed(db: Database, now: Date): string[] {
  const newFile = readVehiclesFile();
  const usedFile = readUsedFile();
  const samplesFile = readListingsFile();
  const place = createPlaceRows();
  const brandRows = newFile.brands.map((brand, index) => ({ ...brand, position: index + 1 }));
  const vehicleRows = [
    ...newFile.vehicles.map((vehicle) => createNewVehicleRow(vehicle, newFile.meta.pricesAsOf)),
    ...[...usedFile.bikes, ...usedFile.scooters].map((vehicle) =>
      createUsedVehicleRow(vehicle, usedFile.meta.pricesAsOf, place.ids),
    ),
  ];
  const listingRows = [...samplesFile.bikes, ...samplesFile.scooters].map((sample) =>
    createSampleListingRow(sample, place.ids),
  );
  const parts: SeedPart[] = [
    {
      // First, because vehicles and listings refer to them.
      name: 'places',
      entries: [{ name: 'places', content: place.rows, write: () => seedPlaces(db, place.rows) }],
    },
    {
      name: 'brands',
      entries: [{ name: 'brands', content: brandRows, write: () => seedBrands(db, brandRows) }],
    },
    {
      name: 'on-road',
      entries: readRoadTaxFile().roadTax.map((tax) => ({
        name: `on-road/${tax.stateCode}`,
        content: tax,
        write: () => seedRoadTax(db, tax),
      })),
    },
    {
      name: 'branches',
      entries: readBranchesFile().branches.map((branch, index) => ({
        name: `branches/${branch.id}`,
        content: branch,
        write: () => seedBranch(db, branch, index + 1),
      })),
    },
    {
      name: 'vehicles',
      entries: vehicleRows.map((vehicle) => ({
        name: `vehicles/${vehicle.row.id}`,
        content: vehicle,
        write: (isAdded) => storeVehicle(db, vehicle, isAdded),
      })),
      withdraw: () => withdrawVehicles(db, vehicleRows, now),
    },
    {
      name: 'listings',
      entries: listingRows.map((row) => ({
        name: `listings/${row.id}`,
        content: row,
        write: (isAdded) => storeSampleListing(db, row, isAdded),
      })),
      withdraw: () => withdrawSampleListings(db, listingRows, now),
    },
  ];

  // Without changes, a start needs neither a lock nor disk space.
  const lastStart = readKnownSeeds(db);
  const isAsBefore = parts.every((part) => {
    const { changed, removed } = findDifference(part, lastStart);
    return changed.length === 0 && removed.length === 0;
  });
  if (isAsBefore) return [];
  return db.transaction(
    () => {
      // Read again inside the transaction, because another process may have written in the meantime.
      const known = readKnownSeeds(db);
      return parts.filter((part) => writePart(db, part, known, now)).map(({ name }) => name);
    },
    { behavior: 'immediate' },
  );
}
