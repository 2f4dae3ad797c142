import { expect, test, vi } from 'vitest';
import { callApi, signIn } from '../support/api-client';
import { booking, message } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const vehicle = {
  name: 'Activa 6G',
  brand: 'Honda',
  year: 2022,
  type: 'Petrol',
  daysUsed: 400,
  condition: 'Good',
  mileage: 50,
  topSpeed: 85,
  presentPrice: 60_000,
  pastPrice: 82_000,
  license: 'KA 01 QX 0001',
};
const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one-key' };

test('a body nested a hundred thousand times is rejected, with an idempotency key too', async () => {
  for (const nested of [
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ]) {
    const body = `${JSON.stringify(vehicle).slice(0, -1)},"more":${nested}}`;
    expect((await site.request('/api/bikes', { method: 'POST', headers, body })).status).toBe(400);
  }
});

test('a large body is rejected by its size without images, before it is parsed', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const [body, status] of [
    [`{"a":[${'{},'.repeat(2_000_000)}{}]}`, 413],
    [`{"images":[${'{},'.repeat(2_000_000)}{}]}`, 413],
    [`{"a":"${'a'.repeat(6_000_000)}"}`, 413],
    [' '.repeat(6_000_000), 413],
    [`{"images":["data:image/png;base64,${'\\u0000'.repeat(1_000_000)}`, 400],
  ] as const) {
    // No header declares the length.
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const response = await site.request('/api/bikes', { method: 'POST', headers: chunked, body });
    expect(response.status).toBe(status);
  }
  for (const [text] of parse.mock.calls) expect(text.length).toBeLessThanOrEqual(64 * 1024);
  parse.mockRestore();
});

test('one key for a bike and for a scooter is a conflict, not the bike again', async () => {
  const body = JSON.stringify(vehicle);
  expect((await site.request('/api/bikes', { method: 'POST', headers, body })).status).toBe(201);
  expect((await site.request('/api/scooters', { method: 'POST', headers, body })).status).toBe(409);
});

test('one key for the same change of two listings is a conflict, not the first one again', async () => {
  const list = async (): Promise<{ id: string; manageKey: string }> =>
    JSON.parse(
      (
        await site.request('/api/bikes', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(vehicle),
        })
      ).body,
    ).data;
  const [one, other] = [await list(), await list()];
  const change = ({ id, manageKey }: typeof one) =>
    site.request(`/api/bikes/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'X-Manage-Key': manageKey, 'Idempotency-Key': `changes of ${one.id}` },
      body: JSON.stringify({ presentPrice: 55_000 }),
    });
  expect((await change(one)).status).toBe(200);
  expect((await change({ ...other, manageKey: one.manageKey })).status).toBe(409);
});

test('a name of invisible characters is rejected; joiners inside words are kept', async () => {
  const list = (name: string) =>
    site.request('/api/bikes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...vehicle, name }),
    });
  for (const name of ['\u200b', '\u200d\u2060 \u00ad', '\u3164', '\ufe0f', '\u2800']) {
    const { status, body } = await list(name);
    expect(status).toBe(422);
    expect(JSON.parse(body).errors).toEqual({ name: 'Name is required' });
  }
  for (const name of ['क्\u200dष', '👨\u200d🏭', '❤\ufe0f'])
    expect(JSON.parse((await list(name)).body).data.name).toBe(name);
});

test('an address is stored without invisible characters wherever an answer would be sent to it', async () => {
  const user = signIn(site, 'Uma');
  for (const email of ['as\u200bha@example.com', 'asha\u2060@example.com', 'asha@exa\u00admple.com']) {
    const sent = await callApi(site, 'POST', '/api/contacts', { body: { ...message, email } });
    const booked = await callApi(site, 'POST', '/api/services/request', {
      headers: user,
      body: { ...booking, contactInfo: { ...booking.contactInfo, email } },
    });
    for (const { status, json } of [sent, booked]) {
      expect(status).toBe(201);
      expect(JSON.stringify(json)).not.toMatch(/[\u200b\u2060\u00ad]/);
    }
  }
  const stored = site.runtime.db.$client
    .prepare('SELECT DISTINCT email FROM contact_messages WHERE email IS NOT NULL')
    .pluck();
  expect(stored.all()).toContain('asha@example.com');
  expect(stored.all().filter((email) => /[\u200b\u2060\u00ad]/.test(String(email)))).toEqual([]);
});
