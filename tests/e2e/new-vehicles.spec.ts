import { alsoOnDesk, alsoWithoutScript, expect, test, usesScript, waitUntilReady } from './site-test';

test('filters recommend vehicles, are relaxed when too few match, and are removed again', async ({ page }) => {
  await page.goto('/bikes');
  await expect(page.getByText('Select filters above to see recommended vehicles.')).toBeVisible();
  const recommended = page.getByRole('region', { name: 'Recommended Vehicles' });
  const choose = async (filter: string, option: string) => {
    const card = page.getByRole('region', { name: 'Filters' }).getByRole('group').filter({ hasText: filter });
    await card.locator('summary').click();
    await card.getByRole('link', { name: option }).click();
    await expect(card.getByText(`Selected: ${option}`)).toBeVisible();
    // Choosing closes the panel.
    await expect(card.getByRole('link', { name: option })).toBeHidden();
  };
  await choose('Mileage', '40-50 km/l');
  await expect(page).toHaveURL('/bikes?mileage=40-50#mileage');
  await choose('Two-Wheeler Type', 'Bike');
  await choose('Budget', '₹1-1.5 Lakh');
  await expect(recommended.getByText('Showing 4 vehicles matching your selected filters')).toBeVisible();
  await expect(recommended.getByText('Left out to find enough: Mileage, Two-Wheeler Type.')).toBeVisible();
  const exact = recommended.getByRole('listitem').filter({ hasText: 'Exact match' });
  await expect(exact.getByRole('heading')).toHaveText(['TVS Apache RTR 160 4V']);
  await recommended.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/bikes#filters');
});

test('one filter is open at a time', async ({ page }) => {
  await page.goto('/explore');
  const card = (title: string) => page.getByRole('group').filter({ hasText: title });
  await card('Fuel Type').locator('summary').click();
  await expect(card('Fuel Type').getByRole('link', { name: 'Electric' })).toBeVisible();
  await card('Budget').locator('summary').click();
  await expect(card('Fuel Type').getByRole('link', { name: 'Electric' })).toBeHidden();
  await expect(card('Budget').getByRole('link', { name: 'Above ₹2 Lakh' })).toBeVisible();
  if (!usesScript()) return;
  await waitUntilReady(page);
  await page.keyboard.press('Escape');
  await expect(card('Budget').getByRole('link', { name: 'Above ₹2 Lakh' })).toBeHidden();
  await expect(card('Budget').locator('summary')).toBeFocused();
});

for (const tag of alsoOnDesk)
  test(`a card opens the modal, its pictures cycle, and closing returns to the same scroll position${tag}`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto('/scooters');
    const name = page.getByRole('link', { name: 'Suzuki Access 125', exact: true });
    await name.scrollIntoViewIfNeeded();
    const before = await name.boundingBox();
    expect(before).not.toBeNull();
    await name.click();
    const modal = page.getByRole('dialog', { name: 'Suzuki Access 125' });
    await expect(modal).toBeVisible();
    await expect(page).toHaveURL('/scooters?open=17#panel');
    await expect(modal.getByText('picture 1 of 3')).toBeVisible();
    await modal.getByRole('link', { name: 'Previous picture' }).click();
    await expect(modal.getByText('picture 3 of 3')).toBeVisible();
    await modal.getByRole('link', { name: 'Next picture' }).click();
    await expect(modal.getByText('picture 1 of 3')).toBeVisible();
    if (javaScriptEnabled !== false) await expect(modal.getByRole('link', { name: 'Next picture' })).toBeFocused();
    await expect(modal.getByRole('term')).toHaveText([
      'Mileage',
      'Fuel Type',
      'Fuel Tank Capacity',
      'Seating',
      'Brakes',
      'Lights',
      'Speed Raise',
      'Comfort',
      'Compatibility',
    ]);
    await modal.getByRole('link', { name: 'Close' }).click();
    await expect(modal).toBeHidden();
    await expect(page).toHaveURL('/scooters#vehicle-17');
    await expect(name).toBeInViewport();
    if (javaScriptEnabled === false) return;
    expect((await name.boundingBox())?.y).toBe(before?.y);
    await expect(name).toBeFocused();
  });

test('with scripts the modal is over the page: Escape and Back close it, without reloading the page', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'this is the short way, for browsers with scripts');
  await page.goto('/bikes');
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url());
  });
  const offer = page.getByRole('link', { name: 'Avail This Offer Now' });
  const modal = page.getByRole('dialog', { name: 'TVS Jupiter 110' });
  await offer.click();
  await expect(modal).toBeVisible();
  expect(await modal.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(offer).toBeFocused();
  await expect(page).toHaveURL('/bikes#vehicle-6');
  await offer.click();
  await expect(modal).toBeVisible();
  await page.goBack();
  await expect(modal).toBeHidden();
  await expect(page).toHaveURL('/bikes#vehicle-6');
  await page.goForward();
  await expect(modal).toBeVisible();
  // The backdrop closes too.
  await page.mouse.click(4, 4);
  await expect(modal).toBeHidden();
  expect(documents).toEqual([]);
});

for (const tag of alsoWithoutScript)
  test(`the address of a modal opens it on the first screen, also when it is reloaded${tag}`, async ({
    page,
    javaScriptEnabled,
  }) => {
    const hasScript = javaScriptEnabled !== false;
    const modal = page.getByRole('dialog');
    const expectOpen = async () => {
      await expect(modal.getByRole('heading', { level: 2 })).toBeInViewport();
      await expect(modal.getByRole('link', { name: 'Close' })).toBeInViewport();
      if (!hasScript) return;
      await expect(modal).toHaveJSProperty('open', true);
      expect(await modal.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    };
    for (const address of ['/bikes?open=1&image=2', '/scooters?open=5#panel']) {
      await page.goto('/showroom');
      await page.goto(address);
      await expectOpen();
      await page.reload();
      if (hasScript) await waitUntilReady(page);
      await expectOpen();
      await modal.getByRole('link', { name: 'Close' }).click();
      await expect(modal).toBeHidden();
      await expect(page).not.toHaveURL(/open=/);
      await page.goBack();
      await expectOpen();
      await expect(page).toHaveURL(address);
    }
  });

test('Buy/Book Now is confirmed in place, and a visitor can leave a name', async ({ page }) => {
  await page.goto('/bikes?open=6#panel');
  await page.getByRole('button', { name: 'Buy/Book Now' }).click();
  await expect(page).toHaveURL('/bikes#vehicle-6');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const reported = page.getByRole('status').filter({ hasText: 'Booking process for TVS Jupiter 110 initiated!' });
  await expect(reported).toBeInViewport();
  await expect(reported.getByRole('link', { name: 'Leave your name' })).toHaveAttribute('href', /^\/contact\?about=6&/);
  await page.reload();
  await expect(reported).toHaveCount(0);
});
