import { describe, expect, test } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
const answers: [
  what: string,
  path: string,
  question: { method?: string; headers?: Record<string, string>; body?: string },
  status: number,
][] = [
  ['a screen', '/main', {}, 200],
  ['an unknown path', '/nowhere', {}, 404],
  ['a list of the API', '/api/bikes', {}, 200],
  ['an unknown call', '/api/nowhere', {}, 404],
  ['a wrong method on a screen', '/main', { method: 'DELETE' }, 405],
  ['a wrong method on a call', '/api/bikes', { method: 'DELETE' }, 405],
  ['a method that nobody knows', '/main', { method: 'TRACE' }, 405],
  ["another site's form", '/sell-bikes', { method: 'POST', headers: foreign, body: 'a=b' }, 403],
  ["another site's call", '/api/bikes', { method: 'POST', headers: foreign, body: '{}' }, 403],
  [
    'a malformed body',
    '/api/bikes',
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' },
    400,
  ],
  ['a question about methods', '/api/bikes', { method: 'OPTIONS' }, 204],
];

describe.each(answers)('%s', (_what, path, question, status) => {
  test('carries every header that stands on all answers', async () => {
    const answer = await site.ask(path, question);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(answer.headers['permissions-policy']).toBe('geolocation=(), microphone=()');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers.server).toBeUndefined();
  });

  test('is told in the envelope under /api and as a page elsewhere', async () => {
    const answer = await site.ask(path, question);
    if (status === 204) expect(answer.body).toBe('');
    else if (path.startsWith('/api')) expect(JSON.parse(answer.body)).toMatchObject({ success: status < 400 });
    else expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

test('a page runs no script and takes no style but its own', async () => {
  const { headers, body } = await site.ask('/main');
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(policy).toMatch(/style-src 'sha256-[A-Za-z0-9+/=]{44}'/);
  expect(body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  expect(body).not.toContain(' nonce=');
});

test('a refusal says which setting to look at', async () => {
  const { body } = await site.ask('/sell-bikes', { method: 'POST', headers: foreign, body: 'a=b' });
  expect(body).toContain('ORIGIN');
});

test('https alone is promised for a year, and only over https', async () => {
  expect((await site.ask('/main')).headers['strict-transport-security']).toBeUndefined();
  const secure = await openSite({ ORIGIN: 'https://bikes.example' });
  expect((await secure.ask('/main')).headers['strict-transport-security']).toBe('max-age=31536000');
  await secure.close();
});

test('a path that cannot be decoded, and a host that is none, are refused without a 500', async () => {
  expect((await site.ask('/%E0%A4%A')).status).toBe(400);
  expect(JSON.parse((await site.ask('/api/bikes/%E0%A4%A')).body)).toMatchObject({ success: false });
  expect((await site.ask('/main', { headers: { Host: 'a b' } })).status).toBe(400);
  expect((await site.ask('//evil.example/main')).status).toBeLessThan(500);
});

test('an answer that sets two cookies sets two cookies', async () => {
  const fields = { name: 'Splendor', brand: 'Hero', year: '2020', type: 'Petrol', daysUsed: '3', condition: 'Good' };
  const more = { mileage: '60', topSpeed: '90', presentPrice: '40000', pastPrice: '60000', license: 'MH 12 AB 0000' };
  const { status, headers } = await site.ask('/sell-bikes?view=form', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ submissionId: 'two-cookies', ...fields, ...more }).toString(),
  });
  expect(status).toBe(303);
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/^manageKeys=/), expect.stringMatching(/^notice=/)]);
  for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
});
