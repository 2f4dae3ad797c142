import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findListing, readListingStatistics } from '~/domain/listings/listing.queries.server';
import { findListings } from '~/domain/listings/listing-search.server';
import { photoWidths } from '~/domain/photos/photo';
import { anonymous } from '~/domain/shared/actor';
import { storeUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { type Database, openDatabase } from '~db/connection';
import { callApi } from '../support/api-client';
import { sized } from '../support/exhaustive';
import { sendForm } from '../support/form-client';
import { samplePhoto } from '../support/photo-samples';
import { startSite } from '../support/running-site';
import { openSite, requestOver } from '../support/site-in-process';
import { shine } from '../support/sample-content';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-durability-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createdResponse = z.object({ data: z.object({ id: z.string(), manageKey: z.string() }) });
const json = { 'Content-Type': 'application/json' };

/** What a client knows about its listing: while it waits for a response, the write may or may not have happened. */
type Reported = { id: string; name: string; photos: number; isSold: boolean; isGone: boolean; isWaiting: boolean };

let pictures: string[];
beforeAll(async () => {
  const colours = ['#a81e26', '#24508f', '#4c6b50'];
  const photos = await Promise.all(colours.map((colour) => samplePhoto('jpeg', { width: 60, height: 40 }, colour)));
  pictures = photos.map((bytes) => `data:image/jpeg;base64,${bytes.toString('base64')}`);
});

const getRows = (db: Database, sql: string): number => db.$client.prepare<[], number>(sql).pluck().get() ?? Number.NaN;

/** Invariants of a database file, regardless of how the process that wrote it ended. */
function expectWhole(db: Database): void {
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.$client.pragma('foreign_key_check')).toEqual([]);
  for (const kind of ['bike', 'scooter'] as const) {
    const { total, available, sold } = readListingStatistics(db, kind);
    const counted = (condition: string) =>
      getRows(db, `SELECT count(*) FROM listings WHERE kind = '${kind}' AND is_sample = 0 AND ${condition}`);
    expect([total, available, sold]).toEqual([
      counted('true'),
      counted("availability = 'available'"),
      counted("availability = 'sold'"),
    ]);
    expect(getRows(db, `SELECT count(*) FROM ${kind}_documents`)).toBe(total);
  }
  expect(getRows(db, `SELECT count(*) FROM photos`) * photoWidths.length).toBe(
    getRows(db, `SELECT count(*) FROM photo_renditions`),
  );
  // Each visitor's listing has a key and all of the photos its name says.
  expect(getRows(db, `SELECT count(*) FROM listings WHERE is_sample = 0 AND manage_key_id IS NULL`)).toBe(0);
  expect(
    getRows(
      db,
      `SELECT count(*) FROM listings l WHERE name GLOB '* with [0-9]' AND
         (SELECT count(*) FROM listing_photos p WHERE p.listing_id = l.id) <> CAST(substr(name, -1) AS INTEGER)`,
    ),
  ).toBe(0);
}

/** Every response is backed by the file, and every listing in it is found. */
async function expectReported(db: Database, reported: readonly Reported[]): Promise<void> {
  for (const { id, name, photos, isSold, isGone, isWaiting } of reported) {
    const listing = findListing(db, id, anonymous);
    if (isGone) expect(listing, name).toBeNull();
    if (!listing) {
      expect(isGone || isWaiting, `${name} is lost`).toBe(true);
      continue;
    }
    expect(listing.photos).toHaveLength(photos);
    if (!isWaiting) expect(listing.availability).toBe(isSold ? 'sold' : 'available');
    const found = await findListings(db, { kind: 'bike', q: name, sort: 'newest', page: 1, limit: 20 }, anonymous);
    expect(found.items.map((item) => item.id)).toEqual([id]);
  }
}

/** One client: lists a bike, and sells or deletes some of them, until the connection breaks. */
async function sellOn(origin: string, client: string, reported: Reported[], onResponse: () => void): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const photos = turn % 3;
    const name = `Shine ${client}.${turn} with ${photos}`;
    const body = JSON.stringify({ ...shine, name, images: pictures.slice(0, photos) });
    const created = await requestOver(origin, '/api/bikes', { method: 'POST', headers: json, body });
    expect(created.status).toBe(201);
    const { id, manageKey } = createdResponse.parse(JSON.parse(created.body)).data;
    const mine: Reported = { id, name, photos, isSold: false, isGone: false, isWaiting: false };
    reported.push(mine);
    onResponse();
    if (turn % 2 === 0) continue;
    const isDeleting = turn % 4 === 3;
    mine.isWaiting = true;
    const changed = await requestOver(origin, isDeleting ? `/api/bikes/${id}` : `/api/bikes/${id}/sold`, {
      method: isDeleting ? 'DELETE' : 'PATCH',
      headers: { 'X-Manage-Key': manageKey },
    });
    expect(changed.status).toBe(200);
    if (isDeleting) mine.isGone = true;
    else mine.isSold = true;
    mine.isWaiting = false;
    onResponse();
  }
}

