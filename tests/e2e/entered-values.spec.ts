import type { Browser, BrowserContext, Locator, Page } from 'playwright/test';
import { paths } from '~/paths';
import { isExhaustive } from '../support/exhaustive';
import { samplePhoto } from '../support/photo-samples';
import { enterAll, readAll } from './entered-values';
import { expect, test, waitUntilReady, watchForErrors } from './site-test';
import { translate } from './translate';

/** What people enter stays when something else changes the page: a late script, a translation, a password manager, an error. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'these run with script and without');

/** The screens with a part that React renders. */
const hydrated = [paths.emiCalculator(), paths.sellForm('bike')];

/** Puts an element after each input, as password managers do. */
function addIcons(): void {
  for (const input of document.querySelectorAll('input')) input.after(document.createElement('div'));
}

const getPart = (page: Page): Locator => page.locator('#part');
const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await samplePhoto('jpeg', { width: 400, height: 300 }, name === 'red.jpg' ? '#b3261e' : '#1f4fd8'),
});

/** Opens a page whose own scripts arrive when the returned function is called. */
async function openBeforeScripts(context: BrowserContext, path: string): Promise<[Page, () => Promise<void>]> {
  const page = await context.newPage();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return [
    page,
    async () => {
      release();
      await waitUntilReady(page);
    },
  ];
}

/** As on a desk, where a form has all its fields in view. */
const newContext = (browser: Browser, baseURL: string | undefined) =>
  browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...test.info().project.use.contextOptions,
    ...(baseURL && { baseURL }),
    locale: 'en-IN',
  });

const changes = {
  ...(isExhaustive && { nothing: [], 'a password manager': [addIcons] }),
  'a translation': [translate, addIcons],
};

for (const [what, functions] of Object.entries(changes)) {
  test(`what is entered before the script comes is kept when ${what} has changed the page`, async ({
    browser,
    baseURL,
  }) => {
    const context = await newContext(browser, baseURL);
    for (const path of hydrated) {
      const [page, release] = await openBeforeScripts(context, path);
      for (const change of functions) await page.evaluate(change);
      const entered = await enterAll(page);
      expect(Object.keys(entered).length).toBeGreaterThanOrEqual(8);
      if (path !== paths.emiCalculator())
        await page.getByLabel('Add photos').setInputFiles([await photo('red.jpg'), await photo('blue.jpg')]);
      const field = getPart(page).getByLabel(/price/i).first();
      await field.press('Home');
      await field.press('ArrowRight');
      await release();
      expect(await readAll(page), path).toEqual(entered);
      await expect(field).toBeFocused();
      await page.keyboard.type('0');
      await expect(field).toHaveValue('107');
      // The part works.
      if (path === paths.emiCalculator()) await expect(page).toHaveURL(/price=107&/);
      else await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible();
    }
    await context.close();
  });
}

/** A translated page and the same page without, on which the same is done: they show the same. */
class Pair {
  private constructor(
    readonly plain: Page,
    readonly translated: Page,
    readonly errors: string[],
  ) {}

  static async open(context: BrowserContext, path: string): Promise<Pair> {
    const [plain, translated] = [await context.newPage(), await context.newPage()];
    const errors = watchForErrors(translated);
    for (const page of [plain, translated]) {
      await page.goto(path);
      await waitUntilReady(page);
    }
    await translated.evaluate(translate);
    return new Pair(plain, translated, errors);
  }

  async do(act: (page: Page) => Promise<unknown>, text?: string): Promise<void> {
    await Promise.all(
      [this.plain, this.translated].map(async (page) => {
        await act(page);
        if (text !== undefined) await expect(getPart(page)).toContainText(text);
      }),
    );
    // Each page shows a response when it arrives.
    await expect(async () => {
      expect(await getPart(this.translated).textContent()).toBe(await getPart(this.plain).textContent());
      expect(await readAll(this.translated)).toEqual(await readAll(this.plain));
    }).toPass({ timeout: 10_000 });
    expect(this.errors).toEqual([]);
  }
}

