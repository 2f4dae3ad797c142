import type { Locator } from 'playwright/test';
import { expect, test } from './site-test';

const counted = async (row: Locator): Promise<number> => Number((await row.textContent())?.replace(/\D/g, ''));

test('the tabs and links work, and Refresh shows changes since', async ({ page }) => {
  await page.goto('/dashboard');
  const contacts = page.getByRole('region', { name: 'Contacts' }).getByRole('link', { name: /Total Contacts/ });
  const before = await counted(contacts);
  await page.request.post('/api/contacts', {
    data: { name: 'Asha', email: 'asha@example.com', subject: 'A ride', message: 'On Saturday, please.' },
  });
  await page.getByRole('link', { name: 'Refresh' }).click();
  await expect.poll(() => counted(contacts)).toBeGreaterThan(before);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByText('Error Reporting')).toBeVisible();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('link', { name: 'Sell Your Scooter' }).click();
  await expect(page).toHaveURL(/\/sell-scooters\?view=form/);
});

test('figures that cannot be loaded show an error, and the previous ones stay', async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts Refresh is a link like any other');
  await page.goto('/dashboard');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Refresh' }).click();
  await expect(page.getByText('Failed to load dashboard statistics')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Market Overview' })).toBeVisible();
});
