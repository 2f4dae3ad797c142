import { expect, test } from './site-test';

test('a search is narrowed filter by filter, sorted, and widened again @also-without-script', async ({ page }) => {
  await page.goto('/browse');
  await expect(page.getByRole('heading', { name: '37 vehicles' })).toBeVisible();
  const filters = page.getByRole('region', { name: 'Filters' });

  await filters.locator('summary', { hasText: 'Kind' }).click();
  await filters.getByRole('link', { name: 'Second-hand 12' }).click();
  await expect(page).toHaveURL('/browse?kind=used');
  await expect(page.getByRole('heading', { name: '12 vehicles' })).toBeVisible();

  await filters.locator('summary', { hasText: 'Brand' }).click();
  const honda = filters.getByRole('link', { name: /^Honda \d+$/ });
  const hondas = ((await honda.textContent()) ?? '').replace(/\D/g, '');
  await honda.click();
  await expect(page.getByRole('heading', { name: `${hondas} vehicle` })).toBeVisible();

  await page.getByRole('link', { name: 'Lowest price' }).click();
  await expect(page).toHaveURL('/browse?kind=used&brand=Honda&sort=price');
  await page.getByRole('link', { name: 'Without Second-hand' }).click();
  await expect(page).toHaveURL('/browse?brand=Honda&sort=price');
  await page.goBack();
  await expect(page).toHaveURL('/browse?kind=used&brand=Honda&sort=price');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { name: '37 vehicles' })).toBeVisible();
});

test('a price range is entered, and a search keeps it', async ({ page }) => {
  await page.goto('/browse?kind=new');
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.locator('summary', { hasText: 'Price' }).click();
  await filters.getByLabel('From ₹').fill('70,000');
  await filters.getByLabel('to ₹').fill('₹80,000');
  await filters.getByRole('button', { name: 'Show' }).click();
  await expect(filters.getByRole('link', { name: 'Without ₹70,000 to ₹80,000' })).toBeVisible();
  await page.getByRole('searchbox').fill('activa');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('heading', { name: '1 vehicle' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Honda Activa 110' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('kind')).toBe('new');
});

test('pages lead on, and adding a vehicle to the compare list keeps the scroll position', async ({ page }) => {
  await page.goto('/browse?fuelType=Petrol');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/browse?fuelType=Petrol&page=2');
  const compare = page.getByRole('button', { name: /^Compare / }).first();
  await compare.click();
  await expect(page).toHaveURL(/\/browse\?fuelType=Petrol&page=2/);
  await expect(compare).toHaveAttribute('aria-pressed', 'true');
});

test('an empty result offers links', async ({ page }) => {
  await page.goto('/browse?q=zeppelin&fuelType=Diesel');
  await expect(page.getByRole('heading', { name: 'Nothing on this road' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse everything' }).click();
  await expect(page).toHaveURL('/browse');
});
