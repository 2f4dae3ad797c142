import type { Page } from 'playwright/test';
import { startSite } from '../support/running-site';
import { wrongFor } from './axe';
import { findWrongTexts } from './cut-text';
import { expect, test } from './site-test';

declare global {
  interface Window {
    countPress?: () => void;
  }
}

const vehicles = 40;

/** As a dealer keeps them in a spreadsheet. */
const stockFile = [
  'Stock no,Make,Model,Type,Fuel,Price,Year,KM,Reg. No',
  ...Array.from(
    { length: vehicles },
    (_, at) =>
      `K-${at + 1},Honda,Shine 125 of Kothrud ${at + 1},Bike,Petrol,${52_000 + at * 500},2021,${12_000 + at},MH12AB${1000 + at}`,
  ),
].join('\n');

/** Presses of the page and of fields that are filled in, from its first page on. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    addEventListener('click', ({ isTrusted }) => isTrusted && window.countPress?.(), true);
    // A field is pressed before it is filled in.
    addEventListener(
      'change',
      ({ target }) => target instanceof HTMLInputElement && target.type !== 'radio' && window.countPress?.(),
      true,
    );
  });
  return () => presses;
}

test('a dealer opens the shop by the link from the terminal, on a phone and without help', async ({ page }) => {
  const site = await startSite();
  const findLink = (): string => /http:\S+\/setup\?token=\S+/.exec(site.printed())?.[0] ?? '';
  await expect.poll(findLink).not.toBe('');
  const getPresses = await countPresses(page);
  await page.goto(findLink());
  for (const width of [280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, overflow, await findWrongTexts(page)]).toEqual([width, 0, []]);
  }
  expect(await wrongFor(page)).toEqual([]);

  const start = performance.now();
  await page.getByLabel('Name of the shop').fill('Pune Two Wheels');
  await page.getByLabel('Phone of the shop').fill('98220 12345');
  await page.getByLabel('City').fill('Pune');
  await page.getByLabel('Your e-mail').fill('sunil@example.com');
  await page.getByLabel('New password').fill('short.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert')).toContainText('12 characters');
  await page.getByLabel('New password').fill('four words and a stop.');
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByLabel('A file of a spreadsheet').setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(stockFile),
  });
  await page.getByRole('button', { name: 'Look at my file' }).click();
  await page.getByRole('button', { name: `Apply ${vehicles}` }).click();
  // The link below stands on the page before too: pressed there, it would stop the file from being sent.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('link', { name: 'Go on setting up the shop' }).click();
  await page.getByRole('button', { name: 'Hide all samples' }).click();
  await expect(page.getByText('No sample is shown to customers.')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByLabel('Violet').check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('The newest copy is of')).toBeVisible();
  await page.getByRole('button', { name: 'Open the shop' }).click();
  await expect(page).toHaveURL(/\/desk\/today$/);
  const [presses, seconds] = [getPresses(), (performance.now() - start) / 1_000];
  const figures = `The first day: ${presses} presses and ${seconds.toFixed(1)} s of the machine for ${vehicles} vehicles.`;
  test.info().annotations.push({ type: 'first day', description: figures });
  process.stdout.write(`${figures}\n`);
  expect(presses).toBeLessThanOrEqual(25);
  expect(seconds).toBeLessThan(600);

  await page.goto(`${site.origin}/contact`);
  await expect(page.getByRole('link', { name: '98220 12345' }).first()).toBeVisible();
  await page.goto(`${site.origin}/bikes?stock=used`);
  await expect(page.getByRole('heading', { name: /Shine 125 of Kothrud/ }).first()).toBeVisible();
  await site.stop();
});
