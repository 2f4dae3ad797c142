import { beforeEach, describe, expect, it } from 'vitest';
import { findReviews } from '~/domain/reviews/review.queries.server';
import { paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;
type Shown = { id: string };
type List = { reviews: Shown[]; pagination: object; summary: { average: number | null; count: number; stars: object } };

const now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let asha: Headers;
let ravi: Headers;
let operator: Headers;

shareSite(async () => {
  site = await openSite({}, () => now);
  asha = signIn(site, 'Asha');
  ravi = signIn(site, 'Ravi');
  operator = signIn(site, 'Opal', 'owner');
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM reviews');
});

const body = { vehicleId: '1', rating: 4, title: 'Calm', comment: 'It never hurries.' };
const stored = () => findReviews(site.runtime.db, { kind: 'vehicle', id: '1' }, { page: 1 }).items;
const write = (headers: Headers, sent: object = {}) =>
  callApi(site, 'POST', '/api/reviews', { headers, body: { ...body, ...sent } });

describe('/api/reviews', () => {
  it('lists those of a vehicle with pages and their summary, with an ETag, for every actor', async () => {
    await write(asha, { rating: 5 });
    await write(ravi, { rating: 2 });
    const response = await callApi(site, 'GET', '/api/reviews/vehicle/1?limit=1&page=2');
    const { reviews, pagination, summary } = getData<List>(response);
    expect(reviews).toHaveLength(1);
    expect(pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2, totalIsExact: true });
    expect(summary).toEqual({ average: 3.5, count: 2, stars: { '1': 0, '2': 1, '3': 0, '4': 0, '5': 1 } });
    const ifNoneMatch = { 'If-None-Match': String(response.headers.etag) };
    const again = () => site.request('/api/reviews/vehicle/1?limit=1&page=2', { headers: ifNoneMatch });
    expect((await again()).status).toBe(304);
    await callApi(site, 'PUT', `/api/reviews/${reviews[0]?.id}`, { headers: operator, body: { rating: 3 } });
    expect((await again()).status).toBe(200);
    expect(getData<List>(await callApi(site, 'GET', '/api/reviews/vehicle/9'))).toMatchObject({
      reviews: [],
      pagination: { page: 1, limit: 10, total: 0, pages: 0, totalIsExact: true },
      summary: { average: null, count: 0 },
    });
    expect((await callApi(site, 'GET', '/api/reviews/vehicle/no-such-thing')).status).toBe(404);
    for (const query of ['limit=101', 'page=0', 'page=x']) {
      expect((await callApi(site, 'GET', `/api/reviews/vehicle/1?${query}`)).status, query).toBe(400);
    }
  });

  it('creates one for each user and vehicle', async () => {
    expect((await write({})).status).toBe(401);
    const response = await write(asha);
    expect(response.status).toBe(201);
    const { id } = getData<Shown>(response);
    expect(response.headers.location).toBe(`/api/reviews/${id}`);
    expect(getData(await callApi(site, 'GET', `/api/reviews/${id}`))).toEqual({
      ...body,
      _id: id,
      id,
      user: { id: 'user-asha', name: 'Asha' },
      helpfulCount: 0,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      version: 1,
    });
    expect((await write(asha)).status).toBe(409);
    expect((await write(asha, { vehicleId: 'no-such-thing' })).status).toBe(404);
    const invalid = await write(ravi, { rating: 6, comment: '' });
    expect(invalid.status).toBe(422);
    expect(invalid.json.errors).toEqual({
      rating: 'Rating must be a whole number from 1 to 5',
      comment: 'Comment is required',
    });
  });

  it('repeats the response to a repeated Idempotency-Key', async () => {
    const headers = { ...asha, 'Idempotency-Key': 'once' };
    const [first, second] = [getData<Shown>(await write(headers)), getData<Shown>(await write(headers))];
    expect(second).toEqual(first);
    expect(stored()).toHaveLength(1);
  });

  it('is changed and deleted by its author or an operator', async () => {
    const { id } = getData<Shown>(await write(asha));
    const request = async (method: string, headers: Headers, sent?: object) =>
      (await callApi(site, method, `/api/reviews/${id}`, { headers, body: sent })).status;
    expect([await request('PUT', {}, { rating: 1 }), await request('DELETE', {})]).toEqual([401, 401]);
    expect([await request('PUT', ravi, { rating: 1 }), await request('DELETE', ravi)]).toEqual([403, 403]);
    expect(await request('PUT', asha, { rating: 2, version: 1 })).toBe(200);
    expect(await request('PUT', asha, { rating: 3, version: 1 })).toBe(409);
    expect(await request('PUT', asha, { rating: 'five' })).toBe(422);
    expect(stored()).toMatchObject([{ rating: 2, comment: body.comment }]);
    expect(await request('PUT', operator, { title: null })).toBe(200);
    expect([await request('DELETE', operator), await request('DELETE', asha), await request('PUT', asha, {})]).toEqual([
      200, 404, 404,
    ]);
    const profile = await site.request(paths.profileView('reviews'), { headers: getCookie(asha) });
    expect(getPageText(profile.body)).toContain('We deleted it on');
  });

  it('counts helpful votes, once for each user', async () => {
    const { id } = getData<Shown>(await write(asha));
    const mark = (headers: Headers) => callApi(site, 'POST', `/api/reviews/${id}/helpful`, { headers });
    expect((await mark({})).status).toBe(401);
    expect(getData(await mark(ravi))).toMatchObject({ helpfulCount: 1 });
    expect((await mark(ravi)).status).toBe(409);
    expect((await mark(asha)).status).toBe(403);
    expect((await callApi(site, 'POST', '/api/reviews/nothing/helpful', { headers: ravi })).status).toBe(404);
  });

  it('lists the user’s own', async () => {
    for (const vehicleId of ['1', '2', '3']) await write(asha, { vehicleId });
    await write(ravi);
    const own = (headers: Headers, query = '') =>
      callApi(site, 'GET', `/api/reviews/user/my-reviews${query}`, { headers });
    expect((await own({})).status).toBe(401);
    const { reviews, pagination } = getData<List>(await own(asha, '?limit=2'));
    expect(reviews).toMatchObject([{ vehicleName: expect.any(String), isHidden: false }, { hiddenReason: null }]);
    expect(pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2, totalIsExact: true });
    expect((await own(asha, '?limit=x')).status).toBe(400);
  });
});
