import type { ServerBuild } from '@remix-run/node';
import { describe, expect, it, vi } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { createResourceHandler } from '~/api/resource-route.server';
import type { Statement } from '~db/connection';
import { RouteMap } from '../../server/remix/route-map';
import { FormBrowser } from '../support/account-client';
import { callApi } from '../support/api-client';
import { checkPlans } from '../support/checked-plans';
import { apiRequestCases, filledRequest } from '../support/endpoint-cases';
import { sized } from '../support/exhaustive';
import { filledForm, formCases } from '../support/form-cases';
import { sendForm } from '../support/form-client';
import { filledIn, ownersAccount, type PopulatedSite, populateSite } from '../support/populated-site';
import { readablePaths } from '../support/read-paths';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

checkPlans();

/** Public responses that depend on no actor: pictures by their content, and files for search engines. */
const publicRoutes = new Set([
  'routes/photos/route',
  'routes/logos/route',
  'routes/drawings/route',
  'routes/drawings/listing-preview',
  'routes/support/donation-code',
  'routes/sitemap/index-file',
  'routes/sitemap/part',
  'routes/robots/route',
]);

const { endpointRoutes } = createResourceHandler(apiEndpoints);

let populated: PopulatedSite;
let site: SiteInProcess;
let routes: RouteMap;
/** Every screen and endpoint that can be read. */
let readable: string[];
shareSite(async () => {
  populated = await populateSite();
  site = await populated.open();
  const builtApp: string = new URL('../../build/server/index.js', import.meta.url).href;
  const build: ServerBuild = await import(builtApp);
  routes = new RouteMap(build.routes);
  const written = new Set(endpointRoutes.flatMap(({ id, methods }) => (methods.includes('GET') ? [] : [id])));
  readable = Object.values(build.routes).flatMap(({ id, path }) =>
    // Layout routes have no path.
    path === undefined || id === 'root' || written.has(id) ? [] : [id],
  );
  return site;
});

const getId = (path: string): string => routes.find(path.split('?', 1)[0] ?? '')?.route.id ?? '';
const isPrivate = (header: string | undefined): boolean => header === 'private, no-store';

it('every route is read below', () => {
  const read = new Set(readablePaths(populated.items).map(getId));
  expect(readable.filter((id) => !read.has(id))).toEqual([]);
});

/** One readable URL of each route, which sets the header; the rest under `test:all`. */
const addresses = (): string[] => sized(oneOfEach(), readablePaths(populated.items));

/** One URL of each route. */
function oneOfEach(): string[] {
  const byRoute = new Map(readablePaths(populated.items).map((path) => [getId(path), path]));
  expect(byRoute.size).toBeGreaterThanOrEqual(readable.length);
  return [...byRoute.values()];
}

describe.each(['owner', 'operator', 'user', 'key'] as const)('a response to the role %s', (role) => {
  it('is not cacheable, unless it is the same for every actor', async () => {
    const headers = populated.asBrowser(role);
    const cached: string[] = [];
    for (const path of addresses()) {
      const id = getId(path);
      const data = `${path}${path.includes('?') ? '&' : '?'}_data=${encodeURIComponent(id)}`;
      for (const requested of path.startsWith('/api/') ? [path] : [path, data]) {
        const response = await site.request(requested, { headers });
        if (isPrivate(response.headers['cache-control'])) continue;
        const isSame = publicRoutes.has(id) && (await site.request(requested)).body === response.body;
        if (!isSame) cached.push(`${requested}: ${response.status} ${response.headers['cache-control']}`);
      }
    }
    expect(cached).toEqual([]);
  });
});

it('API responses to a token are not cacheable', async () => {
  const cached: string[] = [];
  for (const role of ['owner', 'operator', 'read', 'key'] as const) {
    const paths = addresses().filter((one) => one.startsWith('/api/'));
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const { status, headers } = await site.request(path, { headers: populated.asClient(role) });
      if (!isPrivate(headers['cache-control'])) cached.push(`${role} ${path}: ${status} ${headers['cache-control']}`);
    }
  }
  expect(cached).toEqual([]);
});

