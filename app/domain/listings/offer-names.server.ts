import { and, eq, sql } from 'drizzle-orm';
import type { Database, Sqlite } from '~db/connection';
import { listings } from '~db/schema/listings';
import { seeds } from '~db/schema/site';
import { vehicles } from '~db/schema/vehicles';
import { foldForSearch } from '~db/search-fold';
import namesFile from '~db/seed/search/names.json';
import { findLocation } from '../places/places.server';
import { dictionaryData } from '../search/dictionary-data.server';
import { toPlateText } from '../shared/plate';
import { sha256 } from '../shared/secrets.server';
import { brandsByKey, toCanonicalBrand } from '../search/brand-names.server';
import { findModelByName } from './models.server';

/* Stored offers get the names of a changed data file at the next start. */

function updateBrands(db: Database, table: typeof listings | typeof vehicles, isOfUser: ReturnType<typeof sql>): void {
  for (const { brand } of db.selectDistinct({ brand: table.brand }).from(table).where(isOfUser).all()) {
    const canonical = toCanonicalBrand(brand);
    if (canonical === brand) continue;
    const hasOldSpelling = and(eq(table.brand, brand), isOfUser);
    // A trigger marks offers with a changed brand as unchecked; this change is not the seller's, so it is undone.
    const checked = db
      .select({ seq: table.seq, at: table.checkedAt })
      .from(table)
      .where(and(hasOldSpelling, sql`${table.checkedAt} IS NOT NULL`))
      .all();
    db.update(table)
      .set({ brand: canonical, searchBrand: foldForSearch(canonical), version: sql`version + 1` })
      .where(hasOldSpelling)
      .run();
    db.run(sql`UPDATE ${table} SET checked_at = given.value ->> 'at'
                 FROM json_each(${JSON.stringify(checked)}) given WHERE ${table.seq} = given.value ->> 'seq'`);
  }
}

// Raw, here and below: a temporary table, and an update of one table from another.
const placeStatements = {
  create: `CREATE TEMP TABLE located (
    city TEXT NOT NULL, state TEXT NOT NULL, new_city TEXT NOT NULL, new_state TEXT, place TEXT, PRIMARY KEY (city, state)
  ) WITHOUT ROWID`,
  pairs: `SELECT DISTINCT city, coalesce(state, '') AS state FROM listings WHERE city IS NOT NULL AND is_sample = 0`,
  insert: 'INSERT INTO temp.located VALUES (@city, @state, @newCity, @newState, @place)',
  // Changes what the API returns, and so the version.
  respell: `UPDATE listings SET city = f.new_city, state = f.new_state, version = version + 1 FROM temp.located f
    WHERE f.city = listings.city AND f.state = coalesce(listings.state, '') AND is_sample = 0
      AND (listings.city <> f.new_city OR listings.state IS NOT f.new_state)`,
  place: `UPDATE listings SET place = f.place FROM temp.located f
    WHERE f.city = listings.city AND f.state = coalesce(listings.state, '') AND is_sample = 0
      AND listings.place IS NOT f.place`,
  // A trigger marks listings with a changed city as unchecked; this change is not the seller's, so it is undone.
  remember: `CREATE TEMP TABLE checked AS SELECT seq, checked_at FROM listings
    WHERE city IS NOT NULL AND is_sample = 0 AND checked_at IS NOT NULL`,
  recheck: `UPDATE listings SET checked_at = c.checked_at FROM temp.checked c
    WHERE c.seq = listings.seq AND listings.checked_at IS NULL`,
  drop: 'DROP TABLE temp.located; DROP TABLE temp.checked',
} as const;

