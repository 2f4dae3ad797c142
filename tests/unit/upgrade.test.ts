import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, type Sqlite } from '~db/connection';
import { migrate } from '~db/migrate';

const fixture = readFileSync('tests/fixtures/database-before-0.1.0.sql', 'utf8');

const fresh = openDatabase(':memory:');
migrate(fresh);
afterAll(() => fresh.$client.close());

let folder: string;
let path: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  path = join(folder, 'site.sqlite');
  db = openDatabase(path);
  db.$client.pragma('synchronous = OFF');
  db.$client.pragma('foreign_keys = OFF');
  db.$client.exec(`BEGIN; ${fixture}; COMMIT`);
  db.$client.pragma('foreign_keys = ON');
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true });
});

type Row = Record<string, unknown>;

const schemaOf = (sqlite: Sqlite) =>
  sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();

const tablesOf = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations' ORDER BY name`,
    )
    .pluck()
    .all();

const rowsOf = (sqlite: Sqlite, table: string): Row[] => sqlite.prepare<[], Row>(`SELECT * FROM "${table}"`).all();

/** Names of tables and columns that the upgrade changes. */
const renamedTables: Readonly<Record<string, string>> = {
  operator_log: 'audit_events',
  submissions: 'idempotency_keys',
};
const renamedColumns: Readonly<Record<string, string>> = {
  'operator_log.deed': 'action',
  'reports.words': 'comment',
  'submissions.id_hash': 'key_hash',
  'submissions.sealed_answer': 'encrypted_response',
};

/** Every row of an old database, under the present names. */
function expectedRows(sqlite: Sqlite): Record<string, Row[]> {
  const tables = tablesOf(sqlite).map((table): [string, Row[]] => [
    renamedTables[table] ?? table,
    rowsOf(sqlite, table).map((row) => {
      const named = Object.entries(row).map(([column, value]) => [
        renamedColumns[`${table}.${column}`] ?? column,
        value,
      ]);
      const checksum =
        table === 'photo_renditions' && row.webp instanceof Buffer
          ? [['checksum', createHash('sha256').update(row.webp).digest('hex')]]
          : [];
      return Object.fromEntries([...named, ...checksum]);
    }),
  ]);
  return Object.fromEntries(tables);
}

describe('a database of the last version before the initial migration', () => {
  test('has a row in every table of the fixture', () => {
    expect(tablesOf(db.$client).filter((table) => rowsOf(db.$client, table).length === 0)).toEqual([]);
  });

  test('is upgraded to the schema of a new database, with all of its rows', () => {
    const expected = expectedRows(db.$client);
    migrate(db);
    expect(schemaOf(db.$client)).toEqual(schemaOf(fresh.$client));
    const rows = Object.fromEntries(tablesOf(db.$client).map((table) => [table, rowsOf(db.$client, table)]));
    expect(rows).toEqual(expected);
    const names = (sqlite: Sqlite) => sqlite.prepare('SELECT name, hash FROM migrations ORDER BY name').all();
    expect(names(db.$client)).toEqual(names(fresh.$client));
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.$client.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('finds what it found', () => {
    const found = (index: string) =>
      db.$client
        .prepare<[], number>(`SELECT rowid FROM ${index} WHERE ${index} MATCH 'hon OR cla OR act'`)
        .pluck()
        .all();
    const before = ['bike_search', 'scooter_search', 'vehicle_search'].map(found);
    migrate(db);
    expect(before.flat()).not.toEqual([]);
    expect(['bike_search', 'scooter_search', 'vehicle_search'].map(found)).toEqual(before);
  });

  test('keeps numbering audit events where it was', () => {
    migrate(db);
    db.$client.exec(`INSERT INTO audit_events (operator_id, operator_name, subject, subject_id, title, action, created_at)
      SELECT operator_id, operator_name, subject, subject_id, title, action, created_at FROM audit_events LIMIT 1`);
    const ids = rowsOf(db.$client, 'audit_events').map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
  });

  test('is copied beside itself first, for its owner only', () => {
    const schema = schemaOf(db.$client);
    const sentences: string[] = [];
    migrate(db, (sentence) => sentences.push(sentence));
    const copy = `${path}.before-upgrade`;
    expect(sentences).toEqual([expect.stringContaining(copy)]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const copied = openDatabase(copy);
    expect(schemaOf(copied.$client)).toEqual(schema);
    expect(rowsOf(copied.$client, 'listings').length).toBe(rowsOf(db.$client, 'listings').length);
    copied.$client.close();
  });

  test('is upgraded once', () => {
    migrate(db);
    const before = db.$client.pragma('data_version', { simple: true });
    rmSync(`${path}.before-upgrade`);
    expect(migrate(db)).toBe(0);
    expect(db.$client.pragma('data_version', { simple: true })).toBe(before);
    expect(existsSync(`${path}.before-upgrade`)).toBe(false);
  });

  test('stays as it is when it cannot be copied', () => {
    const schema = schemaOf(db.$client);
    mkdirSync(`${path}.before-upgrade.unfinished`);
    expect(() => migrate(db)).toThrow('before-upgrade');
    expect(schemaOf(db.$client)).toEqual(schema);
    rmSync(`${path}.before-upgrade.unfinished`, { recursive: true });
    migrate(db);
    expect(schemaOf(db.$client)).toEqual(schemaOf(fresh.$client));
  });

  test('stays as it is when a row cannot be copied', () => {
    const schema = schemaOf(db.$client);
    db.$client.pragma('ignore_check_constraints = ON');
    db.$client.exec("UPDATE users SET gender = 'none'");
    db.$client.pragma('ignore_check_constraints = OFF');
    expect(() => migrate(db)).toThrow('users_gender');
    expect(schemaOf(db.$client)).toEqual(schema);
  });
});

test('a database of an older version is left untouched', () => {
  db.$client.exec("DELETE FROM migrations WHERE name >= '0015'");
  const schema = schemaOf(db.$client);
  expect(() => migrate(db)).toThrow(
    'It is of an older version, whose last migration was 0014_listings_by_price.sql. Start it once with the last ' +
      'version that has the migration 0017_log_of_accounts.sql, then with this one.',
  );
  expect(schemaOf(db.$client)).toEqual(schema);
  expect(existsSync(`${path}.before-upgrade`)).toBe(false);
});
