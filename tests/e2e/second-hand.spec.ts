import { expect, test } from './site-test';

test('second-hand vehicles lead to their complete details, and can be compared', async ({ page }) => {
  await page.goto('/scooters?stock=used');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second Hand Scooters');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Hero Vida V1 Pro' }) });
  const [plate, whole] = [await card.getByText('RJ 14 LX 0000').boundingBox(), await card.boundingBox()];
  if (!plate || !whole) throw new Error('not shown');
  expect(plate.x + plate.width).toBeLessThanOrEqual(whole.x + whole.width);
  await card.getByRole('button', { name: 'Compare Hero Vida V1 Pro' }).click();
  await expect(card.getByRole('button', { pressed: true })).toBeVisible();
  // The name's link covers the whole card, and with it this text.
  await expect(card).toContainText('View Complete Details');
  await card.getByRole('link', { name: 'Hero Vida V1 Pro' }).click();
  await expect(page).toHaveURL('/vehicle-details?vehicle=204');
});
