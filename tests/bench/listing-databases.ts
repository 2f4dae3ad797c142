import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { findLocation } from '~/domain/places/places.server';
import { dayMs } from '~/domain/shared/dates';
import { closeDatabase, type Database, openDatabase } from '~db/connection';
import { migrate } from '~db/migrate';
import { foldForSearch } from '~db/search-fold';
import { seed } from '~db/seed/seed';

const folder = '.cache/bench';
const generator = 'tests/bench/generate-listings.mjs';
const rowsPerTransaction = 20_000;

/** The columns of a generated listing that the database stores. */
const generatedListing = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  type: z.string(),
  condition: z.string(),
  daysUsed: z.number(),
  mileage: z.number(),
  topSpeed: z.number(),
  presentPrice: z.number(),
  pastPrice: z.number(),
  license: z.string(),
  engineCapacity: z.string().nullable(),
  batteryCapacity: z.string().nullable(),
  location: z.object({ city: z.string(), state: z.string() }),
  description: z.string(),
  features: z.array(z.string()),
  bodyStyle: z.string(),
  colours: z.object({ body: z.string(), accent: z.string() }),
  isPromoted: z.boolean(),
  rating: z.number().nullable(),
  reviewCount: z.number(),
  viewCount: z.number(),
  updatedAt: z.string(),
});

/** Column names and their values, declared together so that they always match. @param share of the listings before it */
const columns: Record<string, (listing: z.infer<typeof generatedListing>, share: number) => string | number | null> = {
  id: (listing) => listing.id,
  kind: (listing) => listing.kind,
  name: (listing) => listing.name,
  brand: (listing) => listing.brand,
  model: (listing) => listing.model,
  year: (listing) => listing.year,
  type: (listing) => listing.type,
  condition: (listing) => listing.condition,
  days_used: (listing) => listing.daysUsed,
  mileage: (listing) => listing.mileage,
  top_speed_kmph: (listing) => listing.topSpeed,
  present_price_rupees: (listing) => listing.presentPrice,
  past_price_rupees: (listing) => listing.pastPrice,
  license: (listing) => listing.license,
  engine_capacity: (listing) => listing.engineCapacity,
  battery_capacity: (listing) => listing.batteryCapacity,
  city: (listing) => listing.location.city,
  state: (listing) => listing.location.state,
  place: (listing) => findLocation(listing.location).place,
  // Columns that the generator does not print are derived from the others.
  kilometres_driven: (listing) => listing.daysUsed * 20,
  owner_number: (listing) => 1 + (listing.daysUsed % 3),
  description: (listing) => listing.description,
  features: (listing) => JSON.stringify(listing.features),
  body_style: (listing) => listing.bodyStyle,
  body_colour: (listing) => listing.colours.body,
  accent_colour: (listing) => listing.colours.accent,
  is_promoted: (listing) => Number(listing.isPromoted),
  rating: (listing) => listing.rating,
  review_count: (listing) => listing.reviewCount,
  view_count: (listing) => listing.viewCount,
  search_brand: (listing) => foldForSearch(listing.brand),
  // In the order of creation, as on a site: the generator chooses any day of this year.
  created_at: (_listing, share) => new Date(Date.UTC(2025, 0, 1) + Math.floor(share * 365 * dayMs)).toISOString(),
  updated_at: (listing) => listing.updatedAt,
};

/** The one photo of all listings with a photo: a search only tests whether there is one. */
const photo = 'a'.repeat(64);
const anyTime = '2025-01-01T00:00:00.000Z';

async function fill(db: Database, count: number): Promise<void> {
  const sqlite = db.$client;
  sqlite.prepare('INSERT INTO photos (hash, width, height, created_at) VALUES (?, 640, 480, ?)').run(photo, anyTime);
  const names = Object.keys(columns);
  const insert = sqlite.prepare(
    `INSERT INTO listings (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  const addPhoto = sqlite.prepare('INSERT INTO listing_photos (listing_id, position, photo_hash) VALUES (?, 0, ?)');
  const fillIn = Object.values(columns);
  let inserted = 0;
  const insertAll = sqlite.transaction((lines: string[]) => {
    for (const line of lines) {
      const listing = generatedListing.parse(JSON.parse(line));
      const { lastInsertRowid } = insert.run(...fillIn.map((fillColumn) => fillColumn(listing, inserted / count)));
      inserted += 1;
      if (Number(lastInsertRowid) % 2 === 0) addPhoto.run(listing.id, photo);
    }
  });
  const printed = spawn(process.execPath, [generator, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let lines: string[] = [];
  for await (const line of createInterface({ input: printed.stdout })) {
    lines.push(line);
    if (lines.length === rowsPerTransaction) {
      insertAll(lines);
      lines = [];
    }
  }
  insertAll(lines);
}

/** Identifies what a generated database depends on: the schema, the built-in rows and the generator. */
function madeFrom(): string {
  const hash = createHash('sha256');
  const migrations = readdirSync('drizzle').filter((name) => name.endsWith('.sql'));
  for (const file of [
    ...migrations.map((name) => `drizzle/${name}`),
    'db/search-fold.ts',
    generator,
    import.meta.filename,
  ]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * The path of a migrated, seeded database with that many generated listings, made on first use and stored in `.cache`:
 * a million rows take a minute.
 */
export async function listingDatabase(count: number): Promise<string> {
  const path = `${folder}/listings-${count}-${madeFrom()}.sqlite`;
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (old.startsWith(`listings-${count}-`)) rmSync(`${folder}/${old}`);
  console.error(`Making a database of ${count.toLocaleString('en-IN')} listings.`);
  const unfinished = `${folder}/unfinished-${count}.sqlite`;
  rmSync(unfinished, { force: true });
  const db = openDatabase(unfinished);
  db.$client.pragma('synchronous = OFF');
  migrate(db);
  seed(db, new Date());
  await fill(db, count);
  closeDatabase(db);
  renameSync(unfinished, path);
  return path;
}
