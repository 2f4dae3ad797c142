import type { Page } from 'playwright/test';
import { landscapes, listBike } from './list-bike';
import { alsoWithoutScript, expect, test } from './site-test';

/** The smallest supported phone, and the position of its bottom bar. */
const phone = { width: 360, height: 740 };
const bottomBar = 676;

/** Ids of one offer of each template, with the longest name where one can be chosen. */
const templates: readonly { what: string; idOf: (page: Page) => Promise<string> | string }[] = [
  { what: 'a new bike', idOf: () => '1' },
  { what: 'an electric scooter', idOf: () => '8' },
  { what: 'an upcoming bike', idOf: () => '9' },
  { what: 'a used bike', idOf: () => '105' },
  { what: 'a sample', idOf: () => 'sample-bike-1' },
  { what: 'a listing without photos', idOf: (page) => listBike(page, {}, []) },
  {
    what: 'a listing with five photos and the longest name',
    idOf: (page) =>
      listBike(
        page,
        {
          name: 'Royal Enfield Classic 350 Signals Edition Airborne Blue Dual Channel With Crates',
          city: 'Thiruvananthapuram',
        },
        landscapes(5),
      ),
  },
];

for (const { what, idOf } of templates) {
  test(`name, price and action of ${what} are in the first screen of a phone`, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(`/vehicle-details?vehicle=${await idOf(page)}`);
    const asking = page.locator('.rail');
    const [name, price, action] = [
      page.locator('main h1'),
      asking.getByText(/^₹[\d,]+/).first(),
      asking.locator('.button').first(),
    ];
    for (const [part, least] of [
      [name, 0],
      [price, 0],
      [action, 44],
    ] as const) {
      const box = await part.boundingBox();
      if (!box) throw new Error('not shown');
      expect(box.y + box.height).toBeLessThanOrEqual(bottomBar);
      expect(box.height).toBeGreaterThanOrEqual(least);
    }
    // Only one is filled.
    const colours = await asking
      .locator('a, button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    const main = await action.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(colours.filter((colour) => colour === main)).toHaveLength(1);
    // The bar with price and action appears once they have scrolled away.
    const same = page.getByRole('main').getByRole('link', { name: (await action.textContent()) ?? '' });
    await expect(same).toHaveCount(1);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await expect(same.last()).toBeInViewport();
  });
}

for (const tag of alsoWithoutScript)
  test(`a photo fills the window, and closing it leads back to it${tag}`, async ({ page, javaScriptEnabled }) => {
    const hasScript = javaScriptEnabled !== false;
    const id = await listBike(page, {}, landscapes(3));
    await page.setViewportSize(phone);
    await page.goto(`/vehicle-details?vehicle=${id}`);
    const photos = page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
    await expect(photos.getByText('1 / 3')).toBeInViewport();
    await expect(photos.getByText('2 / 3')).not.toBeInViewport();
    const first = photos.getByRole('link').first();
    await first.click();
    const screen = page.getByRole('dialog', { name: 'Honda Shine 125' });
    await expect(screen.getByRole('img', { name: 'photo 1 of 3' })).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(`/vehicle-details?vehicle=${id}&photo=1`);
    await expect(screen.getByRole('link', { name: 'Previous photo' })).toHaveCount(0);
    const strip = screen.getByRole('list').first();
    for (const [by, number] of [
      [1, 2],
      [-1, 1],
    ] as const) {
      await strip.evaluate(
        (list, screens) => list.scrollBy({ left: screens * list.clientWidth, behavior: 'instant' }),
        by,
      );
      await expect(screen.getByRole('img', { name: `photo ${number} of 3` })).toBeInViewport({ ratio: 1 });
      const thumb = screen.locator('.stage-thumbs a').nth(number - 1);
      if (javaScriptEnabled !== false) await expect(thumb).toHaveAttribute('aria-current', 'true');
    }
    if (hasScript) await page.keyboard.press('ArrowRight');
    else await screen.getByRole('link', { name: 'Next photo' }).click();
    await expect(screen.getByRole('img', { name: 'photo 2 of 3' })).toBeInViewport({ ratio: 1 });
    await screen.getByRole('link', { name: 'Next photo' }).click();
    await expect(screen.getByRole('img', { name: 'photo 3 of 3' })).toBeInViewport({ ratio: 1 });
    await expect(screen.getByRole('link', { name: 'Next photo' })).toHaveCount(0);
    await expect(screen.getByRole('link', { name: 'Contact Seller' })).toBeInViewport({ ratio: 1 });
    if (hasScript) await page.keyboard.press('Escape');
    else await screen.getByRole('link', { name: 'Close' }).click();
    await expect(screen).toHaveCount(0);
    await expect(page).toHaveURL(`/vehicle-details?vehicle=${id}#photo-3`);
    if (hasScript) await expect(first).toBeFocused();
  });

test('leads from a list to the details, through the pictures, and back to the previous page', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/browse?brand=Royal+Enfield');
  // By its address: sellers may have listed others by the same name.
  await page.locator('a[href="/vehicle-details?vehicle=1"]', { hasText: 'Royal Enfield Classic 350' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Royal Enfield Classic 350');
  await expect(page.getByRole('img', { name: 'in Madras Red' })).toBeVisible();

  const pictures = page.getByRole('navigation', { name: 'Pictures' });
  await pictures.getByRole('link', { name: 'Next picture' }).click();
  await expect(page).toHaveURL('/vehicle-details?vehicle=1&image=2');
  await expect(page.getByRole('img', { name: 'in Jodhpur Blue' })).toBeVisible();
  await pictures.getByRole('link', { name: 'Medallion Bronze' }).click();
  await expect(pictures.getByRole('link', { name: 'Medallion Bronze' })).toHaveAttribute('aria-current', 'true');
  await pictures.getByRole('link', { name: 'Next picture' }).click();
  await expect(page.getByRole('img', { name: 'in Madras Red' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
  // Without a script the Back link opens the list that contains the vehicle.
  await expect(page).toHaveURL(javaScriptEnabled === false ? '/bikes' : '/browse?brand=Royal+Enfield');
});

test('opened directly, Back leads to the list that contains it', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=105');
  await page.getByRole('main').getByRole('link', { name: 'Second Hand Bikes' }).first().click();
  await expect(page).toHaveURL('/bikes?stock=used');
});

test('a booking is confirmed in place, and a comparison begins', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=6');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page).toHaveURL('/vehicle-details?vehicle=6');
  await expect(
    page.getByRole('status').filter({ hasText: 'Booking process for TVS Jupiter 110 initiated!' }),
  ).toBeVisible();
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await compare.click();
  await expect(compare).toHaveAttribute('aria-pressed', 'true');
  // The bar with the price replaces the compare bar, so the bottom bar has the count.
  await expect(page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Compare' })).toContainText(
    '1',
  );
});

test('an upcoming vehicle can be enquired about, not ridden or booked', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=9');
  await expect(page.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Schedule Test Ride' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Enquire Now' }).first().click();
  await expect(page).toHaveURL(/\/contact\?subject=Enquiry%3A\+Royal\+Enfield\+Himalayan\+750&category=sales&about=9$/);
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Enquiry: Royal Enfield Himalayan 750');
});

test('the page prints its content without controls', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=105');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Condition' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enquire Now' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Second-hand, similar price' })).toBeHidden();
});
