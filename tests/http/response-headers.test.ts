import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDrawingPath } from '~/domain/photos/drawing';
import { getPhotoPath } from '~/domain/photos/photo';
import { storePhoto } from '~/domain/photos/photos.server';
import { respondToUnreadable } from '../../server/error-response';
import { samplePhoto } from '../support/photo-samples';
import { openSite, type RequestOptions, type SiteInProcess, type TestResponse } from '../support/site-in-process';

let site: SiteInProcess;
let limited: SiteInProcess;
let photo: string;
let script: string;
beforeAll(async () => {
  site = await openSite();
  limited = await openSite({ RATE_LIMIT: 'on', LIMIT_PAGES: '1/1h', LIMIT_API_READS: '1/1h' });
  const stored = await storePhoto(site.runtime.db, await samplePhoto('jpeg'), 'bike.jpg', new Date());
  if (!stored.ok) throw new Error(stored.error.code);
  photo = getPhotoPath(stored.value.hash, 320);
  script = /\/assets\/[\w-]+\.js/.exec((await site.request('/sell-bikes?view=form')).body)?.[0] ?? 'no script';
});
afterAll(() => Promise.all([site.close(), limited.close()]));

/** Values that change from one request, build or start to the next, replaced by their kind. */
function stable({ headers }: TestResponse): Record<string, unknown> {
  const { date: _date, connection: _connection, 'content-length': _length, ...others } = headers;
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => {
      if (name === 'etag') return [name, String(value).startsWith('W/') ? 'weak' : 'strong'];
      if (name === 'x-request-id') return [name, 'an id'];
      if (name === 'x-changes-token') return [name, 'a token'];
      if (name === 'link')
        return [
          name,
          String(value)
            .replace(/since=\w+/, 'since=TOKEN')
            .replace(site.origin, ''),
        ];
      if (name === 'set-cookie') return [name, String(value).replace(/=[\w-]+/, '=SECRET')];
      if (name !== 'content-security-policy') return [name, value];
      const [policy = '', scripts = ''] = [
        String(value).replace(/style-src 'sha256-[A-Za-z0-9+/]{43}='/, "style-src 'sha256-STYLE'"),
        /script-src ([^;]*)/.exec(String(value))?.[1] ?? '',
      ];
      const named = scripts.replaceAll(/'sha256-[A-Za-z0-9+/]{43}='/g, "'sha256-SCRIPT'");
      return [name, policy.replace(scripts, named)];
    }),
  );
}

