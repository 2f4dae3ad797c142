import { expect, test } from './site-test';

test('the map of another site is requested only when it is opened', async ({ page }) => {
  const requested: string[] = [];
  await page.route('https://www.openstreetmap.org/**', (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>map</title>' });
  });
  await page.goto('/company-details');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kalpanik Construction Equipment Private Limited');
  expect(requested).toEqual([]);
  await page.getByRole('link', { name: 'Show map' }).click();
  const map = page.getByTitle('Map: Kalpanik Yard, Bengaluru');
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => requested.length).toBe(1);
  await page.getByRole('link', { name: 'Hide map' }).click();
  await expect(map).toHaveCount(0);
});

test('a banner has its text on its colours, without any picture', async ({ page }) => {
  await page.route('**/drawings/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/company-details');
  const banner = page
    .getByRole('main')
    .locator('div', { has: page.getByRole('paragraph').filter({ hasText: /^Kalpanik Equipment$/ }) })
    .last();
  await expect(banner).toContainText('Kalpanik Equipment');
  expect((await banner.boundingBox())?.height).toBeGreaterThan(120);
});

test('Back on Follow Us leads to the previous page', async ({ page, javaScriptEnabled }) => {
  await page.goto('/support');
  await page.goto('/follow-us');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(javaScriptEnabled === false ? /\/main$/ : /\/support$/);
});

test('an issue leads to the prefilled contact form', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('link', { name: 'Account Issue' }).click();
  await expect(page).toHaveURL(/\/contact\?subject=Account\+Issue&category=support$/);
  await expect(page.getByLabel('Subject')).toHaveValue('Account Issue');
});