it('neither are responses to writes', async () => {
  const copy = await populated.open();
  const { items, asBrowser, asClient } = populated;
  const cached: string[] = [];
  const look = (what: string, header: string | undefined) => {
    if (!isPrivate(header)) cached.push(`${what}: ${header}`);
  };
  for (const { path, fields } of formCases) {
    if (path === '/logout' || fields.intent === 'delete-account') continue;
    const form = filledForm({ path, fields }, items);
    const response = await sendForm(copy, form.path, form.fields, asBrowser('operator'));
    look(`${path} ${fields.intent ?? ''}`, response.headers['cache-control']);
  }
  for (const requested of apiRequestCases) {
    if (requested.method === 'GET' || requested.operationId === 'signOut') continue;
    const { method, path, body } = filledRequest(requested, items);
    const response = await callApi(copy, method, path, { body, headers: asClient('operator') });
    look(requested.operationId, response.headers['cache-control']);
  }
  expect(cached).toEqual([]);
  await copy.close();
});

describe('the form of an anonymous visitor', () => {
  const open = [
    '/sell-bikes?view=form',
    '/contact?about=1&subject=EMI',
    '/support',
    '/help',
    '/service?type=quick-service',
    '/feedback',
    '/appointments/new?kind=service',
    '/status',
    '/report?listing={bike}',
  ];
  const read = async (path: string, cookie = '') => {
    const { status, headers, body } = await site.request(filledIn(path, populated.items), {
      headers: { Cookie: cookie },
    });
    // Each has a key of its own.
    return {
      status,
      control: headers['cache-control'],
      body: body.replace(/(idempotencyKey\W+(?:value\W+)?)[\w-]{27}/g, '$1'),
    };
  };

  it.each(open)('%s may be stored, and holds nothing of the visitor', async (path) => {
    const page = await read(path);
    // Without a key it is the same for every visitor.
    expect([page.status, page.control]).toEqual([200, path === '/status' ? 'public, no-cache' : 'private, no-cache']);
    const messages = await read(path, `city=mh-pune; messages=${'m'.repeat(27)}`);
    expect(messages).toEqual(page);
    expect((await read(path, 'compare=1,2')).control).toBe('private, no-cache');
  });

  it.each(open)(
    '%s is made anew after any write if the content revision does not cover what it shows',
    async (path) => {
      const { $client: sqlite } = site.runtime.db;
      const select = (what: string) => sqlite.prepare<[], string>(`SELECT ${what}`).pluck().all();
      const raising = "type = 'trigger' AND sql LIKE '%UPDATE content_revision%'";
      // Photos never change; prices do so with a listing.
      const covered = new Set([
        ...select(`tbl_name FROM sqlite_schema WHERE ${raising}`),
        ...['content_revision', 'photos', 'listing_prices'],
      ]);
      const tables = select("name FROM sqlite_schema WHERE type = 'table'").filter((table) => !covered.has(table));
      const every: Pick<Statement, 'all' | 'get'> = Object.getPrototypeOf(sqlite.prepare('SELECT 1'));
      const spies = [vi.spyOn(every, 'all'), vi.spyOn(every, 'get')];
      // With a cookie of ours it is rendered afresh.
      await read(path, 'notice=none');
      const sources = spies.flatMap(({ mock }) =>
        mock.contexts.map((statement) =>
          typeof statement === 'object' && statement && 'source' in statement ? String(statement.source) : '',
        ),
      );
      const words = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []));
      for (const spy of spies) spy.mockRestore();
      const route = routes.find(path.split('?', 1)[0] ?? '')?.route;
      expect(tables.some((table) => words.has(table))).toBe(route?.changesWithAnyWrite);
    },
  );

  it.each(open)('%s may not, once it shows more', async (path) => {
    const mark = path.includes('?') ? '&' : '?';
    for (const query of ['key=a', 'sent=a', 'found=a', 'form=a', 'listing=a&edit=a'])
      expect((await read(`${path}${mark}${query}`)).control).toBe('private, no-store');
    for (const cookie of ['authToken=a', 'manageKeys=a', 'notice=a', 'signInTicket=a', 'recoveryCode=a'])
      expect((await read(path, cookie)).control).toBe('private, no-store');
  });
});

