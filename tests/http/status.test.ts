import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { callApi, getData, signIn } from '../support/api-client';
import { booking, message, opinion } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

const nothingSent = 'Nothing was sent under this reference with this phone or email. Please check both of them.';

let now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let ravi: Record<string, string>;
shareSite(async () => {
  site = await openSite({}, () => now);
  ravi = signIn(site, 'Ravi');
  return site;
});

const person = { ...message, email: 'Meera@Example.com', phone: '+91 98765 43210' };
const send = async (path: string, body: object, headers = {}) =>
  getData<{ id: string }>(await callApi(site, 'POST', `/api${path}`, { body, headers })).id;
const getReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
const look = (reference: string, contact: string, browser = new FormBrowser(site)) =>
  browser.send(paths.status(), { reference, contact });

/** The page found by a reference and a contact. */
async function found(reference: string, contact: string): Promise<string> {
  const browser = new FormBrowser(site);
  const { status, headers } = await look(reference, contact, browser);
  expect([reference, contact, status]).toEqual([reference, contact, 303]);
  const page = await browser.open(String(headers.location));
  expect(page.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'private, no-store' });
  return getVisibleText(page.body);
}

describe('a reference number', () => {
  it('finds a message by phone or email, in any spelling, and its state', async () => {
    const id = await send('/contacts', { ...person, subject: 'Spares for the Shine' });
    for (const reference of [getReference(id), id.slice(0, 8), ` ${id.slice(0, 4)} ${id.slice(4, 8)} `]) {
      for (const contact of ['meera@example.com', '98765 43210', '+919876543210']) {
        expect(await found(reference, contact)).toContain(
          `Spares for the Shine Reference ${getReference(id)} Sent 15 Jun 2026, 12:00 pm: so far 2 In progress 3 Resolved What Message to us`,
        );
      }
    }
  });

  it('is filled in by the link that is shown after sending', async () => {
    const browser = new FormBrowser(site);
    const sent = await browser.send(paths.contact(), { ...person, message: 'Which branch is open on Sundays?' });
    const page = await browser.open(String(sent.headers.location));
    const [, link = '', reference = ''] = /href="(\/status\?reference=([\w-]+))"/.exec(page.body) ?? [];
    expect(getVisibleText(page.body)).toContain(`Your reference number is ${reference}.`);
    expect((await browser.open(link)).body).toMatch(new RegExp(`name="reference"[^>]*value="${reference}"`));
  });

  it('finds a visit by the phone number of its request', async () => {
    const visit = { kind: 'test-ride', branch: 'showroom', day: '2026-06-20', slot: '11:00', name: 'Meera' };
    const id = await send('/appointments', { ...visit, phone: person.phone });
    const text = await found(getReference(id), '98765 43210');
    expect(text).toContain(
      `Test ride Reference ${getReference(id)} Requested 15 Jun 2026, 12:00 pm: so far 2 Confirmed 3 Done`,
    );
    expect(text).toContain('What Visit When Saturday, 20 June, 11 am to 1 pm (India)');
    expect((await look(getReference(id), '98765 43211')).status).toBe(422);
  });

  it('finds services, feedback by the account, and conversations, with the replies', async () => {
    const service = await send('/services/request', booking, ravi);
    expect(await found(getReference(service), booking.contactInfo.phone)).toMatch(
      /Sent .+: so far 2 Confirmed 3 Completed What Service/,
    );
    const given = await send('/feedback', opinion, ravi);
    expect(await found(getReference(given), 'ravi@example.com')).toMatch(
      /Sent .+: so far 2 In review 3 Resolved What Feedback/,
    );
    const { listing, manageCode } = storeListing(site.runtime.db);
    const written = await send('/contacts', {
      ...person,
      message: 'Is it still there, with papers?',
      about: listing.id,
    });
    expect(await found(getReference(written), '9876543210')).toMatch(
      /Sent .+: so far 2 Answered What Message to a seller/,
    );
    const reply = { text: 'Yes, with all papers.' };
    await callApi(site, 'POST', `/api/conversations/${written}/messages`, {
      body: reply,
      headers: { 'X-Manage-Key': manageCode ?? '' },
    });
    const page = await found(getReference(written), 'meera@example.com');
    expect(page).toMatch(/Answered .+: so far .* The seller .* Yes, with all papers\./);
    expect(page).not.toContain('Is it still there, with papers?');
  });

  it('gets the same message for a wrong reference and a wrong contact, and keeps the fields', async () => {
    const id = await send('/contacts', { ...person, message: 'Where do I get a helmet of size M?' });
    const wrong = [
      [getReference(id), 'somebody@example.com'],
      [getReference(id), '98765 43211'],
      [getReference(id), '210'],
      ['AAAA-AAAA', 'meera@example.com'],
      ['not one', 'meera@example.com'],
      ['%', 'meera@example.com'],
    ] as const;
    for (const [reference, contact] of wrong) {
      const { status, body } = await look(reference, contact);
      expect([status, getVisibleText(body).includes(nothingSent)]).toEqual([422, true]);
      expect(body).toContain(`value="${contact}"`);
    }
    const bare = getVisibleText((await look('', '')).body);
    for (const sentence of ['Reference is required', 'Phone or email is required']) expect(bare).toContain(sentence);
  });

  it('redirects to a URL without phone, email and reference, for fifteen minutes', async () => {
    const id = await send('/contacts', { ...person, message: 'When do you open on Sundays, please?' });
    const address = String((await look(getReference(id), person.phone)).headers.location);
    expect(address).toMatch(/^\/status\?found=[\w-]+$/);
    for (const secret of [id, id.slice(0, 8), '98765']) expect(address).not.toContain(secret);
    expect(getVisibleText((await site.request(address)).body)).toContain(getReference(id));
    expect(getVisibleText((await site.request(`${address}A`)).body)).toContain('That address has expired.');
    const before = now;
    now = new Date(now.getTime() + 16 * 60_000);
    expect(getVisibleText((await site.request(address)).body)).toContain('That address has expired.');
    now = before;
  });
});

it('POST /api/status responds like the form', async () => {
  const id = await send('/contacts', { ...person, message: 'Does the showroom take part exchange?' });
  const body = { reference: getReference(id), contact: person.email };
  const found = await callApi(site, 'POST', '/api/status', { body });
  expect([found.status, found.json.data]).toMatchObject([200, { id, kind: 'message', status: 'new', answers: [] }]);
  for (const wrong of [{ contact: 'other@example.com' }, { reference: 'BBBB-BBBB' }]) {
    const { status, json } = await callApi(site, 'POST', '/api/status', { body: { ...body, ...wrong } });
    expect([status, json.errors]).toEqual([422, { reference: nothingSent }]);
  }
});

it('attempts are limited like those of passwords', async () => {
  const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_SIGN_INS: '3/10m' });
  const statuses = [];
  for (let guess = 0; guess < 5; guess += 1) {
    const fields = { reference: `AAAA-AAA${guess}`, contact: 'meera@example.com' };
    statuses.push((await new FormBrowser(limited).send(paths.status(), fields)).status);
  }
  expect(statuses).toEqual([422, 422, 422, 429, 429]);
  await limited.close();
});
