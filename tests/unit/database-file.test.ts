import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase, openForService } from '~db/connection';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dopahiya-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a database creates missing folders', () => {
  const open = () => openDatabase(join(folder, 'some/where/site.sqlite'));
  for (const db of [open(), open()]) closeDatabase(db);
  expect(existsSync(join(folder, 'some/where/site.sqlite'))).toBe(true);
});

test('a folder is rejected, and keeps its mode', () => {
  const path = join(folder, 'site.sqlite');
  mkdirSync(path);
  chmodSync(path, 0o755);
  expect(() => openDatabase(path)).toThrow('it is a folder, not a file');
  expect(() => openForService(path)).toThrow('it is a folder, not a file');
  expect((statSync(path).mode & 0o777).toString(8)).toBe('755');
});

test('an impossible database path is reported instead of retried forever', () => {
  expect(() => openDatabase('/proc/none/of/this/site.sqlite')).toThrow('ENOENT');
  expect(() => openDatabase('/dev/null/site.sqlite')).toThrow();
});
