import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';
import { expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { apiRequestCases, permittedRequest } from '../support/endpoint-cases';
import { nonEmpty } from '../support/non-empty';
import { type PopulatedSite, populateSite } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

// Our server calls endpoints without Remix. Each response is compared with that of Remix to the same request.

const builtApp: string = new URL('../../build/server/index.js', import.meta.url).href;

let populated: PopulatedSite;
/** For requests that change nothing. */
let site: SiteInProcess;
let handle: RequestHandler;
shareSite(async () => {
  const build: ServerBuild = await import(builtApp);
  handle = createRequestHandler(build, 'production');
  populated = await populateSite();
  site = await populated.open();
  return site;
});

type Sent = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Ids, keys and codes are random, and entity tags contain the digest of a text with them. */
const random = /whsec_[\w+/=]+|(?<![\w-])(?:[\w-]{21,}|(?:[A-Z0-9]{4,5}-)+[A-Z0-9]{4,5})(?![\w-])|-[\w-]{16}(?="$)/g;
const alike = (text: string): string =>
  text.replaceAll(random, '…').replace(/,"requestId":"[\w-]+"|(?<="batch":")\w+/, '');
/** Our server adds to `Vary`, and names every cookie. */
const isOfServer = (name: string): boolean => name === 'vary' || name === 'set-cookie';

/** @param other the site that Remix changes; another one than ours for a write */
async function compare({ method, path, headers, body }: Sent, ours = site, other = ours): Promise<number> {
  const response = await ours.request(path, { method, headers, body });
  const request = new Request(ours.origin + path, { method, headers, body });
  const byRemix = await handle(request, { runtime: other.runtime, address: '127.0.0.1' });
  const names = [...byRemix.headers.keys()].filter((name) => !isOfServer(name));
  expect({
    status: response.status,
    headers: names.map((name) => [name, alike(String(response.headers[name]))]),
    body: alike(response.body),
  }).toEqual({
    status: byRemix.status,
    headers: names.map((name) => [name, alike(String(byRemix.headers.get(name)))]),
    body: alike(await byRemix.text()),
  });
  return response.status;
}

/** One case of each endpoint that succeeds. */
const byEndpoint = new Map(apiRequestCases.map((requested) => [requested.operationId, requested]));

it.each(nonEmpty([...byEndpoint.values()]))('$operationId responds as through Remix', async (requested) => {
  const sent = permittedRequest(requested, populated);
  if (sent.method === 'GET') expect(await compare(sent)).toBe(sent.status);
  else {
    const [ours, other] = [await populated.open(), await populated.open()];
    expect(await compare(sent, ours, other)).toBe(sent.status);
    await Promise.all([ours.close(), other.close()]);
  }
  for (const method of ['HEAD', 'OPTIONS', 'PATCH']) await compare({ method, path: sent.path, headers: {} });
});

it.each(nonEmpty(apiEndpoints.filter(({ wholeList }) => wholeList)))(
  'the whole list of $operationId is sent as through Remix',
  async ({ operationId }) => {
    const requested = byEndpoint.get(operationId);
    if (!requested) throw new Error(`${operationId} has no case.`);
    const sent = permittedRequest(requested, populated);
    for (const accept of ['text/csv', 'application/x-ndjson'])
      expect(await compare({ ...sent, headers: { ...sent.headers, accept } })).toBe(200);
  },
);

it('an unknown path is unknown to Remix too', async () => {
  for (const path of ['/api/nothing', '/api/bikes/1/2/3', '/api/Bikes'])
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'])
      expect(await compare({ method, path, headers: {} })).toBe(404);
});
