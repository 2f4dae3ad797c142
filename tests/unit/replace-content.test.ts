import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { replaceContent } from '~db/connection';

let folder: string;
let source: InstanceType<typeof BetterSqlite3>;
let target: InstanceType<typeof BetterSqlite3>;
let targetPath: string;

function open(path: string, row: string) {
  const sqlite = new BetterSqlite3(path);
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec('CREATE TABLE contents (name TEXT)');
  sqlite.prepare('INSERT INTO contents VALUES (?)').run(row);
  return sqlite;
}
const contents = () => target.prepare('SELECT name FROM contents').pluck().all();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dopahiya-replace-'));
  targetPath = join(folder, 'target.sqlite');
  source = open(join(folder, 'source.sqlite'), 'from the backup');
  target = open(targetPath, 'live');
});
afterEach(() => {
  source.close();
  target.close();
  rmSync(folder, { recursive: true });
});

describe('replacing the content of a database', () => {
  it('waits while another process holds the write lock', async () => {
    target.exec("BEGIN IMMEDIATE; INSERT INTO contents VALUES ('uncommitted')");
    const replacing = replaceContent(source, targetPath);
    await delay(200);
    target.exec('COMMIT');
    expect(await replacing).toBeTypeOf('number');
    expect(contents()).toEqual(['from the backup']);
  });

  it('changes nothing if the lock is not released in time', async () => {
    target.exec('BEGIN IMMEDIATE');
    expect(await replaceContent(source, targetPath, { maxWaitMilliseconds: 50 })).toBeNull();
    target.exec('COMMIT');
    expect(contents()).toEqual(['live']);
  });
});
