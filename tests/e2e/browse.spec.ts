import type { Page } from 'playwright/test';
import { alsoOnDesk, expect, test, waitUntilReady } from './site-test';

/** Opens the filters, which are always open beside the list on a desktop. */
async function openFilters(page: Page): Promise<void> {
  const summary = page.locator('summary', { hasText: 'Filters' });
  if (await summary.isVisible()) await summary.click();
}

test('several filters narrow a search at once, it is sorted, and filters are removed again', async ({ page }) => {
  await page.goto('/browse');
  await expect(page.getByRole('heading', { name: '37 vehicles' })).toBeVisible();
  await openFilters(page);
  await page.getByRole('checkbox', { name: 'Second-hand 12' }).check();
  await page.getByRole('checkbox', { name: /^Honda/ }).check();
  await page.getByRole('checkbox', { name: /^TVS/ }).check();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/kind=used&.*brand=\w+&brand=\w+/);
  await expect(page.getByRole('heading', { name: '5 vehicles' })).toBeVisible();

  await page.locator('summary', { hasText: 'Sort' }).click();
  await page.getByRole('link', { name: 'Lowest price' }).click();
  await expect(page).toHaveURL(/brand=Honda.*&sort=price/);
  await page.getByRole('link', { name: 'Without Second-hand' }).click();
  await expect(page.getByRole('heading', { name: '12 vehicles' })).toBeVisible();
  await expect(page).toHaveURL(/\/browse\?brand=\w+&brand=\w+&sort=price/);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { name: '37 vehicles' })).toBeVisible();
});

for (const tag of alsoOnDesk)
  test(`with a script the list changes in place: focus and scroll position stay, and the count is announced${tag}`, async ({
    page,
  }) => {
    await page.goto('/browse');
    await waitUntilReady(page);
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'page';
    });
    await page.locator('summary', { hasText: 'Sort' }).click();
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    const before = await page.evaluate(() => scrollY);
    await page.getByRole('link', { name: 'Lowest price' }).click();
    await expect(page).toHaveURL('/browse?sort=price');
    await expect(page.locator('summary', { hasText: 'Sort' })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    const sort = page.locator('details', { has: page.locator('summary', { hasText: 'Sort' }) });
    await sort.locator('summary').press('Enter');
    await sort.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(sort).not.toHaveAttribute('open');
    await expect(sort.locator('summary')).toBeFocused();
    await openFilters(page);
    await page.getByRole('checkbox', { name: /^Honda/ }).check();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL('/browse?sort=price&brand=Honda');
    await expect(page.getByRole('status').filter({ hasText: /^\d+ vehicles$/ })).toHaveCount(1);
    await page.getByRole('link', { name: 'Without Honda' }).click();
    await expect(page).toHaveURL('/browse?sort=price');
    await expect(page.getByRole('heading', { name: '37 vehicles' })).toBeFocused();
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL('/browse?sort=price&page=2');
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL('/browse?sort=price');
    await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
    const compare = page.getByRole('button', { name: /^Compare / }).nth(3);
    await compare.click();
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    await expect(compare).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.dataset.same)).toBe('page');
  });

test('a price range is entered, and a search keeps it', async ({ page }) => {
  await page.goto('/browse?kind=new');
  await openFilters(page);
  await page.getByLabel('From ₹').fill('70,000');
  await page.getByLabel('to ₹').fill('₹80,000');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Without ₹70,000 to ₹80,000' })).toBeVisible();
  await page.locator('[type=search]').fill('activa');
  await page.locator('[type=search]').press('Enter');
  await expect(page.getByRole('heading', { name: '1 vehicle' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Honda Activa 110' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('kind')).toBe('new');
});

test('a phone shows four whole results on its first screen, and five between the tools and the bottom bar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/browse?q=honda&maxPrice=150000');
  const first = await page.getByRole('heading', { level: 3 }).first().boundingBox();
  expect(first?.y).toBeLessThan(400);
  await page.goto('/browse');
  const rows = page.locator('main li:has(h3)');
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  const five = boxes.slice(0, 5).reduce((sum, { height }) => sum + height, 0);
  const bar = await page.getByRole('navigation', { name: 'Quick', exact: true }).boundingBox();
  expect(boxes[3]?.bottom).toBeLessThan(bar?.y ?? 0);
  expect(60 + five).toBeLessThan(bar?.y ?? 0);
});

test('the grid is a choice that stays while the list is narrowed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/browse');
  await waitUntilReady(page);
  await page.getByRole('link', { name: 'Show as a grid' }).click();
  await expect(page).toHaveURL('/browse?view=grid');
  // A page of rows has no style of the grid: it came with the grid.
  const first = page.locator('main li:has(h3)').nth(0);
  const second = page.locator('main li:has(h3)').nth(1);
  expect((await first.boundingBox())?.y).toBe((await second.boundingBox())?.y);
  await openFilters(page);
  await page.getByRole('link', { name: /^Under ₹1 Lakh/ }).click();
  await expect(page).toHaveURL('/browse?maxPrice=99999&view=grid');
  await page.getByRole('link', { name: 'Show as a list' }).click();
  await expect(page).toHaveURL('/browse?maxPrice=99999');
});

test('pages are linked, and adding a vehicle to the compare list keeps the scroll position', async ({ page }) => {
  await page.goto('/browse?fuelType=Petrol');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/browse?fuelType=Petrol&page=2');
  const compare = page.getByRole('button', { name: /^Compare / }).first();
  await compare.click();
  await expect(page).toHaveURL(/\/browse\?fuelType=Petrol&page=2/);
  await expect(compare).toHaveAttribute('aria-pressed', 'true');
});

test('an empty result offers the results without each filter', async ({ page }) => {
  await page.goto('/browse?brand=Honda&fuelType=Hybrid');
  await expect(page.getByRole('heading', { name: 'No vehicle matches all filters' })).toBeVisible();
  await page.getByRole('link', { name: 'Without “Hybrid”' }).click();
  await expect(page).toHaveURL('/browse?brand=Honda');
  await page.goto('/browse?q=zeppelin');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse everything' }).click();
  await expect(page).toHaveURL('/browse');
});
