import fc from 'fast-check';
import type { Browser, Page } from 'playwright/test';
import { isExhaustive, sized } from '../support/exhaustive';
import { samplePhoto } from '../support/photo-samples';
import type { RunningSite } from '../support/running-site';
import { openPart } from './form-parts';
import { expect, test, waitUntilReady } from './site-test';

/*
 * What a form shows is what it stores: random orders of buttons on the sell form, and then a listing with exactly the
 * photos and values of the last page. A seed that fails is in the message; FORM_SEED tries it again.
 */

const steps = [
  'add a photo',
  'add two photos',
  'remove the first',
  'move the last earlier',
  'move the first later',
  'fill in from a model',
  'send wrongly',
  'type another price',
  'back',
  'forward',
  'reload',
] as const;
type Step = (typeof steps)[number];

const path = '/sell-bikes?view=form';
const values = {
  name: 'Honda Shine 125',
  brand: 'Honda',
  year: '2021',
  daysUsed: '1240',
  mileage: '61.5',
  topSpeed: '92',
  presentPrice: '52000',
  pastPrice: '80000',
  license: 'MH 14 JX 0000',
};

/** The values and photos of the form on the page, as its next post sends them. */
const readForm = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('form:has([name=images])');
    const fields = form ? [...new FormData(form)] : [];
    const texts = fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    return {
      photos: texts.flatMap(([name, value]) => (name === 'photos' ? [value] : [])),
      values: Object.fromEntries(texts.filter(([name]) => name !== 'photos')),
      files: fields.filter(([name, value]) => name === 'images' && value instanceof File && value.size > 0).length,
    };
  });

/** A seller with a browser of their own. */
class Seller {
  #photos = 0;
  #prices = 0;

  constructor(
    readonly page: Page,
    readonly hasScript: boolean,
  ) {}

  async open(address = path): Promise<void> {
    await this.page.goto(address);
    await this.ready();
  }

  async ready(): Promise<void> {
    if (this.hasScript) await waitUntilReady(this.page);
  }

  async press(name: string): Promise<void> {
    const { page } = this;
    await openPart(page.locator(name === 'Fill in' ? '#model' : '#license'));
    const button = page.getByRole('button', { name, exact: true });
    if ((await button.count()) === 0) return;
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await button.click();
    await answered;
    await page.waitForLoadState();
    await this.ready();
    // The script shows the response.
    await page.waitForFunction(() => !document.querySelector('fieldset:disabled, [aria-busy=true]'));
  }

  /** Moves and removes: with script without a request. */
  async arrange(button: RegExp, which: 'first' | 'last'): Promise<void> {
    await openPart(this.page.locator('#images'));
    const found = this.page.getByRole('button', { name: button });
    if ((await found.count()) === 0) return;
    await found[which]().click();
    await this.page.waitForLoadState();
    await this.ready();
  }

  async addPhotos(count: number): Promise<void> {
    const before = (await readForm(this.page)).photos.length;
    if (before + count > 10) return;
    const files = [];
    for (let at = 0; at < count; at += 1) {
      this.#photos += 1;
      const colour = `#${(this.#photos * 3_456_789).toString(16).padStart(6, '0').slice(-6)}`;
      const buffer = await samplePhoto('png', { width: 64, height: 48 }, colour);
      files.push({ name: `${this.#photos}.png`, mimeType: 'image/png', buffer });
    }
    await this.page.getByLabel('Add photos').setInputFiles(files);
    if (!this.hasScript) await this.press('Add these photos');
    await expect.poll(async () => (await readForm(this.page)).photos.length).toBe(before + count);
  }

  /** Back, forward and reload; a page that was the response to a post is posted again, as its visitor confirms. */
  async travel(step: 'back' | 'forward' | 'reload'): Promise<void> {
    const { page } = this;
    const move = step === 'reload' ? page.reload() : step === 'back' ? page.goBack() : page.goForward();
    const isMissing = await move.then(
      () => false,
      () => true,
    );
    if (isMissing) {
      // The browser shows a page of its own, whose reload posts again.
      await page.waitForURL(/chrome-error/);
      await page.reload().catch(() => null);
    }
    await page.waitForLoadState();
    if ((await page.locator('form:has([name=images])').count()) === 0) await this.open();
    await this.ready();
  }

