import { describe, expect, it } from 'vitest';
import { callApi, getData } from '../support/api-client';
import { message, shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const total = async (): Promise<unknown> => getData(await callApi(site, 'GET', '/api/bikes/stats/overview')).total;
const withKey = (key: string) => ({ 'Idempotency-Key': key });

describe('an Idempotency-Key', () => {
  it('makes 50 equal concurrent posts one row, and one response has its manage key', async () => {
    const before = Number(await total());
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey('fifty') })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map((each) => getData(each).id)).size).toBe(1);
    expect(responses.filter((each) => 'manageKey' in getData(each))).toHaveLength(1);
    expect(new Set(responses.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  it('repeats the first response even when the listing has changed since', async () => {
    const post = () => callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey('changed since') });
    const first = await post();
    const { id, manageKey } = getData<{ id: string; manageKey: string }>(first);
    await callApi(site, 'PUT', `/api/bikes/${id}`, {
      body: { presentPrice: 1 },
      headers: { 'X-Manage-Key': manageKey },
    });
    expect(getData(await post())).toEqual({ ...getData(first), manageKey: undefined });
  });

  it('with other content is 409, and writes nothing', async () => {
    await callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey('other content') });
    const before = await total();
    const response = await callApi(site, 'POST', '/api/bikes', {
      body: { ...shine, presentPrice: 1 },
      headers: withKey('other content'),
    });
    expect(response.status).toBe(409);
    expect(await total()).toBe(before);
  });

  it('applies to selling and deleting too', async () => {
    const listed = getData<{ id: string; manageKey: string }>(
      await callApi(site, 'POST', '/api/bikes', { body: shine }),
    );
    const headers = { 'X-Manage-Key': listed.manageKey, ...withKey('sell once') };
    const sell = () => callApi(site, 'PATCH', `/api/bikes/${listed.id}/sold`, { headers });
    const first = await sell();
    expect([first.status, (await sell()).body]).toEqual([200, first.body]);
    const remove = () =>
      callApi(site, 'DELETE', `/api/bikes/${listed.id}`, { headers: { ...headers, ...withKey('delete once') } });
    const removed = await remove();
    expect([removed.status, (await remove()).body]).toEqual([200, removed.body]);
  });

  it('gives no access to a client without the manage key', async () => {
    const listed = getData<{ id: string; manageKey: string }>(
      await callApi(site, 'POST', '/api/bikes', { body: { ...shine, hideLicenseDigits: true } }),
    );
    const sold = `/api/bikes/${listed.id}/sold`;
    await callApi(site, 'PATCH', sold, { headers: { 'X-Manage-Key': listed.manageKey, ...withKey('1') } });
    const stranger = await callApi(site, 'PATCH', sold, { headers: withKey('1') });
    expect(stranger.status).toBe(401);
    expect(stranger.body).not.toContain('4711');
  });

  it('repeated from the same address does not return the manage key of a listing', async () => {
    const post = (headers: Record<string, string>) =>
      callApi(site, 'POST', '/api/bikes', { body: shine, headers: { ...withKey('any-name-once'), ...headers } });
    const first = await post({});
    const { manageKey, ...listing } = getData<{ manageKey: string }>(first);
    const before = await total();
    // An invalid key proves nothing either.
    for (const [name, value] of [
      ['Cookie', ''],
      ['Cookie', 'manageKeys=0000-0000'],
      ['X-Manage-Key', 'wrong'],
    ] as const) {
      const stranger = await post({ [name]: value });
      expect([stranger.status, getData(stranger)]).toEqual([201, listing]);
      expect(JSON.stringify([stranger.body, stranger.headers])).not.toContain(manageKey);
    }
    expect((await post({ 'X-Manage-Key': manageKey })).body).toBe(first.body);
    expect(await total()).toBe(before);
    // A key of another listing proves nothing: it belongs to another seller.
    const other = getData<{ manageKey: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine }));
    const theirs = await post({ 'X-Manage-Key': other.manageKey });
    expect(theirs.body).not.toContain(manageKey);
    expect(getData(theirs).id).not.toBe(getData(first).id);
  });

  it.each(['3f0c2a4e-7d5b-4c1a-9e8f-0123456789ab', 'pZ3k_Qw7-Xn2Lr8Vt5Yb0A'])(
    'that cannot be guessed returns the manage key again: %s',
    async (key) => {
      const post = (body: object) => callApi(site, 'POST', '/api/bikes', { body, headers: withKey(key) });
      const first = await post(shine);
      const before = await total();
      expect((await post(shine)).body).toBe(first.body);
      expect(getData<{ manageKey: string }>(first).manageKey).toMatch(/^\w{4}(-\w{4}){7}$/);
      expect([(await post({ ...shine, year: 2020 })).status, await total()]).toEqual([409, before]);
      // Neither is stored: the response is encrypted under a key derived from the idempotency key.
      const bytes = site.runtime.db.$client.serialize();
      expect([key, getData<{ manageKey: string }>(first).manageKey].map((secret) => bytes.includes(secret))).toEqual([
        false,
        false,
      ]);
    },
  );

  it.each(['3f0c2a4e-7d5b-1c1a-9e8f-0123456789ab', 'pZ3k_Qw7-Xn2Lr8Vt5Yb0', '2026-11-26 the first bike'])(
    'that might be guessed does not: %s',
    async (key) => {
      const post = () => callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey(key) });
      expect(getData(await post())).toHaveProperty('manageKey');
      expect(getData(await post())).not.toHaveProperty('manageKey');
    },
  );

  it('repeated does not return the private link of a conversation', async () => {
    const { id: about } = getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine }));
    const body = { ...message, about };
    const post = () => callApi(site, 'POST', '/api/contacts', { body, headers: withKey('any-name-once') });
    const first = await post();
    const { conversation, ...sent } = getData<{ conversation: string }>(first);
    const secret = new URL(conversation).searchParams.get('key');
    expect(secret).toHaveLength(27);
    const stranger = await post();
    expect(getData(stranger)).toEqual({ ...sent, conversation: null, messagesKey: null });
    expect(JSON.stringify([stranger.body, stranger.headers])).not.toContain(secret);
    expect((await site.request(String(stranger.headers.location))).body).not.toContain(message.message);
  });

  it('of another address is another key', async () => {
    const proxied = await openSite({ TRUST_PROXY: 'on' });
    const postFrom = async (address: string) => {
      const headers = { 'X-Forwarded-For': address, ...withKey('1') };
      return getData<{ id: string }>(await callApi(proxied, 'POST', '/api/bikes', { body: shine, headers })).id;
    };
    const first = await postFrom('192.0.2.1');
    expect(await postFrom('192.0.2.1')).toBe(first);
    expect(await postFrom('198.51.100.7')).not.toBe(first);
    await proxied.close();
  });

  it('is optional: without it every post is a new listing', async () => {
    const before = Number(await total());
    await Promise.all(Array.from({ length: 5 }, () => callApi(site, 'POST', '/api/bikes', { body: shine })));
    expect(await total()).toBe(before + 5);
  });
});
