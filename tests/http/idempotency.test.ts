import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, dataOf } from '../support/api-client';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { shine } from '../support/sample-content';

let site: SiteInProcess;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const total = async (): Promise<unknown> => dataOf(await callApi(site, 'GET', '/api/bikes/stats/overview')).total;
const withKey = (key: string) => ({ 'Idempotency-Key': key });

describe('an Idempotency-Key', () => {
  it('makes 50 equal posts at once one row, each answered the same', async () => {
    const before = Number(await total());
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey('fifty') })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  it('answers what the first answered even when the listing has changed since', async () => {
    const post = () => callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey('changed since') });
    const first = await post();
    const { id, manageKey } = dataOf<{ id: string; manageKey: string }>(first);
    await callApi(site, 'PUT', `/api/bikes/${id}`, {
      body: { presentPrice: 1 },
      headers: { 'X-Manage-Key': manageKey },
    });
    expect((await post()).body).toBe(first.body);
  });

  it('with other content is 409, and writes nothing', async () => {
    await callApi(site, 'POST', '/api/bikes', { body: shine, headers: withKey('other content') });
    const before = await total();
    const answer = await callApi(site, 'POST', '/api/bikes', {
      body: { ...shine, presentPrice: 1 },
      headers: withKey('other content'),
    });
    expect(answer.status).toBe(409);
    expect(await total()).toBe(before);
  });

  it('counts for selling and deleting too', async () => {
    const listed = dataOf<{ id: string; manageKey: string }>(
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

  it('opens nothing for whoever sends it without the manage key', async () => {
    const listed = dataOf<{ id: string; manageKey: string }>(
      await callApi(site, 'POST', '/api/bikes', { body: { ...shine, hideLicenseDigits: true } }),
    );
    const sold = `/api/bikes/${listed.id}/sold`;
    await callApi(site, 'PATCH', sold, { headers: { 'X-Manage-Key': listed.manageKey, ...withKey('1') } });
    const stranger = await callApi(site, 'PATCH', sold, { headers: withKey('1') });
    expect(stranger.status).toBe(401);
    expect(stranger.body).not.toContain('4711');
  });

  it('that another visitor guesses does not hand out the code of a listing', async () => {
    const proxied = await openSite({ TRUST_PROXY: 'on' });
    const postFrom = async (address: string) => {
      const headers = { 'X-Forwarded-For': address, ...withKey('1') };
      return dataOf<{ id: string; manageKey: string }>(
        await callApi(proxied, 'POST', '/api/bikes', { body: shine, headers }),
      );
    };
    const first = await postFrom('192.0.2.1');
    expect(await postFrom('192.0.2.1')).toEqual(first);
    const stranger = await postFrom('198.51.100.7');
    expect([stranger.id === first.id, stranger.manageKey === first.manageKey]).toEqual([false, false]);
    await proxied.close();
  });

  it('left out, every post is a listing of its own', async () => {
    const before = Number(await total());
    await Promise.all(Array.from({ length: 5 }, () => callApi(site, 'POST', '/api/bikes', { body: shine })));
    expect(await total()).toBe(before + 5);
  });
});