  async take(step: Step): Promise<void> {
    const { page } = this;
    if (step === 'add a photo') await this.addPhotos(1);
    else if (step === 'add two photos') await this.addPhotos(2);
    else if (step === 'remove the first') await this.arrange(/^Remove photo/, 'first');
    else if (step === 'move the last earlier') await this.arrange(/^Move photo \d+ earlier/, 'last');
    else if (step === 'move the first later') await this.arrange(/^Move photo \d+ later/, 'first');
    else if (step === 'fill in from a model') {
      // The listing gets this name: it must not be that of a vehicle in another test.
      await (await openPart(page.locator('#model'))).fill('Royal Enfield Guerrilla 450');
      await page.locator('#model').press('Escape');
      await this.press('Fill in');
    } else if (step === 'send wrongly') {
      await (await openPart(page.locator('#year'))).fill('1999');
      await this.press('List My Bike');
    } else if (step === 'type another price') {
      this.#prices += 1;
      await (await openPart(page.locator('#presentPrice'))).fill(String(50_000 + this.#prices));
    } else await this.travel(step);
  }

  /** Completes the form and sends it. @returns what its page showed, and what is stored */
  async list(site: RunningSite): Promise<{ shown: object; stored: object }> {
    const { page } = this;
    const typed = (await readForm(page)).values;
    for (const [name, value] of Object.entries(values))
      if (!typed[name] || name === 'year') await (await openPart(page.locator(`#${name}`))).fill(value);
    if (!typed.type) await (await openPart(page.locator('[name=type][value=Petrol]'))).check({ force: true });
    if (!typed.condition) await (await openPart(page.locator('[name=condition][value=Good]'))).check({ force: true });
    // A file that the browser has kept over a page load is sent with the form.
    const { photos, values: last, files } = await readForm(page);
    await this.press('List My Bike');
    await page.waitForURL(/listing=/);
    const [, id = ''] = /listing=(\w+)/.exec(page.url()) ?? [];
    const { data } = await (await page.request.get(`${site.origin}/api/bikes/${id}`)).json();
    const hashes = data.images.flatMap((image: string) => /[0-9a-f]{64}/.exec(image)?.[0] ?? []);
    const numbers = ['year', 'mileage', 'topSpeed', 'presentPrice', 'pastPrice'] as const;
    return {
      shown: {
        name: last.name,
        brand: last.brand,
        license: last.license,
        ...Object.fromEntries(numbers.map((name) => [name, Number(String(last[name]).replaceAll(',', ''))])),
        photos,
        more: files,
      },
      stored: {
        name: data.name,
        brand: data.brand,
        license: data.license,
        ...Object.fromEntries(numbers.map((name) => [name, data[name]])),
        photos: hashes.slice(0, photos.length),
        more: hashes.length - photos.length,
      },
    };
  }
}

async function tryOrder(
  browser: Browser,
  site: RunningSite,
  hasScript: boolean,
  order: readonly Step[],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: site.origin,
    javaScriptEnabled: hasScript,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  try {
    const seller = new Seller(await context.newPage(), hasScript);
    await seller.open();
    for (const step of order) await seller.take(step);
    const { shown, stored } = await seller.list(site);
    expect(stored, `${hasScript ? 'with' : 'without'} script: ${order.join(', ')}`).toEqual(shown);
  } finally {
    await context.close();
  }
}

const seed = Number(process.env.FORM_SEED ?? (isExhaustive ? Date.now() % 1_000_000 : 20_261_122));

for (const hasScript of [true, false]) {
  test(`a form stores exactly what it shows, ${hasScript ? 'with' : 'without'} script`, async ({ browser, site }) => {
    test.skip(test.info().project.name !== 'phone', 'opens browsers of its own');
    test.setTimeout(sized(120_000, 3_600_000));
    await tryOrder(browser, site, hasScript, ['add two photos', 'move the last earlier', 'fill in from a model']);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 8 }), (order) =>
        tryOrder(browser, site, hasScript, ['add a photo', ...order]),
      ),
      { seed, numRuns: Number(process.env.FORM_RUNS ?? sized(1, 60)), endOnFailure: !isExhaustive },
    );
  });
}
