import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '~db/connection';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';

describe('two starts on one fresh file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-seed-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('migrate and seed it once', { timeout: 60_000 }, async () => {
    const file = join(folder, 'site.sqlite');
    const script = fileURLToPath(new URL('../support/open-and-seed.mjs', import.meta.url));
    const starts = [0, 1].map(() => {
      const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { child, lines };
    });
    for (const { lines } of starts) expect((await lines.next()).value).toBe('ready');
    for (const { child } of starts) child.stdin.write('go\n');
    const responses = await Promise.all(
      starts.map(async ({ child, lines }) => {
        const { value } = await lines.next();
        await once(child, 'exit');
        return JSON.parse(value);
      }),
    );
    expect(responses.map(({ seeded }) => seeded.length).sort()).toEqual([0, 6]);
    const db = openDatabase(file);
    expect(db.select().from(vehicles).all()).toHaveLength(37);
    expect(db.select().from(listings).all()).toHaveLength(12);
    db.$client.close();
  });
});
