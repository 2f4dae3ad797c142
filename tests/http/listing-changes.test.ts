import { describe, expect, it } from 'vitest';
import { removalRetentionDays } from '~/domain/listings/listing-changes.server';
import { anonymous } from '~/domain/shared/actor';
import { callApi, getData } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { shine } from '../support/sample-content';
import { storeListing } from '../support/stored-listing';

type Bike = { id: string; presentPrice: number; availability: string };
type Change = { change: string; id: string; bike?: Bike; removedAt?: string };
type Changes = { changes: Change[]; next: string; hasMore: boolean };

let site: SiteInProcess;
let now = new Date();
shareSite(async () => {
  site = await openSite({}, () => now);
  return site;
});

const read = async (query: string): Promise<Changes> =>
  getData<Changes>(await callApi(site, 'GET', `/api/bikes/changes?${query}`));
const write = async (method: string, path: string, manageKey = '', body?: unknown) => {
  const response = await callApi(site, method, path, { headers: { 'X-Manage-Key': manageKey }, body });
  expect(response.status).toBeLessThan(300);
  return getData<{ id: string; manageKey: string }>(response);
};

describe('GET /api/bikes/changes', () => {
  it('lists everything from the beginning, and then later changes', async () => {
    const begun = await read('');
    expect(begun).toMatchObject({ changes: [], hasMore: false });
    const { id, manageKey } = await write('POST', '/api/bikes', '', shine);
    const other = await write('POST', '/api/bikes', manageKey, shine);
    const listed = await read(`since=${begun.next}`);
    expect(listed.changes.map(({ change, id: which, bike }) => [change, which, bike?.id])).toEqual([
      ['created', id, id],
      ['created', other.id, other.id],
    ]);
    await write('PUT', `/api/bikes/${id}`, manageKey, { presentPrice: 40_000 });
    await write('PATCH', `/api/bikes/${other.id}/sold`, manageKey);
    const changed = await read(`since=${listed.next}&fields=presentPrice,availability`);
    expect(changed.changes).toEqual([
      { change: 'changed', id, previousPrice: 52_000, bike: { presentPrice: 40_000, availability: 'available' } },
      { change: 'sold', id: other.id, previousPrice: null, bike: { presentPrice: 52_000, availability: 'sold' } },
    ]);
    await write('DELETE', `/api/bikes/${id}`, manageKey);
    const gone = await read(`since=${changed.next}`);
    expect(gone.changes).toEqual([{ change: 'removed', id, removedAt: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect(await read(`since=${gone.next}`)).toEqual({ changes: [], next: gone.next, hasMore: false });
  });

  it('is paginated with links, each change once', async () => {
    for (let n = 0; n < 5; n += 1) storeListing(site.runtime.db, {}, anonymous, now);
    const ids: string[] = [];
    let next: string | undefined = '/api/bikes/changes?limit=2&fields=name';
    while (next) {
      const response = await callApi(site, 'GET', next);
      const { changes, hasMore } = getData<Changes>(response);
      ids.push(...changes.map(({ id }) => id));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.link?.toString() ?? '')?.[1]?.slice(site.origin.length);
      expect(next !== undefined).toBe(hasMore);
    }
    expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
  });

  it('starts at the token of a whole list', async () => {
    const { changes, next, hasMore } = await read('since=now');
    expect([changes, hasMore]).toEqual([[], false]);
    storeListing(site.runtime.db, {}, anonymous, now);
    expect((await read(`since=${next}`)).changes).toHaveLength(1);
  });

  it('is 304 while nothing changes', async () => {
    const { next } = await read('since=now');
    const path = `/api/bikes/changes?since=${next}`;
    const { etag = '' } = (await site.request(path)).headers;
    expect((await site.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    storeListing(site.runtime.db, {}, anonymous, now);
    expect((await site.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  it.each(['x', 'YmlrZQ', 'since', '-1'])('rejects %s, which is no token', async (since) => {
    const response = await callApi(site, 'GET', `/api/bikes/changes?since=${since}`);
    expect([response.status, response.json.errors]).toEqual([400, { since: 'since is no token of this list' }]);
  });

  it('rejects the token of the other kind, and more than 1,000 at once', async () => {
    const { next } = await read('since=now');
    expect((await callApi(site, 'GET', `/api/scooters/changes?since=${next}`)).status).toBe(400);
    expect((await callApi(site, 'GET', '/api/bikes/changes?limit=1001')).status).toBe(400);
  });

  it('is 410 for a token older than the recorded removals, or newer than the last change', async () => {
    const { next } = await read('since=now');
    const restored = await openSite({}, () => now);
    expect((await callApi(restored, 'GET', `/api/bikes/changes?since=${next}`)).status).toBe(410);
    await restored.close();
    const before = now;
    now = new Date(now.getTime() + (removalRetentionDays + 1) * 86_400_000);
    // Raises the revision: a cached response does not depend on the time.
    storeListing(site.runtime.db, {}, anonymous, now);
    const response = await callApi(site, 'GET', `/api/bikes/changes?since=${next}`);
    now = before;
    expect([response.status, response.json.errors]).toEqual([410, { since: 'since is too old' }]);
  });
});
