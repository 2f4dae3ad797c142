import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createNotReadError,
  createNotSavedError,
  getDatabaseStatus,
  toDatabaseFailure,
} from '~/domain/shared/database-status.server';
import { commitIfPossible, commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { openDatabase } from '~db/connection';

const createError = (code: string): Error => Object.assign(new Error('The driver says so.'), { code });

describe('an error of the driver', () => {
  it.each([
    ['SQLITE_FULL', 'full'],
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_READONLY', 'read-only'],
    ['SQLITE_READONLY_DIRECTORY', 'read-only'],
    ['SQLITE_READONLY_DBMOVED', 'moved'],
    ['SQLITE_IOERR_FSYNC', 'io'],
    ['SQLITE_CANTOPEN', 'cannot-open'],
    ['SQLITE_CORRUPT', 'corrupt'],
    ['SQLITE_CORRUPT_VTAB', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
  ])('%s is a failure of kind %s, also as a cause', (code, kind) => {
    const failure = toDatabaseFailure(createError(code));
    expect(failure).toMatchObject({ kind, code });
    expect(toDatabaseFailure(new Error('A query failed.', { cause: createError(code) }))).toEqual(failure);
    if (!failure) return;
    expect(failure.remedy).toMatch(/\.$/);
    expect(failure.retryAfterSeconds).toBeGreaterThan(0);
    for (const error of [createNotSavedError(failure), createNotReadError(failure)]) {
      expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: failure.retryAfterSeconds });
    }
  });

  it.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', 'SQLITE_MISUSE', 'ENOENT', ''])('%s is a bug', (code) => {
    expect(toDatabaseFailure(createError(code))).toBeNull();
  });

  it('is no failure when the value is no error', () => {
    for (const other of [null, undefined, 'SQLITE_FULL', { code: 'SQLITE_FULL' }])
      expect(toDatabaseFailure(other)).toBeNull();
  });
});

describe('the status of a database', () => {
  it('logs a failure once, and its end once', async () => {
    const db = openDatabase(':memory:');
    const reported: (string | null)[] = [];
    getDatabaseStatus(db).onChange((failure) => reported.push(failure?.kind ?? null));
    const fail = () =>
      commitInGroup(db, () => {
        throw createError('SQLITE_FULL');
      });
    expect(await fail()).toMatchObject({ error: { kind: 'unavailable', retryAfterSeconds: 60 } });
    await fail();
    expect(getDatabaseStatus(db).writeFailure?.kind).toBe('full');
    await commitInGroup(db, () => ok('written'));
    expect([reported, getDatabaseStatus(db).writeFailure]).toEqual([['full', null], null]);
    db.$client.close();
  });

  it('remembers that the file is damaged', async () => {
    const db = openDatabase(':memory:');
    getDatabaseStatus(db).readFailed(failureOfCode('SQLITE_CORRUPT'));
    await commitInGroup(db, () => ok('written'));
    expect(getDatabaseStatus(db).isCorrupt).toBe(true);
    db.$client.close();
  });

  const failureOfCode = (code: string) => {
    const failure = toDatabaseFailure(createError(code));
    if (!failure) throw new Error(`${code} is no failure.`);
    return failure;
  };
});

describe('a write that may be lost', () => {
  it('does not roll others back when it fails', async () => {
    const db = openDatabase(':memory:');
    db.$client.exec('CREATE TABLE written (n INTEGER PRIMARY KEY) STRICT');
    const insert = db.$client.prepare<[number]>('INSERT INTO written (n) VALUES (?)');
    commitIfPossible(db, () => {
      throw new Error('It is broken.');
    });
    const written = commitInGroup(db, () => ok(insert.run(1).changes));
    commitIfPossible(db, () => insert.run(2));
    expect(await written).toEqual(ok(1));
    expect(db.$client.prepare('SELECT n FROM written').pluck().all()).toEqual([1, 2]);
    db.$client.close();
  });

  it('is dropped when the database is closed first', async () => {
    const db = openDatabase(':memory:');
    commitIfPossible(db, () => db.$client.exec('SELECT 1'));
    const written = commitInGroup(db, () => ok('written'));
    db.$client.close();
    expect(await written).toMatchObject({ error: { kind: 'unavailable' } });
  });
});

it('a write-ahead log that was emptied is a failure, and a closed connection beside another one is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-log-'));
  const [db, other] = [0, 1].map(() => openDatabase(join(folder, 'site.sqlite')));
  if (!db || !other) throw new Error('The database was not opened.');
  db.$client.exec('CREATE TABLE items (name TEXT) STRICT');
  const [status, statusOfOther] = [getDatabaseStatus(db), getDatabaseStatus(other)];
  expect([status.isInPlace(), statusOfOther.isInPlace()]).toEqual([true, true]);
  other.$client.close();
  expect(statusOfOther.isInPlace()).toBe(true);
  truncateSync(join(folder, 'site.sqlite-wal'));
  expect([status.isInPlace(), status.writeFailure?.kind]).toEqual([false, 'emptied']);
  rmSync(folder, { recursive: true });
});
