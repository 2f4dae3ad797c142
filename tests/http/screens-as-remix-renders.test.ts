import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { expect, test, vi } from 'vitest';
import { paths } from '~/paths';
import { createScreenCache } from '../../server/caches';
import { firstOfEachPath, screenStates } from '../support/screens';
import { sized } from '../support/exhaustive';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { nonEmpty } from '../support/non-empty';

const builtApp: string = new URL('../../build/server/index.js', import.meta.url).href;

let site: SiteInProcess;
let build: ServerBuild;
shareSite(async () => {
  [site, build] = await Promise.all([openSite(), import(builtApp)]);
  return site;
});

const keyPattern = /(?:name="idempotencyKey" value="|"idempotencyKey":")([^"]*)/g;
/** Idempotency keys differ in each rendering; a cached URL has one spelling. */
const alike = (html: string): string =>
  html.replaceAll(keyPattern, (field, key: string) => field.slice(0, -key.length)).replaceAll('%2C', ',');

test.each([
  ['contact', paths.contact()],
  ['the sell form', paths.sellForm('bike')],
  ['home', paths.home()],
])('%s is rendered once for the same data, and each form has a key of its own', async (_, path) => {
  const renderedScreens = createScreenCache(1_000_000);
  const store = vi.spyOn(renderedScreens, 'set');
  const handle = createRequestHandler(build, 'production');
  const context = { runtime: site.runtime, address: '', renderedScreens };
  const [first = '', second = ''] = [
    await (await handle(new Request(site.origin + path), context)).text(),
    await (await handle(new Request(site.origin + path), context)).text(),
  ];
  expect(store).toHaveBeenCalledOnce();
  expect(alike(second)).toBe(alike(first));
  const keys = [first, second].map((html) => [...html.matchAll(keyPattern)].map(([, key]) => key));
  const [ofFirst = [], ofSecond = []] = keys.map((names) => [...new Set(names)]);
  expect([ofFirst.length, ofSecond.length]).toEqual(path === paths.home() ? [0, 0] : [1, 1]);
  if (path !== paths.home()) expect(ofSecond).not.toEqual(ofFirst);
});

/** Every screen; every state only under `npm run test:all`. */
const whole = screenStates.filter(({ status }) => status === 200);

test.each(nonEmpty(sized(firstOfEachPath(whole), whole)))(
  '$what equals the page that Remix renders by itself',
  async ({ path }) => {
    const ours = await site.request(path);
    const request = new Request(site.origin + path);
    const response = await createRequestHandler(build, 'production')(request, { runtime: site.runtime, address: '' });
    expect(ours.status).toBe(response.status);
    expect(alike(ours.body)).toBe(alike(await response.text()));
  },
);
