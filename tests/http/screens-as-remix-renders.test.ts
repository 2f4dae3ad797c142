import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { expect, test, vi } from 'vitest';
import type { RenderedScreen } from '~/http/responses.server';
import { paths } from '~/paths';
import { screenStates } from '../support/screens';
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

/** Idempotency keys differ in each rendering; a cached URL has one spelling. */
const alike = (html: string): string =>
  html.replaceAll(/(name="idempotencyKey" value="|"idempotencyKey":")[^"]*/g, '$1').replaceAll('%2C', ',');

test('a screen with an idempotency key takes no place in the cache of rendered screens', async () => {
  const renderOnce = vi.fn((_from: readonly string[], render: () => RenderedScreen) => render());
  const handle = createRequestHandler(build, 'production');
  for (const [path, times] of [
    [paths.contact(), 0],
    [paths.sellForm('bike'), 0],
    [paths.login(), 1],
    [paths.home(), 2],
  ] as const) {
    await handle(new Request(site.origin + path), {
      runtime: site.runtime,
      address: '',
      renderedScreens: { renderOnce },
    });
    expect([path, renderOnce.mock.calls.length]).toEqual([path, times]);
  }
});

test.each(nonEmpty(screenStates.filter(({ status }) => status === 200)))(
  '$what equals the page that Remix renders by itself',
  async ({ path }) => {
    const ours = await site.request(path);
    const request = new Request(site.origin + path);
    const response = await createRequestHandler(build, 'production')(request, { runtime: site.runtime, address: '' });
    expect(ours.status).toBe(response.status);
    expect(alike(ours.body)).toBe(alike(await response.text()));
  },
);
