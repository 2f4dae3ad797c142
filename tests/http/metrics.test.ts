import { describe, expect, it } from 'vitest';
import { deskPaths } from '~/paths';
import { callApi, getCookie, signIn } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let operator: Record<string, string>;
let user: Record<string, string>;
shareSite(async () => {
  site = await openSite();
  operator = signIn(site, 'Opal', 'owner');
  user = signIn(site, 'Uma');
  return site;
});

const ask = (headers: Record<string, string> = {}) => site.request('/metrics', { headers });
/** Value of a line, by the text before it. */
async function figure(line: string): Promise<number> {
  const { body } = await ask();
  const found = body.split('\n').find((text) => text.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? 0);
}

describe('access to the metrics', () => {
  it('is allowed for programs on this machine without a proxy', async () => {
    const { status, headers, body } = await ask();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    expect(headers['cache-control']).toBe('private, no-store');
    // Every line is a comment, or a name with labels and a number.
    const line = /^(?:# (?:HELP|TYPE) \w+ .+|dopahiya_\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? -?[\d.e+-]+)$/;
    expect(
      body
        .trimEnd()
        .split('\n')
        .filter((text) => !line.test(text)),
    ).toEqual([]);
  });

  it.each<Record<string, string>>([
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
    { Via: '1.1 proxy' },
    { 'X-Real-IP': '127.0.0.1' },
    { Host: 'bikes.example' },
  ])('is denied for a request with %o', async (headers) => {
    expect((await ask(headers)).status).toBe(404);
  });

  it('from other machines requires the token of an operator', async () => {
    const elsewhere = { Host: 'bikes.example', 'X-Forwarded-For': '203.0.113.1' };
    expect((await ask({ ...operator, ...elsewhere })).status).toBe(200);
    expect((await ask({ ...user, ...elsewhere })).status).toBe(404);
    expect((await ask({ ...getCookie(user), ...elsewhere })).status).toBe(404);
    // A personal access token, which may only read.
    site.runtime.db.$client.exec("UPDATE sessions SET kind = 'personal', scope = 'read'");
    expect((await ask({ ...operator, ...elsewhere })).status).toBe(200);
    site.runtime.db.$client.exec("UPDATE sessions SET kind = 'browser', scope = 'write'");
  });
});

describe('the metrics', () => {
  it('count responses by route, status and source', async () => {
    const line = (route: string, status: number, source: string) =>
      figure(`dopahiya_requests_total{route="${route}",status="${status}",source="${source}"}`);
    const before = [
      await line('routes/follow-us/route', 200, 'cache'),
      await line('routes/follow-us/route', 200, 'code'),
      await line('routes/follow-us/route', 304, 'cache'),
    ];
    const { headers } = await site.request('/follow-us');
    await site.request('/follow-us');
    await site.request('/follow-us?unknown=1');
    await site.request('/follow-us', { headers: { 'If-None-Match': headers.etag ?? '' } });
    expect([
      await line('routes/follow-us/route', 200, 'cache'),
      await line('routes/follow-us/route', 200, 'code'),
      await line('routes/follow-us/route', 304, 'cache'),
    ]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1, (before[2] ?? 0) + 1]);
    await site.request('/favicon.svg');
    expect(await line('files', 200, 'file')).toBeGreaterThan(0);
    await site.request('/nowhere');
    expect(await line('routes/not-found/route', 404, 'code')).toBeGreaterThan(0);
  });

  it('count the writes of a group', async () => {
    const before = await figure('dopahiya_write_group_size_sum');
    const opinion = { type: 'website', rating: 5, subject: 'Good', message: 'Good in every way' };
    await Promise.all(
      Array.from({ length: 8 }, () => callApi(site, 'POST', '/api/feedback', { body: opinion, headers: user })),
    );
    expect(await figure('dopahiya_write_group_size_sum')).toBeGreaterThanOrEqual(before + 8);
    expect(await figure('dopahiya_write_group_size_count')).toBeGreaterThan(0);
    expect(await figure('dopahiya_content_revision')).toBeGreaterThan(0);
  });

  it('are shown as charts at the desk', async () => {
    const { body } = await site.request(deskPaths.teamHealth(), { headers: getCookie(operator) });
    expect(body).toMatch(/<svg[^>]+role="img"[^>]+aria-label="Requests: At most \d+, at [^"]+"><path d="M/);
  });
});