const isBrokenLine = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code));

/** Each at another point in the middle of writes. */
const lives = sized(3, 200);

test('a process killed in the middle of writes, repeatedly on one file, loses no confirmed write', {
  timeout: 20_000 * lives,
}, async () => {
  const databasePath = join(folder, 'killed.sqlite');
  const reported: Reported[] = [];
  for (let life = 0; life < lives; life += 1) {
    const site = await startSite({ databasePath });
    let responses = 0;
    // Somewhere in the middle of six writes, at another point in every run.
    const lastResponse = 3 + ((life * 7) % 19);
    const onResponse = () => {
      responses += 1;
      if (responses === lastResponse) site.process.kill('SIGKILL');
    };
    const ended = once(site.process, 'exit');
    const clients = [0, 1, 2, 3, 4, 5].map((client) => sellOn(site.origin, `${life}.${client}`, reported, onResponse));
    for (const client of await Promise.allSettled(clients)) {
      if (client.status === 'rejected' && !isBrokenLine(client.reason)) throw client.reason;
    }
    await ended;
    const db = openDatabase(databasePath);
    expectWhole(db);
    db.$client.close();
  }
  const db = openDatabase(databasePath);
  await expectReported(db, reported);
  db.$client.close();
  expect(reported.length).toBeGreaterThan(3 * lives);
});

test("two processes started at once on one fresh file both serve it, and each sees the other's writes", {
  timeout: 30_000,
}, async () => {
  const databasePath = join(folder, 'shared.sqlite');
  const start = () => startSite({ databasePath, isFirstStart: true });
  const [one, other] = await Promise.all([start(), start()]);
  const before = await requestOver(other.origin, '/sell-bikes');
  const created = await requestOver(one.origin, '/api/bikes', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...shine, name: 'Listed at the other door' }),
  });
  expect([before.status, created.status]).toEqual([200, 201]);
  expect((await requestOver(other.origin, '/sell-bikes')).body).toContain('Listed at the other door');
  const db = openDatabase(databasePath);
  expect(getRows(db, 'SELECT count(*) FROM listings WHERE is_sample = 1')).toBe(12);
  db.$client.close();
  expect([await one.stop(), await other.stop()]).toEqual([0, 0]);
});

describe('when the disk is full', () => {
  test('reads go on, and a write is rejected with a message', async () => {
    const site = await openSite();
    const pages = getRows(site.runtime.db, 'SELECT page_count FROM pragma_page_count');
    site.runtime.db.$client.pragma(`max_page_count = ${pages}`);
    const post = () =>
      requestOver(site.origin, '/api/bikes', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ ...shine, images: pictures }),
      });
    let response = await post();
    for (let filled = 0; filled < 200 && response.status === 201; filled += 1) response = await post();
    expect(response.status).toBe(503);
    expect(JSON.parse(response.body)).toMatchObject({ success: false });
    expectWhole(site.runtime.db);
    for (const path of ['/main', '/sell-bikes', '/api/bikes', '/api/health']) {
      expect((await requestOver(site.origin, path)).status, path).toBe(200);
    }
    await site.close();
  });

  test('forms stored during sign-in, and signing in itself, are rejected with a message and the form values', async () => {
    const site = await openSite();
    const { db, clock } = site.runtime;
    const words = 'Filters on a phone. '.repeat(150);
    db.$client.pragma(`max_page_count = ${getRows(db, 'SELECT page_count FROM pragma_page_count')}`);
    for (let filled = 0; filled < 1000 && (await storeUnfinishedForm(db, { words }, clock())).ok; filled += 1);
    for (let filled = 0; filled < 1000 && (await storeUnfinishedForm(db, {}, clock())).ok; filled += 1);
    const full = 'Nothing can be saved at the moment. Please try again later.';
    const fields = { type: 'website', subject: 'On a phone', message: words, rating: '4' };
    const serviceFields = { 'vehicleDetails.model': 'Shine', 'serviceDetails.description': words };
    for (const [path, sent] of Object.entries({ '/feedback': fields, '/service': serviceFields })) {
      const { status, body } = await sendForm(site, path, sent);
      expect(status, path).toBe(503);
      expect(body).toContain(full);
    }
    expect((await sendForm(site, '/feedback', fields)).body).toContain('value="On a phone"');
    const edited = await sendForm(site, '/profile/edit', { intent: 'save', name: 'Asha', location: words });
    expect([edited.status, edited.body.includes(full)]).toEqual([503, true]);
    const pair = { email: 'asha@example.com', password: 'open!sesame' };
    const attempts = () => callApi(site, 'POST', '/api/auth/login', { body: pair });
    let err = await attempts();
    for (let tried = 0; tried < 200 && err.status === 401; tried += 1) err = await attempts();
    expect([err.status, err.json.message]).toEqual([503, full]);
    await site.close();
  });
});
