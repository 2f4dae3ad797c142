import type { Locator, Page } from 'playwright/test';
import { paths } from '~/paths';
import { samplePhoto } from '../support/photo-samples';
import { landscapes, listBike } from './list-bike';
import { expect, test } from './site-test';

/** What the six flows of a visitor cost on a phone. `docs/benchmarks.md` ("Flows") has the same figures. */

type Means = 'finger' | 'keyboard';

/** A visitor, who counts presses, and fields that are written or chosen. */
class Visitor {
  private taps = 0;
  private fields = 0;
  private letters = 0;

  constructor(
    readonly page: Page,
    private readonly means: Means = 'finger',
  ) {}

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await (this.means === 'finger' ? target.click() : target.press('Enter'));
  }

  async write(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    this.letters += text.length;
    await field.pressSequentially(text);
  }

  async choose(field: Locator, option: string): Promise<void> {
    this.fields += 1;
    await field.selectOption(option);
  }

  link = (name: string | RegExp): Locator => this.page.getByRole('main').getByRole('link', { name }).first();
  button = (name: string): Locator => this.page.getByRole('main').getByRole('button', { name, exact: true }).first();
  field = (name: string): Locator => this.page.getByLabel(name, { exact: true });
  quick = (name: string): Locator => this.page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name });

  get cost(): { taps: number; fields: number; letters: number } {
    return { taps: this.taps, fields: this.fields, letters: this.letters };
  }
}

for (const means of ['finger', 'keyboard'] as const)
  test(`a bike is found and its seller asked, by ${means}`, async ({ page }) => {
    const name = `Honda Shine of Aundh by ${means}`;
    await listBike(page, { name }, landscapes(1));
    const visitor = new Visitor(page, means);
    await page.goto(paths.home());
    await visitor.write(page.locator('#q'), `aundh ${means}`);
    await visitor.tap(visitor.link('Search everything'));
    expect(visitor.cost).toMatchObject({ taps: 1, fields: 1 });
    await visitor.tap(visitor.link(name));
    await visitor.tap(visitor.link('Contact Seller'));
    await visitor.write(visitor.field('Name'), 'Asha');
    await visitor.write(visitor.field('Email'), 'asha@example.com');
    await visitor.tap(visitor.button('Send Message'));
    await expect(page.getByRole('status')).toContainText('Your message has been sent to the seller.');
    await expect(page.locator('#newest')).toContainText('Is it still available?');
    expect(visitor.cost).toMatchObject({ taps: 4, fields: 3 });
  });

for (const [tag, taps] of [
  // On a phone each part but the last has a Next.
  ['', 10],
  [' @desk', 6],
] as const)
  test(`a bike is offered with four photos and all that is required${tag}`, async ({ page }) => {
    const visitor = new Visitor(page);
    const goOn = async (): Promise<void> => {
      if (tag === '') await visitor.tap(visitor.button('Next'));
    };
    await page.goto(paths.home());
    await visitor.tap(
      tag === ''
        ? visitor.quick('Sell')
        : page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sell', exact: true }),
    );
    await visitor.tap(visitor.link('List Your Bike'));
    const buffer = await samplePhoto('jpeg', { width: 640, height: 480 });
    const photos = ['left', 'right', 'front', 'meter'].map((name) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    }));
    const chosen = page.waitForEvent('filechooser');
    await visitor.tap(page.locator('label:has([type=file])'));
    await (await chosen).setFiles(photos);
    await visitor.write(visitor.field('Which bike is it?'), 'classic 350');
    await visitor.tap(page.getByRole('option', { name: 'Royal Enfield Classic 350', exact: true }));
    await expect(visitor.field('Name')).not.toHaveValue('');
    await goOn();
    await visitor.write(visitor.field('Year'), '2021');
    await visitor.choose(visitor.field('Month bought'), 'June');
    await goOn();
    await visitor.tap(page.getByRole('radio', { name: /^Good/ }));
    await goOn();
    await visitor.write(visitor.field('Present price'), '149500');
    await goOn();
    await visitor.write(visitor.field('License number'), 'MH12AB1234');
    await visitor.tap(visitor.button('List My Bike'));
    await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
    expect(visitor.cost).toEqual({ taps, fields: 5, letters: 31 });
  });

test('four bikes are compared', async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(paths.browse({ kind: 'new' }));
  for (const at of [0, 1, 2, 3]) await visitor.tap(page.getByRole('button', { name: /^Compare / }).nth(at));
  await visitor.tap(page.getByRole('link', { name: /^Compare now/ }));
  await expect(page.locator('.compared-vehicles li')).toHaveCount(4);
  expect(visitor.cost).toMatchObject({ taps: 5, fields: 0 });
});

test('a visit is booked', async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(paths.vehicle('1'));
  await visitor.tap(visitor.link('Schedule Test Ride'));
  await visitor.tap(page.locator('label[for^=day]').nth(3));
  await visitor.tap(page.locator('label:has([name=slot]:enabled) >> visible=true').first());
  await visitor.write(visitor.field('Name'), 'Asha');
  await visitor.write(visitor.field('Phone'), '9820012345');
  await visitor.tap(visitor.button('Request visit'));
  await expect(page.getByRole('heading', { level: 1, name: 'We have your request' })).toBeVisible();
  expect(visitor.cost).toMatchObject({ taps: 4, fields: 2 });
});

test('the instalment of a bike is seen', async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(paths.vehicle('1'));
  await visitor.tap(visitor.link(/^EMI ₹/));
  await expect(page.locator('#result')).toContainText(/Monthly EMI ₹[\d,]+/);
  expect(visitor.cost).toMatchObject({ taps: 1, fields: 0 });
});

test('an account is made, and leads to its profile', async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(paths.home());
  await visitor.tap(visitor.quick('Profile'));
  await visitor.tap(visitor.link('Create an account'));
  await visitor.write(visitor.field('Name'), 'Asha');
  await visitor.write(visitor.field('Email'), `flow-${process.pid}@example.com`);
  await visitor.write(visitor.field('Password'), 'open!sesame');
  await visitor.tap(visitor.button('Create an account'));
  await expect(page).toHaveURL(new RegExp(paths.profile()));
  expect(visitor.cost).toMatchObject({ taps: 3, fields: 3 });
});
