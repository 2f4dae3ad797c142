import { beforeAll, describe, expect, it } from 'vitest';
import { deskPaths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { submitPersonalData, type PersonalData } from '../support/personal-data-samples';
import { boundary, multipart } from '../support/multipart-forms';
import { populateSite, type PopulatedSite } from '../support/populated-site';
import { readCsv } from '../support/read-csv';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';
import { findStoredTexts } from '../support/stored-texts';

let populated: PopulatedSite;
let site: SiteInProcess;
let personalData: PersonalData;

beforeAll(async () => {
  populated = await populateSite();
});
shareSite(async () => {
  populated ??= await populateSite();
  site = await populated.open();
  personalData = await submitPersonalData(site, populated.items);
  return site;
});

const open = (path: string) => site.request(path, { headers: populated.asBrowser('operator') });
const send = (path: string, fields: Record<string, string>) =>
  site.request(path, {
    method: 'POST',
    headers: {
      ...populated.asBrowser('operator'),
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    },
    body: new URLSearchParams(fields).toString(),
  });

const find = async (contact: string) => (await send(deskPaths.people(), { contact })).headers.location ?? '';

describe('a person', () => {
  it('is found by an email or a phone number, which the address does not say', async () => {
    const byEmail = await find('CANARY-email@example.com');
    expect(byEmail).toMatch(/^\/desk\/customers\/people\/[\w-]{20,}$/);
    expect(await find('90000 00001')).toBe(byEmail);
    const { body } = await open(byEmail);
    for (const text of ['Public Rider', '+91 90000 00001', 'canary-email@example.com', 'canary-subject-written']) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('canary-unnamed');
    expect((await send(deskPaths.people(), { contact: 'nobody' })).body).toContain('Please write an email or a phone');
    expect((await send(deskPaths.people(), { contact: 'nobody@example.com' })).body).toContain('Nobody with this');
  });

  it('with an account is found at the desk by the beginning of name, email and phone, by managers and owners', async () => {
    const clerk = getCookie(signIn(site, 'Member-clerk', 'clerk'));
    const person = site.runtime.db.$client
      .prepare<[], { id: string; name: string; email: string }>(
        "SELECT id, name, email FROM users WHERE phone = '+91 90000 00001'",
      )
      .get();
    if (!person) throw new Error('no account');
    for (const q of [person.name.slice(0, 4).toUpperCase(), person.email.slice(0, 6), '90000 00', '9000000001']) {
      const link = `href="${deskPaths.person(person.id)}"`;
      expect((await open(deskPaths.find(q))).body, q).toContain(link);
      expect((await site.request(deskPaths.find(q), { headers: clerk })).body, q).not.toContain(link);
    }
  });

  it('gets a copy of everything but private conversations and anonymous feedback', async () => {
    const path = await find('canary-email@example.com');
    const { status, body, headers } = await open(`${path}/copy.csv`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const values = readCsv(body).map((row) => row.at(-1));
    // The number is neutralized, so that no spreadsheet takes it for a formula.
    for (const text of ["'+91 90000 00001", 'canary-wish', 'canary-message-dictated', 'canary-praise of it all']) {
      expect(values).toContain(text);
    }
    expect(body).not.toContain('canary-unnamed');
    expect(body).not.toContain('May I see it, please?');
    expect(body).not.toMatch(/scrypt|passwordHash/i);
  });

  it('is forgotten, and others are not', async () => {
    const path = await find('canary-email@example.com');
    const wrong = await send(path, { intent: 'forget', contact: 'canary-stranger@example.com' });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain('This is not an email or phone number of this person.');
    const forgotten = await send(path, { intent: 'forget', contact: '+91 90000 00001' });
    expect(forgotten.status).toBe(303);
    const { db } = site.runtime;
    expect(findStoredTexts(db, [...personalData.ofUser, 'public rider'])).toEqual([]);
    expect(findStoredTexts(db, ['canary-stranger@example.com'])).not.toEqual([]);
    expect((await open(path)).status).toBe(404);
    const log = await open(deskPaths.teamLog());
    expect(log.body).toMatch(/forgot a person: 1 account, 3 messages, 2 service requests/);
  });
});

it('a clerk finds a vehicle at the desk, and not as visitors see it', async () => {
  const clerk = getCookie(signIn(site, 'Finder', 'clerk'));
  const { body } = await site.request(deskPaths.find('honda'), { headers: clerk });
  const [, href = ''] = /href="(\/desk\/stock\/\w+)"/.exec(body) ?? [];
  expect((await site.request(href, { headers: clerk })).status).toBe(200);
  expect(body).not.toContain('href="/vehicle-details');
});

describe('a list of customers', () => {
  const upload = async (path: string) => {
    const file = Buffer.from('Name,Phone,Message\nRamesh Pawar,98220 41001,Wants a ride\n');
    return site.request(path, {
      method: 'POST',
      headers: {
        ...populated.asBrowser('operator'),
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Sec-Fetch-Site': 'same-origin',
      },
      body: multipart([{ name: 'file', fileName: 'old.csv', bytes: file }]),
    });
  };

  it('is taken over by an owner, after the password, and seen by nobody else', async () => {
    const sqlite = site.runtime.db.$client;
    const confirmed = sqlite
      .prepare<[], { id: string; at: string | null }>('SELECT id, password_confirmed_at AS at FROM sessions')
      .all();
    sqlite.exec('UPDATE sessions SET password_confirmed_at = NULL');
    const path = deskPaths.import('customers');
    const refused = await upload(path);
    expect([refused.status, refused.body.includes('id="password"')]).toEqual([422, true]);
    for (const { id, at } of confirmed)
      sqlite.prepare('UPDATE sessions SET password_confirmed_at = ? WHERE id = ?').run(at, id);
    const look = (await upload(path)).headers.location ?? '';
    const seen = await open(look);
    expect([seen.status, seen.body.includes('Apply 1'), seen.body.includes('Ramesh')]).toEqual([200, true, false]);
    const manager = getCookie(signIn(site, 'Reader', 'manager'));
    expect((await site.request(look, { headers: manager })).status).toBe(403);
    expect((await site.request(deskPaths.import(), { headers: manager })).body).not.toContain('old.csv');
    await send(look, { intent: 'apply' });
    expect((await open(look)).headers.location).toBe(`${look}/done`);
    expect((await open(deskPaths.find('Ramesh Pawar'))).body).toContain('Taken over from an older list');
  });
});

describe('the file of all customers', () => {
  it('has a line for each request', async () => {
    const { status, body } = await open(deskPaths.customersFile());
    const count = site.runtime.db.$client.prepare('SELECT count(*) FROM desk_requests').pluck().get();
    expect([status, readCsv(body).length]).toEqual([200, Number(count) + 1]);
    expect(body).toContain('bala@example.com');
  });
});
