import { beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let now = Date.parse('2026-06-15T06:30:00.000Z');
beforeAll(async () => {
  site = await openSite({ RATE_LIMIT: 'on' }, () => new Date(now));
});
afterAll(() => site.close());
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM idempotency_keys');
  now += 3_600_000;
});

const fields = { type: 'general', subject: 'Good site', message: 'Found it at once.', rating: '4', isAnonymous: 'on' };
const noise = 'z'.repeat(20_000);
/** Sizes of the stored forms in bytes. */
const getSizes = (): unknown[] =>
  site.runtime.db.$client.prepare('SELECT length(encrypted_response) FROM idempotency_keys').pluck().all();

describe('a form of a visitor who has to sign in', () => {
  it('is stored without what is no field of it, and filled in after signing in', async () => {
    const { status, headers } = await sendForm(site, '/feedback', { ...fields, other: noise });
    expect([status, getSizes()]).toEqual([303, [expect.any(Number)]]);
    expect(getSizes()[0]).toBeLessThan(500);
    const back = new URL(String(headers.location), site.origin).searchParams.get('redirectTo') ?? '';
    const { body } = await site.request(back, { headers: getCookie(signIn(site, 'Uma')) });
    for (const text of [fields.subject, fields.message]) expect(body).toContain(text);
    expect(body).toMatch(/name="isAnonymous"[^>]*checked/);
  });

  it('is no longer stored once it was sent, so that going back does not show it as new', async () => {
    const form = { 'contactInfo.name': 'Asha Rao', 'contactInfo.phone': '9820012345', 'serviceDetails.urgency': 'low' };
    const sent = await sendForm(site, '/service', { ...form, serviceType: 'quick-service' });
    const back = new URL(String(sent.headers.location), site.origin).searchParams.get('redirectTo') ?? '';
    const headers = getCookie(signIn(site, 'Asha'));
    const shown = await site.request(back, { headers });
    expect(shown.body).toContain('Asha Rao');
    const again = {
      ...form,
      serviceType: 'quick-service',
      'contactInfo.email': 'asha@example.com',
      idempotencyKey: hiddenField(shown, 'idempotencyKey'),
    };
    expect((await sendForm(site, '/service', { ...again, serviceType: '' }, headers)).status).toBe(422);
    expect((await site.request(back, { headers })).body).toContain('Asha Rao');
    expect((await sendForm(site, '/service', again, headers)).status).toBe(303);
    const { status, body } = await site.request(back, { headers });
    expect([status, body.includes('Asha Rao')]).toEqual([200, false]);
  });

  it('is shown again whole if it is too long to store', async () => {
    const message = `${noise} the end`;
    const { status, body } = await sendForm(site, '/feedback', { ...fields, message });
    expect([status, getSizes()]).toEqual([413, []]);
    expect(body).toContain(message);
    expect(body).toContain('sign in in another tab');
  });

  it('that is not shown to visitors is rejected if it is too long to store', async () => {
    const { status, body } = await sendForm(site, paths.ownVehicle(), { name: 'Hero', description: noise });
    expect([status, getSizes()]).toEqual([413, []]);
    expect(body).toContain('sign in in another tab');
  });

  it('counts as a message, and is shown again over that limit', async () => {
    const send = () => sendForm(site, '/feedback', fields);
    for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(303);
    const { status, body, headers } = await send();
    expect([status, getSizes().length, headers['retry-after']]).toEqual([429, 5, expect.any(String)]);
    expect(body).toContain(fields.message);
  });
});
