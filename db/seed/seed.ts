import { createHash } from 'node:crypto';
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../connection';
import { brands, listings, seeds, vehicleColourways, vehicles } from '../schema';
import { readListingsFile, readUsedFile, readVehiclesFile } from './seed-files';
import {
  type BrandRow,
  type ListingRow,
  newVehicleRow,
  type SeedVehicle,
  sampleListingRow,
  usedVehicleRow,
} from './seed-rows';

/**
 * Rows that no file names any more are taken out of sight rather than deleted: reviews, hearts and messages refer to
 * them.
 */
const withdrawn = (now: Date) => ({ hiddenAt: now.toISOString(), version: sql`version + 1` });

function seedBrands(db: Database, rows: BrandRow[]): void {
  db.delete(brands).run();
  db.insert(brands).values(rows).run();
}

/** Inserted last first, so that newest first is the order of the data file. */
function seedVehicles(db: Database, seedRows: SeedVehicle[], now: Date): void {
  for (const { row, colourways } of seedRows.toReversed()) {
    db.insert(vehicles)
      .values(row)
      .onConflictDoUpdate({
        target: vehicles.id,
        set: { ...row, version: sql`version + 1` },
        setWhere: eq(vehicles.isBuiltIn, true),
      })
      .run();
    db.delete(vehicleColourways).where(eq(vehicleColourways.vehicleId, row.id)).run();
    db.insert(vehicleColourways).values(colourways).run();
  }
  const kept = seedRows.map(({ row }) => row.id);
  db.update(vehicles)
    .set(withdrawn(now))
    .where(and(eq(vehicles.isBuiltIn, true), isNull(vehicles.hiddenAt), notInArray(vehicles.id, kept)))
    .run();
}

function seedSampleListings(db: Database, rows: ListingRow[], now: Date): void {
  for (const row of rows.toReversed()) {
    // The kind stays as it was: a trigger refuses to change it, and the id of a sample says its kind.
    const { kind: _kind, isSample: _isSample, ...changing } = row;
    db.insert(listings)
      .values(row)
      .onConflictDoUpdate({
        target: listings.id,
        set: { ...changing, version: sql`version + 1` },
        setWhere: eq(listings.isSample, true),
      })
      .run();
  }
  const kept = rows.map((row) => row.id);
  db.update(listings)
    .set(withdrawn(now))
    .where(and(eq(listings.isSample, true), isNull(listings.hiddenAt), notInArray(listings.id, kept)))
    .run();
}

/**
 * Fills in the built-in catalogue and the samples of the sell screens from the data files, all in one immediate
 * transaction, so that two starts on one file seed once. A part whose rows are those of the last start is not written
 * at all: the content revision stays, and so does everything kept by it. Rows of users are never touched.
 *
 * @returns the names of the parts that were written
 * @throws ZodError when a data file breaks its rules
 */
export function seed(db: Database, now: Date): string[] {
  const newFile = readVehiclesFile();
  const usedFile = readUsedFile();
  const samplesFile = readListingsFile();
  const brandRows = newFile.brands.map((brand, index) => ({ ...brand, position: index + 1 }));
  const vehicleRows = [
    ...newFile.vehicles.map((vehicle) => newVehicleRow(vehicle, newFile.meta.pricesAsOf)),
    ...[...usedFile.bikes, ...usedFile.scooters].map((vehicle) => usedVehicleRow(vehicle, usedFile.meta.pricesAsOf)),
  ];
  const listingRows = [...samplesFile.bikes, ...samplesFile.scooters].map(sampleListingRow);
  const parts = [
    { name: 'brands', rows: brandRows, write: () => seedBrands(db, brandRows) },
    { name: 'vehicles', rows: vehicleRows, write: () => seedVehicles(db, vehicleRows, now) },
    { name: 'listings', rows: listingRows, write: () => seedSampleListings(db, listingRows, now) },
  ];

  return db.transaction(
    () => {
      const written: string[] = [];
      for (const { name, rows, write } of parts) {
        // The rows, not the file: a build that maps the same file differently writes it again.
        const contentHash = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
        const known = db.select().from(seeds).where(eq(seeds.name, name)).get();
        if (known?.contentHash === contentHash) continue;
        write();
        const entry = { name, contentHash, seededAt: now.toISOString() };
        db.insert(seeds).values(entry).onConflictDoUpdate({ target: seeds.name, set: entry }).run();
        written.push(name);
      }
      return written;
    },
    { behavior: 'immediate' },
  );
}