describe('a token', () => {
  const statusWith = async (copy: SiteInProcess, token: string): Promise<number[]> => {
    const request = await copy.request('/api/auth/profile', { headers: { Authorization: `Bearer ${token}` } });
    const screen = await copy.request('/profile', { headers: { Cookie: `authToken=${token}` } });
    return [request.status, screen.status];
  };
  const signedIn = async (copy: SiteInProcess): Promise<FormBrowser> => {
    const browser = new FormBrowser(copy);
    await browser.send('/login', ownersAccount);
    return browser;
  };
  const [open, dead] = [
    [200, 200],
    [401, 302],
  ];

  it.each([
    ['logging out', '/logout', {}],
    ['deleting the account', '/profile/security', { intent: 'delete-account', password: ownersAccount.password }],
    [
      'changing the password',
      '/profile/security',
      { intent: 'change-password', currentPassword: ownersAccount.password, newPassword: 'another!kite' },
    ],
  ])(
    'is revoked after %s, replayed as a cookie or a bearer token',
    async (_what, path, fields: Record<string, string>) => {
      const copy = await populated.open();
      const browser = await signedIn(copy);
      const token = browser.cookie('authToken') ?? '';
      expect(await statusWith(copy, token)).toEqual(open);
      expect((await browser.send(path, fields)).status).toBe(303);
      expect(await statusWith(copy, token)).toEqual(dead);
      const renewed = browser.cookie('authToken');
      if (renewed !== undefined) expect(await statusWith(copy, renewed)).toEqual(open);
      await copy.close();
    },
  );

  it('changes at sign-in, sign-up and a change of the password', async () => {
    const copy = await populated.open();
    const planted = 'planted-by-somebody-else';
    const victim = new FormBrowser(copy);
    const seen = new Set([planted]);
    const next = async (path: string, fields: Record<string, string>) => {
      victim.carry('authToken', victim.cookie('authToken') ?? planted);
      const { status } = await victim.send(path, fields);
      const token = victim.cookie('authToken') ?? planted;
      expect([status, seen.has(token)]).toEqual([303, false]);
      seen.add(token);
    };
    const account = { name: 'Newcomer', email: 'newcomer@example.com', password: 'first!one' };
    await next('/login?mode=signup', { ...account, mode: 'signup' });
    await next('/login', account);
    const change = { currentPassword: account.password, newPassword: 'second!one' };
    await next('/profile/security', { intent: 'change-password', ...change });
    expect(await statusWith(copy, planted)).toEqual(dead);
    await copy.close();
  });

  it('of an API client is revoked by its own logout, and the others are not', async () => {
    const copy = await populated.open();
    const enter = async () => {
      const { body } = await callApi(copy, 'POST', '/api/auth/login', { body: ownersAccount });
      const { data }: { data: { token: string } } = JSON.parse(body);
      return data.token;
    };
    const [first, second] = [await enter(), await enter()];
    const headers = { Authorization: `Bearer ${first}` };
    expect((await callApi(copy, 'POST', '/api/auth/logout', { headers })).status).toBe(200);
    expect((await callApi(copy, 'POST', '/api/auth/logout', { headers })).status).toBe(401);
    expect([await statusWith(copy, first), await statusWith(copy, second)]).toEqual([dead, open]);
    await copy.close();
  });
});
