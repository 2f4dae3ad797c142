import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import BetterSqlite3 from '~db/driver.mjs';
import { openDatabase } from '~db/connection';
import { freePort } from '../support/free-port';
import { type ReceivedMail, startMailServer } from '../support/mail-server';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';
import { storeListing, storeUser } from '../support/stored-listing';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-mail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messages = 12;

async function startMailSite(path: string, smtpUrl: string) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), ORIGIN: origin, SMTP_URL: smtpUrl, MAIL_FROM: 'Dopahiya <mail@bikes.example>' };
  return startSite({ databasePath: path, env });
}

type Row = { id: string; state: string; attempts: number };

/** Reads or changes the file beside the site. */
function inFile<Value>(path: string, work: (sqlite: InstanceType<typeof BetterSqlite3>) => Value): Value {
  const sqlite = new BetterSqlite3(path);
  sqlite.pragma('busy_timeout = 5000');
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}
const rowsIn = (path: string) =>
  inFile(path, (sqlite) => sqlite.prepare<[], Row>('SELECT id, state, attempts FROM mails ORDER BY id').all());

/** Mails waiting to be gathered, or claimed by a killed process, are due now. */
const letTimePass = (path: string) =>
  inFile(path, (sqlite) =>
    sqlite.exec("UPDATE mails SET due_at = '2026-01-01T00:00:00.000Z' WHERE settled_at IS NULL"),
  );

const getIds = (received: readonly ReceivedMail[]): string[] =>
  received.map(({ source }) => /^Message-ID: <([^@]+)@/m.exec(source)?.[1] ?? '').sort();

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isSo()).toBe(true);
}

/** Writes to each seller; every message that was accepted is mailed. */
async function writeToAll(origin: string, listings: readonly string[]): Promise<number> {
  const statuses = await Promise.all(
    listings.map(async (about, at) => {
      const body = JSON.stringify({
        name: 'Bala K',
        email: 'bala@example.com',
        subject: 'Still there?',
        // The same first message goes to a few sellers only.
        message: `May I see it at ${at + 8} o’clock?`,
        about,
      });
      const headers = { 'Content-Type': 'application/json' };
      return requestOver(origin, '/api/contacts', { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0,
      );
    }),
  );
  return statuses.filter((status) => status === 201).length;
}

/** Stores sellers with a listing each. @returns the ids of the listings */
function storeSellers(path: string): string[] {
  const db = openDatabase(path);
  const listings = Array.from({ length: messages }, (_, at) => {
    const seller = storeUser(db, `Seller${at}`);
    return storeListing(db, { name: `Shine ${at}` }, seller).listing.id;
  });
  db.$client.close();
  return listings;
}

describe('a process that is killed', () => {
  it('between the commit and the sending loses no mail and doubles none', { timeout: 60_000 }, async () => {
    const path = join(folder, 'killed.sqlite');
    // Accepts the connection, and kills the site when it is about to get a mail, before its content.
    let kill: (() => void) | null = null;
    const server = await startMailServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo(_address, _session, done) {
        if (!kill) return done();
        kill();
        kill = null;
      },
    });
    const first = await startMailSite(path, server.url);
    const listings = storeSellers(path);
    const accepted = await writeToAll(first.origin, listings);
    expect(accepted).toBe(messages);
    const ended = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await ended;
    expect(rowsIn(path).map(({ state }) => state)).toEqual(Array(messages).fill('waiting'));

    letTimePass(path);
    const second = await startMailSite(path, server.url);
    const killed = once(second.process, 'exit');
    kill = () => second.process.kill('SIGKILL');
    await killed;
    expect(rowsIn(path).filter(({ state }) => state === 'claimed')).toHaveLength(1);

    letTimePass(path);
    const third = await startMailSite(path, server.url);
    await until(() => rowsIn(path).every(({ state }) => state === 'sent'));
    expect(await third.stop()).toBe(0);
    expect(getIds(server.received)).toEqual(rowsIn(path).map(({ id }) => id));
    await server.close();
  });

  it('between the response of the mail server and its record sends the mail no second time', {
    timeout: 60_000,
  }, async () => {
    const path = join(folder, 'unrecorded.sqlite');
    const got: string[] = [];
    let kill: (() => void) | null = null;
    const server = await startMailServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream, _session, done) {
        let source = '';
        stream.on('data', (chunk: Buffer) => (source += chunk));
        stream.on('end', () => {
          got.push(...getIds([{ from: '', to: [], source }]));
          // The server has received the mail, but the site gets no response.
          if (kill) {
            kill();
            kill = null;
          }
          done();
        });
      },
    });
    const first = await startMailSite(path, server.url);
    const listings = storeSellers(path);
    expect(await writeToAll(first.origin, listings)).toBe(messages);
    const ended = once(first.process, 'exit');
    kill = () => first.process.kill('SIGKILL');
    letTimePass(path);
    await ended;
    expect([got.length, rowsIn(path).filter(({ state }) => state === 'sending').length]).toEqual([1, 1]);

    letTimePass(path);
    const second = await startMailSite(path, server.url);
    await until(() => rowsIn(path).every(({ state }) => state === 'sent' || state === 'unknown'));
    expect(await second.stop()).toBe(0);
    expect(rowsIn(path).filter(({ state }) => state === 'unknown')).toHaveLength(1);
    expect([...got].sort()).toEqual(rowsIn(path).map(({ id }) => id));
    await server.close();
  });
});

it('only a site with SMTP_URL loads the mail program', { timeout: 30_000 }, async () => {
  const loads = async (env: Record<string, string>): Promise<boolean> => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    // Node.js then names each module that it loads.
    const site = await startSite({ env: { NODE_DEBUG: 'esm', PORT: String(port), ORIGIN: origin, ...env } });
    await site.stop();
    expect(site.printed()).toContain('main.js');
    return site.printed().includes('nodemailer');
  };
  expect(await loads({})).toBe(false);
  expect(await loads({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@bikes.example' })).toBe(true);
});
