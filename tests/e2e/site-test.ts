import { test as base, expect } from 'playwright/test';
import { type RunningSite, startSite } from '../support/running-site';

type WorkerFixtures = { site: RunningSite };

/**
 * A browser test against the built site, one site and database for each worker. Nothing may go wrong unseen: an error
 * on the console, a refused resource or a script that threw fails the test.
 */
export const test = base.extend<object, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  page: async ({ page, javaScriptEnabled }, use) => {
    const trouble: string[] = [];
    const goto = page.goto.bind(page);
    // The scripts of an interactive screen come after its load event: a journey with scripts begins when they have run.
    page.goto = async (address, options) => {
      const response = await goto(address, options);
      if (javaScriptEnabled !== false && (await page.evaluate(() => '__remixContext' in window)))
        await page.waitForLoadState('networkidle');
      return response;
    };
    page.on('pageerror', (error) => trouble.push(`threw: ${error.message}`));
    page.on('console', (message) => {
      // A refused form answers 422 on purpose, a test may cut the line: the browser notes both.
      if (message.type() === 'error' && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text()))
        trouble.push(`console: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) trouble.push(`${response.status()} ${response.url()}`);
    });
    await use(page);
    expect(trouble, 'what went wrong unseen').toEqual([]);
  },
});

export { expect };