function updatePlaces(sqlite: Sqlite): void {
  const pairs = sqlite.prepare<[], { city: string; state: string }>(placeStatements.pairs).all();
  sqlite.exec(placeStatements.create);
  const insert = sqlite.prepare(placeStatements.insert);
  for (const pair of pairs) {
    const { city, state, place } = findLocation({ city: pair.city, state: pair.state || null });
    insert.run({ ...pair, newCity: city, newState: state, place });
  }
  // The places first: `respell` changes the cities by which they are found.
  sqlite.exec(placeStatements.place);
  sqlite.exec(placeStatements.remember);
  sqlite.exec(placeStatements.respell);
  sqlite.exec(placeStatements.recheck);
  sqlite.exec(placeStatements.drop);
}

const modelStatements = {
  create: `CREATE TEMP TABLE modelled (
    brand TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (brand, name)
  ) WITHOUT ROWID`,
  names: 'SELECT DISTINCT brand, name FROM listings WHERE model IS NULL AND is_sample = 0',
  insert: 'INSERT INTO temp.modelled VALUES (@brand, @name, @model)',
  // The API returns the model, so the version changes.
  fill: `UPDATE listings SET model = m.model, version = version + 1 FROM temp.modelled m
    WHERE m.brand = listings.brand AND m.name = listings.name AND listings.model IS NULL AND is_sample = 0`,
  drop: 'DROP TABLE temp.modelled',
} as const;

function fillModels(sqlite: Sqlite): void {
  const names = sqlite.prepare<[], { brand: string; name: string }>(modelStatements.names).all();
  sqlite.exec(modelStatements.create);
  const insert = sqlite.prepare(modelStatements.insert);
  for (const { brand, name } of names) {
    const model = findModelByName(brand, name)?.model;
    if (model !== undefined) insert.run({ brand, name, model });
  }
  sqlite.exec(modelStatements.fill);
  sqlite.exec(modelStatements.drop);
}

function cleanPlates(db: Database): void {
  const isUnusual = sql`${listings.license} GLOB '*[^ -~]*'`;
  for (const { id, license, checkedAt } of db
    .select({ id: listings.id, license: listings.license, checkedAt: listings.checkedAt })
    .from(listings)
    .where(isUnusual)
    .all()) {
    const clean = toPlateText(license) || '-';
    if (clean === license) continue;
    const isThis = eq(listings.id, id);
    db.update(listings).set({ license: clean, version: sql`version + 1` }).where(isThis).run();
    // A trigger marks listings with a changed plate as unchecked; this change is not the seller's, so it is undone.
    db.update(listings).set({ checkedAt }).where(isThis).run();
  }
}

type Update = {
  /** Name of the hash in the table `seeds`. */
  name: string;
  hash: string;
  run: (db: Database) => void;
};

const rules = 2;

/** Brands first: models are found by brand. */
const updates: readonly Update[] = [
  {
    name: 'brand-spellings',
    hash: sha256(JSON.stringify([rules, ...brandsByKey])),
    run(db) {
      updateBrands(db, listings, sql`${listings.isSample} = 0`);
      updateBrands(db, vehicles, sql`${vehicles.isBuiltIn} = 0`);
    },
  },
  {
    name: 'located',
    hash: sha256(JSON.stringify([rules, dictionaryData.places])),
    run: (db) => updatePlaces(db.$client),
  },
  { name: 'models', hash: sha256(JSON.stringify([rules, namesFile.models])), run: (db) => fillModels(db.$client) },
  { name: 'plates', hash: sha256(JSON.stringify([rules])), run: cleanPlates },
];

export function updateOfferNames(db: Database, now: Date): void {
  for (const { name, hash, run } of updates) {
    const seed = db.select({ hash: seeds.contentHash }).from(seeds).where(eq(seeds.name, name)).get();
    if (seed?.hash === hash) continue;
    db.transaction(
      () => {
        run(db);
        const row = { name, contentHash: hash, seededAt: now.toISOString() };
        db.insert(seeds).values(row).onConflictDoUpdate({ target: seeds.name, set: row }).run();
      },
      { behavior: 'immediate' },
    );
  }
}
