import { beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { openSite, type SiteInProcess, type TestResponse } from '../support/site-in-process';

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

  describe('that is not shown to visitors', () => {
    const path = paths.conversation({ id: 'unknown' });
    const text = 'It stands in Pune,\nbehind the mill.';

    /** Sends the form of an error page again, as its button does. */
    async function sendAgain({ body }: TestResponse, headers: Record<string, string>): Promise<TestResponse> {
      const forms = body.matchAll(/<form method="post" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g);
      const [, action = '', form = ''] = [...forms].find(([text]) => text.includes('Send it again')) ?? [];
      expect(form).toContain('Send it again');
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const typed = [...form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)/g)];
      const fields = [...hidden, ...typed].map(([, name = '', value = '']) => [name, value] as const);
      return sendForm(site, action.replaceAll('&amp;', '&'), Object.fromEntries(fields), headers);
    }

    it('can be sent again from the error page if it is too long to store', async () => {
      const form = { intent: 'save', name: 'Hero', description: `${noise} the end` };
      const sent = await sendForm(site, paths.ownVehicle(), form);
      expect([sent.status, getSizes()]).toEqual([413, []]);
      expect(sent.body).toContain('sign in in another tab');
      const again = await sendAgain(sent, getCookie(signIn(site, 'Ila')));
      expect(again.status).toBe(422);
      expect(again.body).toContain(form.description);
    });

    it('can be sent again over the limit of messages', async () => {
      for (let sent = 0; sent < 5; sent += 1) await sendForm(site, path, { text });
      const rejected = await sendForm(site, path, { text });
      expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, expect.any(String)]);
      now += 3_600_000;
      expect((await sendAgain(rejected, {})).headers.location).toContain('/login?');
    });

    it('can be sent again when the database cannot be written', async () => {
      const { $client } = site.runtime.db;
      $client.pragma('query_only = 1');
      const rejected = await sendForm(site, path, { text });
      $client.pragma('query_only = 0');
      expect(rejected.status).toBe(503);
      expect((await sendAgain(rejected, {})).headers.location).toContain('/login?');
    });

    it('is shown to be copied if its item is gone', async () => {
      const headers = getCookie(signIn(site, 'Ravi'));
      const goneListing = paths.editListing('bike', 'gone');
      for (const sent of [
        sendForm(site, path, { text }, headers),
        sendForm(site, goneListing, { name: 'Shine', description: text }, headers),
        sendForm(site, goneListing, { intent: 'fill', description: text }, headers),
      ]) {
        const { status, body } = await sent;
        expect([status, body.includes('behind the mill.'), body.includes('Send it again')]).toEqual([404, true, false]);
      }
    });
  });

  it('counts as a message, and is shown again over that limit', async () => {
    const send = () => sendForm(site, '/feedback', fields);
    for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(303);
    const { status, body, headers } = await send();
    expect([status, getSizes().length, headers['retry-after']]).toEqual([429, 5, expect.any(String)]);
    expect(body).toContain(fields.message);
  });
});
