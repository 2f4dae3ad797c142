import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OfferTable } from '~/domain/search/offer-table.server';
import { getOfferTables } from '~/domain/search/offer-tables.server';
import { createFullSet, listRows } from '~/domain/search/row-sets';
import { type Database, openDatabase, type Sqlite } from '~db/connection';
import BetterSqlite3 from '~db/driver.mjs';
import { migrate } from '~db/migrate';
import { isExhaustive } from '../support/exhaustive';
import { applyMigration, firstSchema, migrationNames } from '../support/older-databases';

const fresh = openDatabase(':memory:');
migrate(fresh);
afterAll(() => fresh.$client.close());

/** Bytes of a database with rows in every table, of each schema by the name of its last migration. */
const filled: ReadonlyMap<string, Buffer> = (() => {
  const { $client: sqlite } = openDatabase(':memory:');
  sqlite.pragma('foreign_keys = OFF');
  const databases = migrationNames.map((name): [string, Buffer] => {
    applyMigration(sqlite, name);
    return [name, sqlite.serialize()];
  });
  sqlite.close();
  return new Map(databases);
})();

let folder: string;
let path: string;
let db: Database;
/** Opens a file with the database of a schema. */
function openSchema(schema: string): void {
  writeFileSync(path, filled.get(schema) ?? Buffer.alloc(0));
  db = openDatabase(path);
  db.$client.pragma('synchronous = OFF');
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  path = join(folder, 'site.sqlite');
  openSchema(firstSchema);
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true });
});

type Row = Record<string, unknown>;

/** Paths of the copies from before upgrades, oldest first. */
const getCopies = (databasePath: string): string[] =>
  readdirSync(dirname(databasePath))
    .filter((name) => name.startsWith(`${basename(databasePath)}.before-upgrade-`))
    .sort()
    .map((name) => join(dirname(databasePath), name));

const getSchema = (sqlite: Sqlite) =>
  sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();

const getTables = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations' ORDER BY name`,
    )
    .pluck()
    .all();

const getRows = (sqlite: Sqlite, table: string): Row[] => sqlite.prepare<[], Row>(`SELECT * FROM "${table}"`).all();

/** Columns of which later migrations change values, or that they drop. */
const laterColumns: ReadonlySet<string> = new Set([
  ...['vehicles', 'listings'].flatMap((table) =>
    ['rating', 'review_count', 'search_name'].map((column) => `${table}.${column}`),
  ),
  'vehicles.years_used',
  'users.role',
  'content_revision.revision',
]);

