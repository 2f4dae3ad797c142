import {
  type Browser,
  type BrowserType,
  test as base,
  type Cookie,
  expect,
  type Page,
  type TestInfo,
} from 'playwright/test';
import { paths } from '~/paths';
import BetterSqlite3 from '../../db/driver.mjs';
import { isExhaustive, sized } from '../support/exhaustive';
import { type RunningSite, startSite } from '../support/running-site';

export type Operator = { email: string; password: string };
type WorkerFixtures = {
  /** One site and database for each worker. A test that fails ends its worker: the next one begins on a new site. */
  site: RunningSite;
  /** An operator's account on that site. */
  operator: Operator;
  /** The cookies of a browser in which that operator has signed in. */
  operatorCookies: Cookie[];
};

/** Creates an operator's account on a site, without the command of the project, which takes a process. */
export async function makeOperator(
  { origin, databasePath }: RunningSite,
  { email, password }: Operator,
): Promise<void> {
  const made = await fetch(`${origin}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Desk', email, password }),
  });
  expect(made.status, await made.text()).toBe(201);
  const db = new BetterSqlite3(databasePath);
  db.prepare("UPDATE users SET role = 'owner' WHERE email = ?").run(email);
  db.close();
}

/** Lets an owner set the shop up, as after the first step. */
export function beginSetup({ databasePath }: RunningSite, email: string): void {
  const db = new BetterSqlite3(databasePath);
  db.prepare(
    'INSERT OR REPLACE INTO site_setup (id, owner_id, created_at) SELECT 1, id, created_at FROM users WHERE email = ?',
  ).run(email);
  db.close();
}

/** Lets replies that can be undone wait for an hour, not for seconds. */
export function holdReplies({ databasePath }: RunningSite): void {
  const db = new BetterSqlite3(databasePath);
  db.prepare('UPDATE held_replies SET send_at = ?').run(new Date(Date.now() + 3_600_000).toISOString());
  db.close();
}

/** Collects errors of a page: of a script, on the console or of the server. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => {
    // The browser skips the animation between two pages when the next one is painted first, and reports that as thrown.
    if (!error.message.startsWith('Transition was ')) errors.push(`threw: ${error.message}`);
  });
  page.on('console', (message) => {
    // A rejected form responds with 422 on purpose, and a test may cut the connection: the browser logs both.
    if (message.type() === 'error' && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      errors.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
  });
  return errors;
}

/** Waits until the scripts of the page have run: those of an interactive screen start after its load event. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { ready, checks } = document.documentElement.dataset;
    const hasScript = document.querySelector('script[type=module], script[data-script]');
    const hasCheckedForm = document.querySelector('form[data-checked] script');
    // On a phone, its parts are shown one at a time by a script that comes later.
    const hasParts = innerWidth < 1024 && document.querySelector('#part .form-steps');
    if (hasParts && !document.querySelector('.one-part')) return false;
    return (ready === '' || !hasScript) && (checks === '' || !hasCheckedForm);
  });
}

/** The tags of a test that is run a second time on a desktop. An exhaustive run has projects for that. */
export const alsoOnDesk = sized(['', ' @desk'], ['']);
export const alsoWithoutScript = sized(['', ' @without-script'], ['']);

const isFor = (tag: '@desk' | '@without-script', { tags }: TestInfo): boolean => !isExhaustive && tags.includes(tag);

/** Whether the browser of the present test runs scripts. */
export const usesScript = (): boolean =>
  test.info().project.use.javaScriptEnabled !== false && !isFor('@without-script', test.info());

/** Starts a browser, again if it crashes while it starts: that says nothing about the site. */
async function launchBrowser(type: BrowserType, attempts = 3): Promise<Browser> {
  try {
    return await type.launch();
  } catch (error) {
    if (attempts === 1) throw error;
    return launchBrowser(type, attempts - 1);
  }
}

/** A browser test against the built site. It fails on any error that `watchForErrors` collects. */
export const test = base.extend<object, WorkerFixtures>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await launchBrowser(playwright[browserName]);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  operator: [
    async ({ site }, use) => {
      const operator = { email: 'desk@example.com', password: 'desk!desk!desk' };
      await makeOperator(site, operator);
      await use(operator);
    },
    { scope: 'worker' },
  ],
  operatorCookies: [
    async ({ playwright, site, operator }, use) => {
      const browser = await playwright.request.newContext({ baseURL: site.origin });
      await browser.post(paths.login(), { form: operator, maxRedirects: 0 });
      const { cookies } = await browser.storageState();
      await browser.dispose();
      await use(cookies);
    },
    { scope: 'worker' },
  ],
  // Tags choose the browser of a test: a project would start a browser and a site of its own for it.
  viewport: ({ viewport }, use, info) => use(isFor('@desk', info) ? { width: 1280, height: 800 } : viewport),
  hasTouch: ({ hasTouch }, use, info) => use(hasTouch && !isFor('@desk', info)),
  contextOptions: ({ contextOptions }, use, info) => use(isFor('@desk', info) ? {} : contextOptions),
  javaScriptEnabled: ({ javaScriptEnabled }, use, info) => use(javaScriptEnabled && !isFor('@without-script', info)),
  baseURL: async ({ site }, use) => use(site.origin),
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (address, options) => {
      const response = await goto(address, options);
      if (javaScriptEnabled !== false && !['commit', 'domcontentloaded'].includes(options?.waitUntil ?? ''))
        await waitUntilReady(page);
      return response;
    };
    const errors = watchForErrors(page);
    await use(page);
    // The next test has the same context, in which all else is cleared.
    await page.context().setOffline(false);
    expect(errors, 'what went wrong unseen').toEqual([]);
  },
});

export { expect };
