import { startSite } from '../support/running-site';
import { wrongFor } from './axe';
import { findWrongTexts } from './cut-text';
import { expect, test } from './site-test';

test('a dealer opens the shop by the link from the terminal, on a phone and without help', async ({ page }) => {
  const site = await startSite();
  const findLink = (): string => /http:\S+\/setup\?token=\S+/.exec(site.printed())?.[0] ?? '';
  await expect.poll(findLink).not.toBe('');
  await page.goto(findLink());
  for (const width of [280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, overflow, await findWrongTexts(page)]).toEqual([width, 0, []]);
  }
  expect(await wrongFor(page)).toEqual([]);

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
    buffer: Buffer.from('name,brand,price,year,kilometres\nShine 125 of Kothrud,Honda,62000,2021,23000\n'),
  });
  await page.getByRole('button', { name: 'Look at my file' }).click();
  await page.getByRole('button', { name: /^Apply/ }).click();
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

  await page.goto(`${site.origin}/contact`);
  await expect(page.getByRole('link', { name: '98220 12345' }).first()).toBeVisible();
  await page.goto(`${site.origin}/bikes?stock=used`);
  await expect(page.getByRole('heading', { name: 'Shine 125 of Kothrud' }).first()).toBeVisible();
  await site.stop();
});