test.describe('in a translated page', () => {
  test('the EMI calculator shows all that it shows otherwise', async ({ browser, baseURL }) => {
    const context = await newContext(browser, baseURL);
    const pair = await Pair.open(context, paths.emiCalculator());
    const enter = (label: string, value: string, text: string) =>
      pair.do((page) => page.getByLabel(label).fill(value), text);
    const calculating = 'Calculating EMI...';
    await enter('Vehicle Price', '1,84,000', calculating);
    await pair.do(() => Promise.resolve(), '₹7,455');
    await enter('Loan Tenure', '1', 'for 1 month');
    await enter('Down Payment', '200000', 'must not be more than');
    await enter('Down Payment', '-1', 'Down Payment must be');
    await enter('Down Payment', '20000', 'for 1 month');
    await pair.do((page) => page.getByRole('radio', { name: /Spot/ }).check(), '5% cash discount');
    await pair.do((page) => page.getByRole('radio', { name: /Zero/ }).check(), 'Loan Summary');
    await pair.do((page) => page.getByRole('link', { name: 'Royal Enfield Classic 350' }).click(), 'Selected');
    await context.setOffline(true);
    await enter('Loan Tenure', '12', 'Network error');
    await context.setOffline(false);
    await enter('Loan Tenure', '24', 'for 24 months');
    await context.close();
  });

  test('the sell form shows all that it shows otherwise', async ({ browser, baseURL }) => {
    const context = await newContext(browser, baseURL);
    const pair = await Pair.open(context, paths.sellForm('bike'));
    const list = (page: Page) => page.getByRole('button', { name: 'List My Bike' }).click();
    const [red, blue] = [await photo('red.jpg'), await photo('blue.jpg')];
    await pair.do(list, 'Name is required');
    await pair.do((page) => page.getByLabel('Year').fill('1999'));
    await pair.do(list, 'Year must be between');
    await pair.do((page) => page.getByLabel('Year').fill(''));
    await pair.do(list, 'Year is required');
    await pair.do((page) => page.getByLabel('Which bike is it?').fill('Royal Enfield Classic 350'));
    await pair.do((page) => page.getByLabel('Which bike is it?').press('Escape'));
    await pair.do((page) => page.getByRole('button', { name: 'Fill in' }).click());
    await pair.do((page) => expect(page.getByLabel('Brand')).not.toHaveValue(''));
    await pair.do((page) => page.getByRole('radio', { name: 'Electric' }).check());
    await pair.do((page) => page.getByRole('radio', { name: 'Petrol' }).check());
    await pair.do((page) => page.getByLabel('Add photos').setInputFiles([red, blue]));
    await pair.do((page) => expect(page.getByRole('button', { name: 'Move photo 2 earlier' })).toBeVisible());
    await pair.do((page) => page.getByRole('button', { name: 'Move photo 2 earlier' }).click());
    await pair.do((page) => page.getByRole('button', { name: 'Remove photo 1' }).click());
    await pair.do(async (page) => {
      await page.getByLabel('City', { exact: true }).fill('Pune');
      // Its suggestions come later, or not at all if the next button has been pressed.
      await expect(page.getByRole('option', { name: 'Pune', exact: true })).toBeVisible();
    });
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route('**/sell-bikes**', async (route) => {
      if (route.request().method() === 'POST') await answered;
      await route.fulfill({ status: 429, headers: { 'X-Remix-Catch': 'yes' }, body: 'Too many attempts' });
    });
    await pair.do(list, 'Listing...');
    answer();
    await pair.do(() => Promise.resolve(), 'Too many attempts');
    await context.close();
  });
});

test.describe('after an error in the part', () => {
  /** The next element that React removes cannot be removed. */
  const breakPart = (page: Page) =>
    page.evaluate(() => {
      const { removeChild } = Node.prototype;
      Node.prototype.removeChild = () => {
        Node.prototype.removeChild = removeChild;
        throw new Error('Broken on purpose');
      };
    });

  test('the form of the EMI calculator is sent by the browser', async ({ browser, baseURL }) => {
    const context = await newContext(browser, baseURL);
    const page = await context.newPage();
    await page.goto(paths.emiCalculator());
    await waitUntilReady(page);
    const entered = await enterAll(page);
    await expect(page).toHaveURL(/price=17&/);
    await breakPart(page);
    const failed = page.waitForEvent('console', (message) => message.text().includes('Broken on purpose'));
    await page.getByLabel('Vehicle Price').fill('184000');
    await failed;
    expect(await readAll(page)).toEqual({ ...entered, price: '184000' });
    await page.getByLabel('Down Payment').fill('20000');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page.waitForLoadState();
    await expect(page.getByLabel('Vehicle Price')).toHaveValue('184000');
    await expect(page).toHaveURL(/downPayment=20000/);
    await context.close();
  });

  test('the sell form is sent by the browser, with its photos', async ({ browser, baseURL }) => {
    const context = await newContext(browser, baseURL);
    const page = await context.newPage();
    await page.goto(paths.sellForm('bike'));
    await waitUntilReady(page);
    await page.getByRole('button', { name: 'List My Bike' }).click();
    await expect(page.getByRole('alert')).toContainText('Name is required');
    await page.getByLabel('Add photos').setInputFiles([await photo('red.jpg')]);
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
    await breakPart(page);
    const entered = await enterAll(page);
    expect(Object.values(entered)).toContain('typed text');
    expect(await readAll(page)).toEqual(entered);
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
    await Promise.all([
      page.waitForResponse((response) => response.request().isNavigationRequest() && response.status() === 422),
      page.getByRole('button', { name: 'List My Bike' }).click(),
    ]);
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
    await expect(page.getByLabel('License number')).toHaveValue('typed text');
    await context.close();
  });
});

