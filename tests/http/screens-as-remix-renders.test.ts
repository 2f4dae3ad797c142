import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { expect, test } from 'vitest';
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
