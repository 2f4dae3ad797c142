import { beforeAll, describe, expect, it } from 'vitest';
import { apiRequestCases, filledRequest } from '../support/endpoint-cases';
import { sized } from '../support/exhaustive';
import { formRoutes } from '../support/form-routes';
import { filledForm, formCases } from '../support/form-cases';
import { getDigest, filledIn, type PopulatedSite, populateSite, followRows } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { TestResponse, RequestOptions, SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;
/** A write that would succeed from the site's own pages: with the cookies of an operator or of a key. */
type Write = { what: string; path: string; query: RequestOptions };

const host = 'bikes.example';
const own = `http://${host}`;
const elsewhere = 'https://elsewhere.example';

/**
 * Headers that a browser or program sends by itself, and whether its write is cross-site. `''`: not sent. The unit
 * tests of
 * the origin check try each of them: here a foreign one sends every write, and the others a form and an API
 * request.
 */
type Sender = { origin: string; fetchSite: string; brings: 'cookie' | 'bearer' | 'nothing'; isForeign: boolean };
const sender = (origin: string, fetchSite: string, brings: Sender['brings'], isForeign: boolean): Sender => ({
  origin,
  fetchSite,
  brings,
  isForeign,
});

const senders: readonly Sender[] = [
  sender(own, 'same-origin', 'cookie', false),
  sender('', 'none', 'cookie', false),
  // Over plain http browsers send no Sec-Fetch-Site.
  sender(own, '', 'cookie', false),
  // Text browsers and programs.
  sender('', '', 'cookie', false),
  sender('', '', 'nothing', false),
  sender(elsewhere, 'cross-site', 'cookie', true),
  sender(elsewhere, 'cross-site', 'nothing', true),
  sender(own, 'cross-site', 'cookie', true),
  sender(`http://shop.${host}`, 'same-site', 'cookie', true),
  sender(elsewhere, '', 'cookie', true),
  sender(`${own}:8080`, '', 'cookie', true),
  sender('null', '', 'cookie', true),
  // No browser adds a bearer token by itself, and with one no cookie counts.
  sender(elsewhere, 'cross-site', 'bearer', false),
  sender(elsewhere, '', 'bearer', false),
];

let populated: PopulatedSite;
let writes: Write[];
beforeAll(async () => {
  populated = await populateSite();
  writes = await allWrites();
});

/** Each unsafe path once, with a request that would succeed. */
async function allWrites(): Promise<Write[]> {
  const { items } = populated;
  const seen = new Set<string>();
  const isNew = (what: string): boolean => {
    const isKnown = seen.has(what);
    seen.add(what);
    return !isKnown;
  };
  const requests = apiRequestCases.flatMap((requested): Write[] => {
    const { method, path, body } = filledRequest(requested, items);
    if (method === 'GET' || !isNew(requested.operationId)) return [];
    const query: RequestOptions = { method, headers: body ? { 'Content-Type': 'application/json' } : {} };
    if (body) query.body = JSON.stringify(body);
    return [{ what: requested.operationId, path, query }];
  });
  const ids = new Map((await formRoutes()).map(({ id, path }) => [path, id]));
  const forms = formCases.flatMap(({ path, fields }): Write[] => {
    const [screen = ''] = path.split('?', 1);
    if (!isNew(`${path} ${fields.intent ?? ''}`)) return [];
    const { path: there, fields: filled } = filledForm({ path, fields }, items);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const query = { method: 'POST', headers, body: new URLSearchParams(filled).toString() };
    const data = `${there}${there.includes('?') ? '&' : '?'}_data=${encodeURIComponent(ids.get(screen) ?? '')}`;
    return [there, data].map((to) => ({ what: to, path: to, query }));
  });
  return [...requests, ...forms];
}

/** Credentials with which a write would succeed: an operator's session, and a visitor's key. */
function credentials({ brings }: Sender): Headers {
  const cookies = [populated.asBrowser('operator'), populated.asBrowser('key')].flatMap(({ Cookie }) => Cookie ?? []);
  if (brings === 'cookie') return { Cookie: cookies.join('; ') };
  return brings === 'bearer' ? { Cookie: cookies.join('; '), Authorization: 'Bearer of-nobody' } : {};
}

function send(site: SiteInProcess, { path, query }: Write, from: Sender): Promise<TestResponse> {
  const headers: Headers = { ...query.headers, ...credentials(from), Host: host };
  if (from.origin) headers.Origin = from.origin;
  if (from.fetchSite) headers['Sec-Fetch-Site'] = from.fetchSite;
  return site.request(path, { ...query, headers });
}

/** The message of a rejection for the origin of a write. */
const isRejectedForOrigin = ({ status, body }: TestResponse): boolean => status === 403 && body.includes('ORIGIN');

const getName = ({ origin, fetchSite, brings }: Sender) =>
  `Origin ${origin || 'absent'}, Sec-Fetch-Site ${fetchSite || 'absent'}, ${brings}`;
const named = senders.map((from) => ({ ...from, name: getName(from) }));

const ofForeign = named.filter(({ isForeign }) => isForeign);
const ofOwn = named.filter(({ isForeign }) => !isForeign);
/** The senders for whom every write is tried: a rejected write of the site's own pages fails its own tests too. */
const thorough = sized(ofForeign.slice(0, 1), named);
const isEndpointHandler = ({ path, query }: Write) => query.method === 'POST' && path === '/api/bikes';
const isForm = ({ path }: Write) => path === '/contact';
const fewWrites = (): Write[] => [...writes.filter(isEndpointHandler), ...writes.filter(isForm)];

it('both sorts of senders, an endpoint and a form are tried', () => {
  expect([ofForeign.length, ofOwn.length]).toEqual([7, 7]);
  expect([writes.filter(isEndpointHandler).length, writes.filter(isForm).length]).toEqual([1, 1]);
  expect(writes.length).toBeGreaterThan(100);
});

describe.each([
  ['an address of its own', {}, thorough],
  // The setting changes what is compared, not where.
  ['ORIGIN set', { ORIGIN: own }, sized([], named)],
] as const)('a site over plain http with %s', (_what, variables: Record<string, string>, sendEach) => {
  const getWrites = (from: (typeof named)[number]): Write[] => (sendEach.includes(from) ? writes : fewWrites());
  let site: SiteInProcess;
  shareSite(async () => {
    site = await populated.open(variables);
    return site;
  });

  it.each(ofForeign)('rejects every write by $name, and nothing changes', async (from) => {
    const untouched = getDigest(site.runtime.db);
    const passed: string[] = [];
    for (const write of getWrites(from)) {
      if (from.brings === 'nothing' && isEndpointHandler(write)) continue;
      const response = await send(site, write, from);
      if (!isRejectedForOrigin(response) || response.headers['set-cookie'])
        passed.push(`${write.what}: ${response.status}`);
    }
    expect(passed).toEqual([]);
    expect(getDigest(site.runtime.db)).toBe(untouched);
  });

  it.each(ofOwn)('rejects no write by $name', async (from) => {
    const copy = await populated.open(variables);
    const untouched = getDigest(copy.runtime.db);
    const err: string[] = [];
    for (const write of getWrites(from)) {
      const response = await send(copy, write, from);
      if (isRejectedForOrigin(response) || response.status >= 500) err.push(`${write.what}: ${response.status}`);
    }
    expect(err).toEqual([]);
    expect(getDigest(copy.runtime.db) === untouched).toBe(false);
    await copy.close();
  });
});

it('cookies beside an invalid bearer token are ignored', async () => {
  const site = await populated.open();
  const opened: string[] = [];
  const bearers = senders.filter(({ brings }) => brings === 'bearer');
  // Sign-in attempts are counted for any client, and reset shortly after a successful sign-in.
  const rows = followRows(site.runtime.db, ['idempotency_keys', 'sign_in_attempts']);
  for (const write of writes) {
    const before = rows();
    for (const from of bearers.slice(0, sized(1, bearers.length))) await send(site, write, from);
    if (rows() !== before && !isPublic(write)) opened.push(write.what);
  }
  expect(opened).toEqual([]);
  await site.close();
});

/** Writes that a visitor without credentials may make too. */
function isPublic({ path }: Write): boolean {
  const isForm = (form: (typeof formCases)[number]) => path.startsWith(filledIn(form.path, populated.items));
  // A script may sign in, or recover an account, with its own credentials.
  const isSignIn =
    /\/(?:auth\/(?:signup|login)|account\/recover|account\/recovery-link)$/.test(path) || path.startsWith('/?_data=');
  return isSignIn || formCases.some((form) => form.responses[0] === 'done' && isForm(form));
}
