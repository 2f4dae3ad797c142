import { expect, it } from 'vitest';
import BetterSqlite3, { SqliteError } from '~db/driver.mjs';

it('is the version of better-sqlite3 that this Node.js can load', () => {
  const sqlite = new BetterSqlite3(':memory:');
  const hasNodeApi10 = Number(process.versions.napi) >= 10;
  expect(sqlite.prepare('SELECT sqlite_version()').pluck().get()).toBe(hasNodeApi10 ? '3.54.1' : '3.53.2');
  sqlite.close();
});

it('throws errors of the class that is exported beside it', () => {
  const sqlite = new BetterSqlite3(':memory:');
  expect(() => sqlite.exec('SELECT * FROM missing')).toThrow(SqliteError);
  sqlite.close();
});
