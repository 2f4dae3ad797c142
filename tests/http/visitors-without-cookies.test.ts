import { expect, it } from 'vitest';
import { screenStates } from '../support/screens';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { nonEmpty } from '../support/non-empty';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

it.each(nonEmpty(screenStates).map(({ what, path }) => [what, path]))(
  'looking at %s sets no cookie',
  async (_what, path) => {
    expect((await site.request(path)).headers['set-cookie']).toBeUndefined();
  },
);