// All of it literal: a test that read these from the code would accept any value.
const nothingPolicy = "default-src 'none'; frame-ancestors 'none'";
const documentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'sha256-STYLE'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; manifest-src 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";
const status = {
  'content-security-policy': nothingPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), microphone=()',
};
const document = { ...status, 'content-security-policy': documentPolicy, 'content-type': 'text/html; charset=utf-8' };
const openToAll = {
  ...status,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, WWW-Authenticate, X-Changes-Token, X-Request-Id',
};
const json = { 'content-type': 'application/json; charset=utf-8' };
const cached = { etag: 'weak', 'cache-control': 'public, no-cache', vary: 'Accept-Encoding, Cookie, Save-Data' };
const varyOfApi = 'Accept-Encoding, Authorization, Cookie, X-Manage-Key';
const cachedByApi = { ...cached, vary: varyOfApi, 'x-request-id': 'an id' };
const prefetched = { 'speculation-rules': '"/speculation-rules.json"' };
const own = { 'cache-control': 'private, no-store', 'x-request-id': 'an id' };
const ownPage = { ...own, vary: 'Accept-Encoding, Cookie' };
const forever = 'public, max-age=31536000, immutable';
const picture = {
  ...status,
  'content-security-policy': `${nothingPolicy}; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': forever,
  etag: 'strong',
  'x-request-id': 'an id',
};
const file = { ...status, ...cached, ...prefetched };
const feed = { ...file, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const stream = {
  ...openToAll,
  ...own,
  etag: 'weak',
  'cache-control': 'public, no-cache',
  vary: 'Accept, Accept-Encoding, Authorization, Cookie, X-Manage-Key',
  'transfer-encoding': 'chunked',
  link: '</api/bikes/changes?since=TOKEN>; rel="changes"',
  'x-changes-token': 'a token',
};
const withCookie = { headers: { Cookie: 'compare=1' } };
const crossSite = { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site', Cookie: 'compare=1' }, body: 'a=b' };
const knownTag = { headers: { 'If-None-Match': '*' } };
const formPolicy = documentPolicy.replace("script-src 'self'", "script-src 'self' 'sha256-SCRIPT'");

type Row = [what: string, path: string | (() => string), request: RequestOptions, status: number, headers: object];
const rows: Row[] = [
  ['a cached page', '/main', {}, 200, { ...document, ...cached, ...prefetched }],
  ['a cached page that is known', '/main', knownTag, 304, { ...document, ...cached, ...prefetched }],
  ['HEAD of a cached page', '/main', { method: 'HEAD' }, 200, { ...document, ...cached, ...prefetched }],
  ["one visitor's own page", '/main', withCookie, 200, { ...document, ...ownPage }],
  [
    'a page with a form and scripts',
    '/sell-bikes?view=form',
    {},
    200,
    {
      ...document,
      'cache-control': 'private, no-cache',
      'content-security-policy': formPolicy,
      vary: cached.vary,
    },
  ],
  [
    'a page that shows a map',
    '/company-details?map=1',
    {},
    200,
    {
      ...document,
      ...cached,
      ...prefetched,
      'content-security-policy': documentPolicy.replace(
        'form-action',
        'frame-src https://www.openstreetmap.org; form-action',
      ),
    },
  ],
  ['a page about the API', '/api/docs/bikes', {}, 200, { ...document, ...cached, ...prefetched }],
  ['an unknown page', '/nowhere', {}, 404, { ...document, ...ownPage }],
  ['a redirect', '/profile', {}, 302, { ...status, ...own, location: '/login?redirectTo=%2Fprofile' }],
  ['a list of the API', '/api/vehicles/meta/brands', {}, 200, { ...openToAll, ...json, ...cachedByApi }],
  [
    'a list of the API that is known',
    '/api/vehicles/meta/brands',
    knownTag,
    304,
    { ...openToAll, ...json, ...cachedByApi },
  ],
  ['an item of the API', '/api/vehicles/1', {}, 200, { ...openToAll, ...json, ...cachedByApi }],
  [
    'an item of the API for a client with a cookie',
    '/api/vehicles/1',
    withCookie,
    200,
    { ...openToAll, ...json, ...own, etag: 'weak', vary: varyOfApi },
  ],
  [
    'an item of the API that a client with a cookie knows',
    '/api/vehicles/1',
    { headers: { ...withCookie.headers, 'If-None-Match': '*' } },
    304,
    { ...openToAll, ...json, ...own, etag: 'weak', vary: varyOfApi },
  ],
  ['the health of the site', '/api/health', {}, 200, { ...openToAll, ...json, ...own, etag: 'weak', vary: varyOfApi }],
  [
    'a whole list as CSV',
    '/api/bikes',
    { headers: { Accept: 'text/csv' } },
    200,
    {
      ...stream,
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="bikes.csv"',
    },
  ],
  [
    'a whole list as lines of JSON',
    '/api/bikes',
    { headers: { Accept: 'application/x-ndjson' } },
    200,
    { ...stream, 'content-type': 'application/x-ndjson; charset=utf-8' },
  ],
  [
    'the client in one file',
    '/api/client.ts',
    {},
    200,
    {
      ...{ ...openToAll, 'content-type': 'text/plain; charset=utf-8', etag: 'weak' },
      ...{ 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' },
    },
  ],
  ['an unknown endpoint', '/api/nowhere', {}, 404, { ...openToAll, ...json, ...own }],
  [
    'a request without a session to an endpoint that needs one',
    '/api/auth/profile',
    {},
    401,
    { ...openToAll, ...json, ...own, 'www-authenticate': 'Bearer' },
  ],
  ['a write of another site to the API', '/api/bikes', crossSite, 403, { ...openToAll, ...json, ...own }],
  ['a form of another site', '/sell-bikes', crossSite, 403, { ...document, ...own }],
  [
    'a method that a page does not take',
    '/main',
    { method: 'DELETE' },
    405,
    { ...document, ...own, allow: 'GET, HEAD, OPTIONS' },
  ],
  [
    'the methods of an endpoint',
    '/api/bikes',
    { method: 'OPTIONS' },
    204,
    {
      ...openToAll,
      'x-request-id': 'an id',
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers':
        'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-Manage-Key, X-Messages-Key',
      'access-control-max-age': '86400',
    },
  ],
  ['the methods of a page', '/main', { method: 'OPTIONS' }, 204, { ...status, allow: 'GET, HEAD, OPTIONS' }],
  ['a target that is no address', '//', {}, 400, { ...document, ...own }],
  [
    'a photo',
    () => photo,
    {},
    200,
    { ...picture, 'content-type': 'image/webp', 'content-disposition': 'inline; filename="photo.webp"' },
  ],
  [
    'a drawing',
    () => getDrawingPath('retro', { body: '#8e1b1f', accent: '#e8d9b5' }, 'svg'),
    {},
    200,
    {
      ...picture,
      'content-type': 'image/svg+xml',
      vary: 'Accept-Encoding, Cookie',
      'content-disposition': 'inline; filename="vehicle.svg"',
    },
  ],
  [
    'a script',
    () => script,
    {},
    200,
    {
      ...status,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': forever,
      vary: 'Accept-Encoding',
      etag: 'weak',
    },
  ],
  [
    'a script that is known',
    () => script,
    knownTag,
    304,
    { ...status, 'cache-control': forever, vary: 'Accept-Encoding', etag: 'weak' },
  ],
  [
    'a file whose name stays',
    '/speculation-rules.json',
    {},
    200,
    {
      ...status,
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
      etag: 'weak',
    },
  ],
  ['an RSS feed', '/browse.rss?q=hero', {}, 200, { ...feed, 'content-type': 'application/rss+xml; charset=utf-8' }],
  ['a JSON feed', '/browse.json?q=hero', {}, 200, { ...feed, 'content-type': 'application/feed+json; charset=utf-8' }],
  ['a sitemap', '/sitemap.xml', {}, 200, { ...file, 'content-type': 'application/xml; charset=utf-8' }],
  ['robots.txt', '/robots.txt', {}, 200, { ...file, 'content-type': 'text/plain; charset=utf-8' }],
  [
    'a table as CSV',
    '/compare.csv?vehicles=1,105',
    {},
    200,
    {
      ...file,
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="comparison.csv"',
    },
  ],
];

test.each(rows)('%s carries exactly these headers', async (_what, path, request, status, headers) => {
  const response = await site.request(typeof path === 'string' ? path : path(), request);
  expect(response.status).toBe(status);
  expect(stable(response)).toEqual(headers);
});

test('a 429 carries them too, cached or not', async () => {
  for (const path of ['/main', '/main', '/nowhere']) await limited.request(path);
  for (const path of ['/main', '/nowhere']) {
    const { 'x-request-id': _absentWhenCached, ...headers } = stable(await limited.request(path));
    expect(headers).toMatchObject({ ...document, 'cache-control': 'private, no-store' });
    expect(headers['retry-after']).toMatch(/^\d+$/);
  }
  await limited.request('/api/vehicles/1');
  for (const path of ['/api/vehicles/1', '/api/nowhere']) {
    expect(stable(await limited.request(path))).toMatchObject({
      ...openToAll,
      ...json,
      'cache-control': 'private, no-store',
      'x-request-id': 'an id',
      'retry-after': expect.stringMatching(/^\d+$/),
    });
  }
});

test('the policy names the stylesheet and the scripts of its page by hash', async () => {
  const { headers, body } = await site.request('/sell-bikes?view=form');
  const policy = headers['content-security-policy'];
  const getHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const style = /<style[^>]*>(.*?)<\/style>/s.exec(body)?.[1];
  expect(policy).toContain(`style-src ${getHash(style ?? '')};`);
  // JSON is never run, so no policy applies to it.
  const inline = [...body.matchAll(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>(.*?)<\/script>/gs)].map(
    ([, content = '']) => content,
  );
  expect(inline).toHaveLength(1);
  for (const content of inline) expect(policy).toContain(getHash(content));
});

test('a malformed request is rejected with them', async () => {
  const server = createServer().on('clientError', respondToUnreadable);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.write('NONSENSE\r\n\r\n');
  const [line, ...headers] = (await text(socket)).split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [];
  server.close();
  expect(line).toBe('HTTP/1.1 400 Bad Request');
  const expected = {
    ...status,
    'content-type': 'text/html; charset=utf-8',
    'content-length': '129',
    connection: 'close',
  };
  expect(headers.map((header) => header.replace(/^[^:]+/, (name) => name.toLowerCase()))).toEqual(
    Object.entries(expected).map(([name, value]) => `${name}: ${value}`),
  );
});
