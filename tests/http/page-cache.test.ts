import { createServer, type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { JsonResponse } from '~/api/respond.server';
import { createLog } from '~/http/log.server';
import { createRuntime } from '../../server/runtime';
import type { Runtime } from '~/http/runtime.server';
import { readSettings } from '~/http/settings.server';
import { Site } from '../../server/request-listener';
import { freshDatabase } from '../support/fresh-database';
import { requestOver } from '../support/site-in-process';

// The cache itself, with a test endpoint that can do what no real one does.

let runtime: Runtime;
let server: Server;
let origin: string;
/** Number of requests to the endpoint, and its behaviour on the next one. */
let requests = 0;
let respond: (request: Request) => JsonResponse | Promise<JsonResponse>;
const ok = (headers: Record<string, string> = {}, status = 200) =>
  new JsonResponse(status, JSON.stringify({ request: requests }), { 'Content-Type': 'application/json', ...headers });

const endpoint = {
  id: 'api/item',
  methods: ['GET', 'HEAD', 'OPTIONS'],
  cacheKeyParameters: ['q'],
  respond: async ({ request }: { request: Request }) => {
    requests += 1;
    return respond(request);
  },
};
const loader = Object.assign(() => null, { endpointRoutes: [endpoint] });
const build: ServerBuild = {
  entry: { module: { default: () => new Response() } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    [endpoint.id]: {
      id: endpoint.id,
      parentId: 'root',
      path: endpoint.id,
      module: { default: undefined, loader },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
  isSpaMode: false,
  mode: 'test',
};

beforeAll(async () => {
  const settings = readSettings({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent' });
  runtime = createRuntime(settings, freshDatabase(), createLog(settings.logLevel), () => new Date());
  const site = new Site(runtime, build, (_request, _response, next) => next());
  server = createServer(site.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  runtime.db.$client.close();
});
beforeEach(() => {
  raiseRevision();
  requests = 0;
  respond = () => ok();
});

const raiseRevision = () => runtime.db.$client.exec('UPDATE content_revision SET revision = revision + 1');
/** The number of the request that produced the response. */
const getRequest = async (path = '/api/item', headers: Record<string, string> = {}): Promise<number> =>
  JSON.parse((await requestOver(origin, path, { headers })).body).request;

test('a response is rendered once for each revision', async () => {
  expect([await getRequest(), await getRequest(), await getRequest()]).toEqual([1, 1, 1]);
  raiseRevision();
  expect([await getRequest(), await getRequest()]).toEqual([2, 2]);
});

test('a response rendered during a write is sent, and rendered again for the next client', async () => {
  respond = async () => {
    if (requests === 1) raiseRevision();
    // The server reads the revision once for each turn of the event loop.
    await setImmediate();
    return ok();
  };
  const first = await requestOver(origin, '/api/item');
  expect(first.headers['cache-control']).toBe('private, no-store');
  expect([JSON.parse(first.body).request, await getRequest(), await getRequest()]).toEqual([1, 2, 2]);
});

test('a response that sets a cookie is never cached', async () => {
  respond = () => ok({ 'Set-Cookie': 'notice=hello; Path=/' });
  const [first, second] = [await requestOver(origin, '/api/item'), await requestOver(origin, '/api/item')];
  expect([JSON.parse(first.body).request, JSON.parse(second.body).request]).toEqual([1, 2]);
  expect(first.headers['cache-control']).toBe('private, no-store');
});

test.each([201, 302, 404, 410, 500])('a response of status %i is never cached', async (status) => {
  respond = () => ok({}, status);
  expect([await getRequest(), await getRequest()]).toEqual([1, 2]);
});

test('the cache key has all that rendering depends on: host, query in any order, and Save-Data', async () => {
  const rendered = async (path: string, headers: Record<string, string> = {}) => getRequest(path, headers);
  expect(await rendered('/api/item?q=a')).toBe(1);
  expect(await rendered('/api/item?q=b')).toBe(2);
  expect(await rendered('/api/item?q=a', { Host: 'evil.example' })).toBe(3);
  expect(await rendered('/api/item?q=a', { 'Save-Data': 'on' })).toBe(4);
  // A parameter that the endpoint does not know is rejected by the endpoint.
  expect(await rendered('/api/item?x=1&q=a')).toBe(5);
  expect(await rendered('/api/item?q=a', { Host: 'evil.example' })).toBe(3);
  expect(await rendered('/api/item?q=a', { 'Save-Data': 'on' })).toBe(4);
});

test('a repeated parameter, which an endpoint rejects, is not cached', async () => {
  expect([await getRequest('/api/item?q=a&q=a'), await getRequest('/api/item?q=a&q=a')]).toEqual([1, 2]);
});

test.each<Record<string, string>>([
  { Cookie: 'authToken=x' },
  { Cookie: 'theirs=1; manageKeys=x' },
  { Cookie: 'compare=1' },
  { Cookie: 'enquiry=1' },
  { Cookie: 'notice=x' },
  { Authorization: 'Bearer x' },
  { 'X-Manage-Key': 'x' },
])('a request with %j is rendered separately, before and after one is cached', async (headers) => {
  expect(await getRequest('/api/item', headers)).toBe(1);
  expect(await getRequest()).toBe(2);
  expect(await getRequest('/api/item', headers)).toBe(3);
  expect(await getRequest()).toBe(2);
});

test("another site's cookies do not exclude a visitor from the cache", async () => {
  expect([await getRequest(), await getRequest('/api/item', { Cookie: 'theirs=1; myauthToken=x' })]).toEqual([1, 1]);
});

test('a cached response is rendered without personal headers of its first visitor', async () => {
  let seen: string[] = [];
  respond = ({ headers }) => {
    seen = [...headers.keys()];
    return ok();
  };
  await getRequest('/api/item', {
    Cookie: 'theirs=1',
    'If-None-Match': '"x"',
    'If-Modified-Since': 'x',
    Accept: '*/*',
  });
  expect(seen.toSorted()).toEqual(['accept', 'host']);
});
