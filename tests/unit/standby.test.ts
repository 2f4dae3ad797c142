import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { getPromotionRequestPath, getStandbyMarkPath } from '../../ops/replica.mjs';
import { proxyToPrimary } from '../../ops/primary-proxy';
import { deleteStaleRequest, isStandbyAtStart, Standby } from '../../ops/standby';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-standby-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openPort(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it('a request is passed on to the TLS name of the primary, regardless of the host that the client requested', async () => {
  const names: string[] = [];
  const primary = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error('There is no certificate here.'));
    },
  });
  const primaryUrl = `https://localhost:${await openPort(primary)}`;
  const standby = createServer((incoming, response) => {
    void proxyToPrimary(incoming, response, primaryUrl, new URL('http://copy.example/feedback'), '127.0.0.1');
  });
  try {
    const port = await openPort(standby);
    const sent = request({ host: '127.0.0.1', port, headers: { Host: 'copy.example' } }).end();
    await once(sent, 'response');
    expect(names).toEqual(['localhost']);
  } finally {
    primary.close();
    standby.close();
  }
});

it('a promotion request left behind by a crash is dropped, except by its own standby', () => {
  const databasePath = join(folder, 'site.sqlite');
  const isKept = (): boolean => {
    writeFileSync(getPromotionRequestPath(databasePath), 'token');
    deleteStaleRequest(databasePath);
    return existsSync(getPromotionRequestPath(databasePath));
  };
  // There is no copy yet that it could be for.
  expect(isKept()).toBe(false);
  writeFileSync(getStandbyMarkPath(databasePath), '');
  expect(isKept()).toBe(true);
  // As a promotion leaves it.
  rmSync(getStandbyMarkPath(databasePath));
  expect(isKept()).toBe(false);
});

it('the copy of a standby is opened as such only: what was written to it would be overwritten', () => {
  const databasePath = join(folder, 'copy.sqlite');
  for (const path of [databasePath, getStandbyMarkPath(databasePath)]) writeFileSync(path, '');
  expect(isStandbyAtStart({ isStandby: true, databasePath })).toBe(true);
  expect(() => isStandbyAtStart({ isStandby: false, databasePath })).toThrow('is the copy of a standby');
  rmSync(getStandbyMarkPath(databasePath));
  expect(isStandbyAtStart({ isStandby: false, databasePath })).toBe(false);
});

it('a promotion that fails is logged and tried again', async () => {
  const databasePath = join(folder, 'promoted.sqlite');
  writeFileSync(getPromotionRequestPath(databasePath), 'token');
  const events: unknown[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => events.push(JSON.parse(line).event) });
  let attempts = 0;
  const stop = new Standby(databasePath).follow(log, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('The disk is full.');
  });
  await expect.poll(() => existsSync(getPromotionRequestPath(databasePath)), { timeout: 10_000 }).toBe(false);
  await stop();
  expect(attempts).toBe(2);
  expect(events.filter((event) => event === 'promotion-failed' || event === 'promoted')).toEqual([
    'promotion-failed',
    'promoted',
  ]);
});
