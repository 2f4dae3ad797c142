import { describe, expect, test } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
const responses: [
  what: string,
  path: string,
  query: { method?: string; headers?: Record<string, string>; body?: string },
  status: number,
][] = [
  ['a screen', '/main', {}, 200],
  ['an unknown path', '/nowhere', {}, 404],
  ['a list of the API', '/api/bikes', {}, 200],
  ['an unknown call', '/api/nowhere', {}, 404],
  ['a wrong method on a screen', '/main', { method: 'DELETE' }, 405],
  ['a wrong method on a call', '/api/bikes', { method: 'DELETE' }, 405],
  ['an unknown method', '/main', { method: 'TRACE' }, 405],
  ["another site's form", '/sell-bikes', { method: 'POST', headers: foreign, body: 'a=b' }, 403],
  ["another site's call", '/api/bikes', { method: 'POST', headers: { ...foreign, Cookie: 'a=b' }, body: '{}' }, 403],
  [
    'a malformed body',
    '/api/bikes',
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' },
    400,
  ],
  ['a question about methods', '/api/bikes', { method: 'OPTIONS' }, 204],
];

describe.each(responses)('%s', (_what, path, query, status) => {
  test('carries every common header', async () => {
    const response = await site.request(path, query);
    expect(response.status).toBe(status);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(response.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(response.headers['permissions-policy']).toBe('geolocation=(), microphone=()');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.headers['x-powered-by']).toBeUndefined();
    expect(response.headers.server).toBeUndefined();
  });

  test('is in the envelope under /api and a page elsewhere', async () => {
    const response = await site.request(path, query);
    if (status === 204) expect(response.body).toBe('');
    else if (path.startsWith('/api')) expect(JSON.parse(response.body)).toMatchObject({ success: status < 400 });
    else expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

test('a page runs only its own scripts and styles', async () => {
  const { headers, body } = await site.request('/main');
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(policy).toMatch(/style-src 'sha256-[A-Za-z0-9+/=]{44}'/);
  expect(body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  expect(body).not.toContain(' nonce=');
});

test('a 403 names the setting to check', async () => {
  const { body } = await site.request('/sell-bikes', { method: 'POST', headers: foreign, body: 'a=b' });
  expect(body).toContain('ORIGIN');
});

test('HSTS is sent for a year, and only over https', async () => {
  expect((await site.request('/main')).headers['strict-transport-security']).toBeUndefined();
  const secure = await openSite({ ORIGIN: 'https://bikes.example' });
  expect((await secure.request('/main')).headers['strict-transport-security']).toBe('max-age=31536000');
  await secure.close();
});

test('an undecodable path and an invalid host are rejected without a 500', async () => {
  expect((await site.request('/%E0%A4%A')).status).toBe(400);
  expect(JSON.parse((await site.request('/api/bikes/%E0%A4%A')).body)).toMatchObject({ success: false });
  expect((await site.request('/main', { headers: { Host: 'a b' } })).status).toBe(400);
  expect((await site.request('//evil.example/main')).status).toBeLessThan(500);
});

test('a response that sets two cookies sends two headers', async () => {
  const fields = { name: 'Splendor', brand: 'Hero', year: '2020', type: 'Petrol', daysUsed: '3', condition: 'Good' };
  const more = { mileage: '60', topSpeed: '90', presentPrice: '40000', pastPrice: '60000', license: 'MH 12 AB 0000' };
  const { status, headers } = await site.request('/sell-bikes?view=form', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ idempotencyKey: 'two-cookies', ...fields, ...more }).toString(),
  });
  expect(status).toBe(303);
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/^manageKeys=/), expect.stringMatching(/^notice=/)]);
  for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
});