describe('a database of the first schema', () => {
  test('is upgraded to the schema of a new database, with all of its rows', () => {
    const before = getTables(db.$client).map((table) => [table, getRows(db.$client, table)] as const);
    migrate(db);
    expect(getSchema(db.$client)).toEqual(getSchema(fresh.$client));
    for (const [table, rows] of before) {
      // Columns and values of later migrations are tested with these.
      const columns = Object.keys(rows[0] ?? {}).filter((name) => !laterColumns.has(`${table}.${name}`));
      const compared = (all: Row[]) => all.map((row) => columns.map((name) => [name, row[name]]));
      const kept = getRows(db.$client, table).filter(({ desk_request_id: request = null }) => request === null);
      expect([table, compared(kept)]).toEqual([table, compared(rows)]);
    }
    const names = (sqlite: Sqlite) => sqlite.prepare('SELECT name, hash FROM migrations ORDER BY name').all();
    expect(names(db.$client)).toEqual(names(fresh.$client));
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.$client.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('finds what it found', () => {
    const found = (indexes: readonly string[], words: string) =>
      indexes.map((index) =>
        db.$client.prepare<[], number>(`SELECT rowid FROM ${index} WHERE ${index} MATCH '${words}'`).pluck().all(),
      );
    const before = found(['bike_search', 'scooter_search', 'vehicle_search'], 'hon OR cla OR act');
    migrate(db);
    expect(before.flat()).not.toEqual([]);
    const tables = getOfferTables(db);
    const find = (table: OfferTable): number[] => {
      const codes = new Set(['hon', 'cla', 'act'].flatMap((prefix) => [...table.names.words.find(prefix, true)]));
      const visible = table.states.test(({ isVisible }) => isVisible).select(createFullSet(table.rowCount));
      return Array.from(listRows(visible).reverse())
        .filter((row) => codes.has(table.names.codes[row] ?? -1))
        .map((row) => table.seqs[row] ?? 0);
    };
    expect([tables.bike, tables.scooter, tables.vehicle].map(find)).toEqual(before);
  });

  test('keeps numbering audit events where it was', () => {
    migrate(db);
    db.$client.exec(`INSERT INTO audit_events (operator_id, operator_name, subject, subject_id, title, action, created_at)
      SELECT operator_id, operator_name, subject, subject_id, title, action, created_at FROM audit_events LIMIT 1`);
    const ids = getRows(db.$client, 'audit_events').map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
  });

  test('is copied beside itself first, for its owner only', () => {
    const schema = getSchema(db.$client);
    const sentences: string[] = [];
    migrate(db, { report: (sentence) => sentences.push(sentence) });
    const [copy = ''] = getCopies(path);
    expect(sentences).toEqual([expect.stringContaining(copy)]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const copied = openDatabase(copy);
    expect(getSchema(copied.$client)).toEqual(schema);
    expect(getRows(copied.$client, 'listings').length).toBe(getRows(db.$client, 'listings').length);
    copied.$client.close();
  });

  test('is upgraded once', () => {
    migrate(db);
    const before = db.$client.pragma('data_version', { simple: true });
    expect(migrate(db)).toBe(0);
    expect(db.$client.pragma('data_version', { simple: true })).toBe(before);
    expect(getCopies(path)).toHaveLength(1);
  });

  test('stays as it is when it cannot be copied', () => {
    const schema = getSchema(db.$client);
    mkdirSync(`${path}.before-upgrade.unfinished`);
    expect(() => migrate(db)).toThrow('before-upgrade');
    expect(getSchema(db.$client)).toEqual(schema);
    rmSync(`${path}.before-upgrade.unfinished`, { recursive: true });
    migrate(db);
    expect(getSchema(db.$client)).toEqual(getSchema(fresh.$client));
  });

  test('stays as it is when a migration fails', () => {
    const schema = getSchema(db.$client);
    db.$client.pragma('foreign_keys = OFF');
    db.$client.exec("DELETE FROM users WHERE id = 'user-owner'");
    expect(() => migrate(db)).toThrow('A migration left rows with dangling references.');
    expect(getSchema(db.$client)).toEqual(schema);
  });
});

test('a database from before 0.1.0 is left untouched', () => {
  db.$client.exec("DELETE FROM migrations; INSERT INTO migrations VALUES ('0000_schema.sql', '', '')");
  const schema = getSchema(db.$client);
  expect(() => migrate(db)).toThrow(
    'The database was created before version 0.1.0: its last migration is 0000_schema.sql. ' +
      'Start it once with version 0.1.0, which upgrades it, then with this one.',
  );
  expect(getSchema(db.$client)).toEqual(schema);
  expect(getCopies(path)).toEqual([]);
});

/** Tables that get a row for each message, service request and feedback from before. */
const grown: ReadonlySet<string> = new Set(['desk_requests', 'conversations']);

/**
 * The rows of an old schema are in the newer ones too: the oldest, each fourth and the last three schemas run every
 * migration, and the newest ones on the rows of every table.
 */
const schemas = migrationNames.filter((name) => name >= firstSchema);
const tried = schemas.filter((_schema, at) => isExhaustive || at % 4 === 0 || at >= schemas.length - 3);

describe('a filled database', () => {
  test.each(tried)('of the schema %s is upgraded with all of its rows, and copied first if needed', (schema) => {
    db.$client.close();
    openSchema(schema);
    const all = getTables(db.$client);
    // Write rows for a table that a migration creates into tests/fixtures/rows/<name of the migration>.
    expect(all.filter((table) => getRows(db.$client, table).length === 0)).toEqual([]);
    const tables = all.filter((table) => !grown.has(table));
    const count = (table: string) => [table, getRows(db.$client, table).length];
    const before = tables.map(count);
    migrate(db);
    expect(getSchema(db.$client)).toEqual(getSchema(fresh.$client));
    const kept = new Set(getTables(db.$client));
    expect(tables.filter((table) => kept.has(table)).map(count)).toEqual(
      before.filter(([table]) => kept.has(String(table))),
    );
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.$client.pragma('foreign_key_check')).toEqual([]);
    expect(getCopies(path)).toHaveLength(schema === migrationNames.at(-1) ? 0 : 1);
  });
});

test('of accounts takes a gender as given, unless it was sent with the placeholder phone', () => {
  db.$client.close();
  openSchema(migrationNames[migrationNames.indexOf('0031_given_gender.sql') - 1] ?? '');
  const { $client: sqlite } = db;
  sqlite.exec('DELETE FROM users');
  const insert = sqlite.prepare(
    `INSERT INTO users (id, name, email, password_hash, phone, gender, created_at, updated_at)
      VALUES (@id, 'Asha', @id, '-', @phone, @gender, @at, @at)`,
  );
  const at = '2026-06-15T06:30:00.000Z';
  const sent = { untouched: '0000000000 male', edited: ' male', woman: '0000000000 female', man: '+919812345678 male' };
  for (const [id, text] of Object.entries(sent)) {
    const [phone = '', gender = ''] = text.split(' ');
    insert.run({ id, phone: phone || null, gender, at });
  }
  migrate(db);
  expect(sqlite.prepare('SELECT id FROM users WHERE NOT is_gender_given').pluck().all()).toEqual(['untouched']);
});

describe('an upgrade', () => {
  test('keeps three copies', () => {
    const names = ['2026-01-01T00-00-00-000Z', '2026-02-01T00-00-00-000Z', '2026-03-01T00-00-00-000Z'];
    for (const name of names) writeFileSync(`${path}.before-upgrade-${name}`, '');
    migrate(db);
    const copies = getCopies(path);
    expect(copies.slice(0, 2)).toEqual(names.slice(1).map((name) => `${path}.before-upgrade-${name}`));
    expect(copies).toHaveLength(3);
  });

  test('makes no copy of a new database, nor of one that is a copy already', () => {
    migrate(db, { copiesFirst: false });
    const created = openDatabase(join(folder, 'new.sqlite'));
    migrate(created);
    created.$client.close();
    expect(getCopies(path).concat(getCopies(join(folder, 'new.sqlite')))).toEqual([]);
  });

  test('returns the free space of a file that could not do so', () => {
    const { $client: sqlite } = db;
    sqlite.exec(`PRAGMA auto_vacuum = NONE; VACUUM; BEGIN; CREATE TABLE filler (bytes BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO filler SELECT randomblob(2000) FROM n; DROP TABLE filler; COMMIT`);
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    expect(sqlite.pragma('auto_vacuum', { simple: true })).toBe(0);
    const before = statSync(path).size;
    migrate(db);
    expect(sqlite.pragma('auto_vacuum', { simple: true })).toBe(2);
    expect(statSync(path).size).toBeLessThan(before / 4);
  });

  test('waits for another process that is writing, and logs it', () => {
    const other = new BetterSqlite3(path);
    other.exec('BEGIN IMMEDIATE');
    db.$client.pragma('busy_timeout = 100');
    const sentences: string[] = [];
    const report = (sentence: string) => {
      sentences.push(sentence);
      if (sentences.length === 1) other.exec('COMMIT');
    };
    migrate(db, { report });
    expect(sentences[0]).toMatch(/^Another process is writing to the database/);
    expect(getSchema(db.$client)).toEqual(getSchema(fresh.$client));
    expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(100);
    other.close();
  });
});
