import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '~db/connection';

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

test('an impossible database path is reported instead of retried forever', () => {
  expect(() => openDatabase('/proc/none/of/this/site.sqlite')).toThrow('ENOENT');
  expect(() => openDatabase('/dev/null/site.sqlite')).toThrow();
});