/** Every form that a visitor can fill in, and others with fields of their own. */
const forms = [
  paths.login(),
  paths.login({ mode: 'signup' }),
  paths.home(),
  paths.sellForm('bike'),
  paths.sellForm('scooter'),
  paths.contact({ about: '1' }),
  paths.support(),
  paths.help(),
  paths.service(),
  paths.feedback(),
  paths.newAppointment(),
  paths.newAppointment({ kind: 'service' }),
  paths.status(),
  paths.recover(),
  paths.plate(),
  paths.emiCalculator(),
];

for (const javaScriptEnabled of [true, false]) {
  test(`what is typed in any form is there again after Back, script ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en-IN', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    const lost: Record<string, unknown> = {};
    // The browser restores them, by the attributes of the fields and the headers of the page, unless a script hinders it.
    const some = [...hydrated, paths.login({ mode: 'signup' }), paths.contact({ about: '1' }), paths.newAppointment()];
    const hindered = [paths.home(), paths.service(), paths.feedback(), paths.plate()];
    for (const path of isExhaustive ? forms : javaScriptEnabled ? [...some, ...hindered] : some) {
      await page.goto(path);
      if (javaScriptEnabled) await waitUntilReady(page);
      const entered = await enterAll(page);
      // Codes are secrets: browsers keep them no more than passwords.
      delete entered.code;
      await page.goto(paths.privacy());
      await page.goBack();
      if (javaScriptEnabled) await waitUntilReady(page);
      const back = await readAll(page);
      for (const [name, value] of Object.entries(entered))
        if (back[name] !== value) lost[`${path} ${name}`] = { value, back: back[name] };
    }
    expect(lost).toEqual({});
    await context.close();
  });
}

test.describe('what is typed is there again after a reload', () => {
  const countStored = (page: Page) => page.evaluate(() => sessionStorage.length);

  /** Fills in the forms of a page, and reloads it: browsers restore nothing then. Codes and searches are not kept. */
  async function reloadWith(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await waitUntilReady(page);
    const { code, q } = await readAll(page);
    const entered = await enterAll(page);
    expect(Object.values(entered)).toContain(path === paths.emiCalculator() ? '17' : 'typed text');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toMatch(/typed text|17/);
    await page.reload();
    await waitUntilReady(page);
    const expected = { ...entered, ...(code !== undefined && { code }), ...(q !== undefined && { q }) };
    await expect.poll(() => readAll(page), path).toEqual(expected);
  }

  test('in the forms of a visitor', async ({ browser, baseURL }) => {
    const context = await newContext(browser, baseURL);
    const page = await context.newPage();
    const errors = watchForErrors(page);
    const some = [...hydrated, paths.contact({ about: '1' }), paths.service()];
    for (const path of isExhaustive ? forms : some) await reloadWith(page, path);
    // What has been sent is no longer kept.
    await page.goto(paths.contact());
    await page.getByLabel('Name').fill('Meera');
    await page.getByLabel('Email').fill('meera@example.com');
    await page.getByLabel('Subject').fill('Opening hours');
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you open on Sundays in December?');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('on Sundays');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page).not.toHaveURL(paths.contact());
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('on Sundays');
    await page.goBack();
    await expect(page).toHaveURL(paths.contact());
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    expect(errors).toEqual([]);
    await context.close();
  });

  test('in the forms of an account, until it signs out', async ({ browser, baseURL }) => {
    const context = await newContext(browser, baseURL);
    const page = await context.newPage();
    await page.goto(paths.login({ mode: 'signup' }));
    await page.getByLabel('Name').fill('Asha');
    await page.getByLabel('Email').fill(`entries-${process.pid}-${Date.now()}@example.com`);
    await page.getByLabel('Password').fill('open!sesame');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/\/main$/);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sesame');
    // What has been sent is no longer kept, also after an error; what has not been sent is.
    const readStored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await page.goto(paths.feedback());
    await page.getByLabel('Subject').fill('Not sent');
    await expect.poll(readStored).toContain('Not sent');
    await page.goto(paths.profileView('edit'));
    await page.getByLabel('Location').fill('Sent town');
    await page.getByLabel('Phone Number').fill('wrong');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/valid phone number/);
    expect(await readStored()).toContain('Sent town');
    await page.getByLabel('Phone Number').fill('+91 98765 43210');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').getByText('Your profile has been saved.')).toBeVisible();
    await expect.poll(readStored).not.toMatch(/Sent town|98765/);
    expect(await readStored()).toContain('Not sent');
    await page.goBack();
    await waitUntilReady(page);
    await page.getByLabel('Location').press('End');
    expect(await readStored()).not.toContain('Sent town');
    for (const path of [paths.profileView('edit'), paths.feedback()]) await reloadWith(page, path);
    const addressOfForm = page.url();
    await page.goto(paths.profile());
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('status').getByText('You are signed out.')).toBeVisible();
    expect(await countStored(page)).toBe(0);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(addressOfForm);
    await page.reload();
    await waitUntilReady(page);
    expect(Object.values(await readAll(page))).not.toContain('typed text');
    await context.close();
  });
});
