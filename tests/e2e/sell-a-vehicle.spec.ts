import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { sized } from '../support/exhaustive';
import { isoFile, phonePhoto, samplePhoto } from '../support/photo-samples';
import { openPart, sendForm } from './form-parts';
import { alsoWithoutScript, expect, test, usesScript, waitUntilReady } from './site-test';

type Kind = { path: '/sell-bikes' | '/sell-scooters'; one: 'Bike' | 'Scooter'; listed: string };
const kinds: Kind[] = [
  { path: '/sell-bikes', one: 'Bike', listed: 'Your bike has been listed successfully!' },
  { path: '/sell-scooters', one: 'Scooter', listed: 'Your scooter has been listed successfully!' },
];

let made = 0;
/** A name of this test's vehicle only. */
const freshName = (word: string): string => {
  made += 1;
  return `${word} ${process.pid}-${made}`;
};

/** Large files on the disk, as a browser reads them: sent to it as bytes they take seconds. @returns their paths */
const storeFiles = (files: Readonly<Record<string, Buffer>>): string[] =>
  Object.entries(files).map(([name, bytes]) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  });

async function fillIn(page: Page, name: string): Promise<void> {
  // A script that comes after the form hides all parts but one.
  if (usesScript()) await waitUntilReady(page);
  await (await openPart(page.getByLabel('Name', { exact: true }))).fill(name);
  await page.getByLabel('Brand').fill('Hero');
  await page.getByLabel('Year').fill('2021');
  await page.getByText('Petrol', { exact: true }).click();
  await (await openPart(page.getByLabel('Days used'))).fill('1,240');
  await page.getByRole('radio', { name: /^Good/ }).check();
  await page.getByLabel('Mileage').fill('61.5');
  await page.getByLabel('Top speed').fill('92');
  await (await openPart(page.getByLabel('Present price'))).fill('₹1,52,000');
  await page.getByLabel('Past price').fill('2,05,800');
  await (await openPart(page.getByLabel('License number'))).fill('MH 14 JX 0000');
}

async function pressAtPhotos(page: Page, name: string): Promise<void> {
  await openPart(page.locator('#images'));
  await page.getByRole('button', { name }).click();
}

// Both have one form and one list.
for (const { path, one, listed } of sized(kinds.slice(0, 1), kinds)) {
  test.describe(path, () => {
    for (const tag of alsoWithoutScript)
      test(`lists a vehicle with photos, finds it again, opens it, marks it sold${tag}`, async ({ page }) => {
        const name = freshName(`Splendor ${one}`);
        await page.goto(path);
        await page.getByRole('link', { name: `Sell New ${one}` }).click();
        await expect(page.getByRole('heading', { level: 1, name: `Sell Your ${one}` })).toBeVisible();
        await fillIn(page, name);
        await page.getByLabel('Add photos').setInputFiles([
          {
            name: 'front.jpg',
            mimeType: 'image/jpeg',
            buffer: await samplePhoto('jpeg', { width: 1600, height: 1200 }),
          },
          { name: 'side.png', mimeType: 'image/png', buffer: await samplePhoto('png', { width: 800, height: 600 }) },
        ]);
        if (usesScript()) {
          await openPart(page.locator('#images'));
          await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible();
        }
        await sendForm(page, `List My ${one}`);

        await expect(page.getByRole('status').getByText(listed)).toBeVisible();
        await expect(page.getByRole('code')).toHaveText(/^[0-9A-HJKMNP-TV-Z]{4}( [0-9A-HJKMNP-TV-Z]{4}){7} ?$/);
        await page.reload();
        await expect(page.getByRole('code')).toHaveCount(0);
        await expect(page.getByRole('heading', { name: `Your ${one.toLowerCase()} is on the road` })).toBeVisible();

        await page.goto(path);
        await page.locator('[type=search]').fill(name.toUpperCase());
        await page.locator('[type=search]').press('Enter');
        const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
        await expect(card).toContainText('Your Listing');
        await expect(card).toContainText('Used · Good');
        await expect(card).toContainText('₹1,52,000');

        await page.getByRole('link', { name }).click();
        const panel = page.getByRole('region', { name: `${one} Details` });
        await expect(panel).toContainText('₹1,52,000');
        await expect(panel).toContainText('You save ₹53,800, 26.1% off');
        await expect(panel).toContainText('MH 14 JX 0000');
        await expect(panel.getByRole('img', { name: /photo 1 of 2/ })).toBeVisible();
        await expect
          .poll(() =>
            panel
              .getByRole('img')
              .first()
              .evaluate((img: HTMLImageElement) => img.naturalWidth),
          )
          .toBeGreaterThan(0);

        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await panel.getByRole('button', { name: 'Mark as sold' }).click();
        await expect(page.getByRole('status').getByText('The listing is marked as sold.')).toBeVisible();
        await page.goto(`${path}?q=${encodeURIComponent(name)}`);
        await expect(page.getByRole('link', { name })).toHaveCount(0);
      });
  });
}

for (const tag of alsoWithoutScript)
  test(`an invalid form shows its errors, and keeps its values and photos${tag}`, async ({ page }) => {
    const name = freshName('Mistaken');
    await page.goto('/sell-bikes?view=form');
    await fillIn(page, name);
    await (await openPart(page.getByLabel('Year'))).fill('1999');
    await (await openPart(page.getByLabel('Mileage'))).fill('-4');
    await page
      .getByLabel('Add photos')
      .setInputFiles([
        { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto('jpeg', { width: 900, height: 700 }) },
      ]);
    await sendForm(page, 'List My Bike');
    const summary = page.getByRole('alert');
    await expect(summary).toContainText(/Year must be between 2000 and 20\d\d/);
    await expect(summary).toContainText('Mileage must be 0 or more');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
    await expect(page.getByLabel('Present price')).toHaveValue('₹1,52,000');
    await openPart(page.locator('#images'));
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();

    await (await openPart(page.getByLabel('Year'))).fill('2020');
    await (await openPart(page.getByLabel('Mileage'))).fill('55');
    await sendForm(page, 'List My Bike');
    await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
    await page.goto(`/sell-bikes?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name }).click();
    await expect(
      page.getByRole('region', { name: /Details$/ }).getByRole('img', { name: /photo 1 of 1/ }),
    ).toBeVisible();
  });

test('a photo that is too large or no photo affects neither the text nor the other photos', async ({ page }) => {
  const name = freshName('Heavy');
  await page.goto('/sell-scooters?view=form');
  await fillIn(page, name);
  await page.getByLabel('Add photos').setInputFiles(
    storeFiles({
      'huge.jpg': Buffer.alloc(8 * 1024 * 1024 + 1, 1),
      'page.jpg': Buffer.from('<html><script>alert(1)</script></html>'),
      'good.jpg': await samplePhoto('jpeg', { width: 640, height: 480 }),
    }),
  );
  if (!usesScript()) {
    await sendForm(page, 'List My Scooter');
  }
  await openPart(page.locator('#images'));
  await expect(page.getByText('huge.jpg is larger than 8 MB').first()).toBeVisible();
  await expect(page.getByText('page.jpg is not a JPEG, PNG, WebP or AVIF photo').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await pressAtPhotos(page, 'Remove photo 1');
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
});

const getTiles = (page: Page) => page.getByRole('img', { name: /^\d of \d$/ });
/** Sources of the photos in the form, in their order. */
const getOrder = (page: Page) =>
  page.locator('[name=photos]').evaluateAll((fields) => fields.map((field) => field.getAttribute('value') ?? ''));

test('photos are ordered by their buttons, and the first is the cover', async ({ page }) => {
  const name = freshName('Ordered');
  await page.goto('/sell-bikes?view=form');
  await fillIn(page, name);
  const colours = ['#b3261e', '#0b6b4b', '#1f4fd8'];
  await page.getByLabel('Add photos').setInputFiles(
    await Promise.all(
      colours.map(async (colour, at) => ({
        name: `${at}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await samplePhoto('jpeg', { width: 400, height: 300 }, colour),
      })),
    ),
  );
  if (!usesScript()) await pressAtPhotos(page, 'Add these photos');
  await expect(page.locator('[name=photos]')).toHaveCount(3);
  const [red = '', green = '', blue = ''] = await getOrder(page);
  await pressAtPhotos(page, 'Move photo 3 earlier');
  await expect.poll(() => getOrder(page)).toEqual([red, blue, green]);
  await pressAtPhotos(page, 'Move photo 1 later');
  await expect.poll(() => getOrder(page)).toEqual([blue, red, green]);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await sendForm(page, 'List My Bike');
  await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
  const found = await page.request.get(`/api/bikes?q=${encodeURIComponent(name)}`);
  const [{ images }] = (await found.json()).data.bikes;
  expect(images.map((image: string) => /[0-9a-f]{64}/.exec(image)?.[0])).toEqual([blue, red, green]);
});

test('the code opens the listing on another device, where it is edited and deleted', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = freshName('Roaming');
  await page.goto('/sell-bikes?view=form');
  await fillIn(page, name);
  await sendForm(page, 'List My Bike');
  const code = (await page.getByRole('code').textContent()) ?? '';

  const { javaScriptEnabled, viewport } = test.info().project.use;
  const other = await browser.newContext({ baseURL, javaScriptEnabled, viewport });
  const device = await other.newPage();
  await device.goto(`/sell-bikes?q=${encodeURIComponent(name)}`);
  await expect(device.getByText('Your Listing', { exact: true })).toHaveCount(0);
  await device.goto('/manage');
  await device.getByRole('textbox', { name: 'Code' }).fill('AAAA-BBBB');
  await device.getByRole('button', { name: 'Open my listings' }).click();
  await expect(device.getByRole('alert')).toContainText('This code is not valid.');
  await device.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await device.getByRole('button', { name: 'Open my listings' }).click();
  await device.getByRole('link', { name, exact: true }).click();

  await device.getByRole('link', { name: 'Edit bike' }).click();
  await waitUntilReady(device);
  await expect(device.getByLabel('Name', { exact: true })).toHaveValue(name);
  await (await openPart(device.getByLabel('Present price'))).fill('99,000');
  await sendForm(device, 'Save changes');
  await expect(device.getByRole('status').getByText('Your changes have been saved.')).toBeVisible();
  await expect(device.getByRole('region', { name: /Details$/ })).toContainText('₹99,000');

  await device.getByRole('link', { name: 'Delete' }).click();
  await expect(device.getByText(`Delete ${name}?`)).toBeVisible();
  await device.getByRole('button', { name: 'Delete this listing' }).click();
  await expect(device.getByRole('status').getByText('The listing has been deleted.')).toBeVisible();
  await device.goto(`/sell-bikes?q=${encodeURIComponent(name)}`);
  await expect(device.getByRole('heading', { name: 'No bikes found' })).toBeVisible();
  await expect(device.getByText('Try adjusting your search terms')).toBeVisible();
  await other.close();
});

test('the details panel has a URL, and Close leads back to the list @desk', async ({ page }) => {
  await page.goto('/sell-bikes');
  await page.getByRole('link', { name: 'Hero Xpulse 200 4V' }).click();
  await expect(page).toHaveURL(/listing=sample-bike-3/);
  const panel = page.getByRole('region', { name: 'Bike Details' });
  await expect(panel.getByRole('link', { name: 'Contact Seller' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Schedule Test Drive' })).toBeVisible();
  // The panel is no dialog: the rest of the page can be used, and what has the focus is not below it.
  const refresh = page.getByRole('link', { name: 'Refresh' });
  await page.keyboard.press('Tab');
  await refresh.focus();
  await refresh.hover({ timeout: 2_000 });
  await panel.getByRole('link', { name: 'Close' }).focus();
  await panel.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/sell-bikes$/);
  await expect(panel).toHaveCount(0);
});

test('a double click makes one listing', async ({ page }) => {
  const name = freshName('Twice');
  await page.goto('/sell-bikes?view=form');
  await fillIn(page, name);
  await page.getByRole('button', { name: 'List My Bike' }).dblclick();
  await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
  await page.goto(`/sell-bikes?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name })).toHaveCount(1);
});

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'what only shortens the way');

  test('a photo of a phone is scaled down, rotated upright and sent without its location', async ({ page, site }) => {
    await page.goto('/sell-bikes?view=form');
    const taken = await phonePhoto();
    expect(taken.length).toBeGreaterThan(2_000_000);
    const sending = page.waitForRequest((request) => request.url().endsWith('/draft-photos'));
    await page.getByLabel('Add photos').setInputFiles(storeFiles({ 'IMG_1.jpg': taken }));
    const bytes = Number((await (await sending).allHeaders())['content-length']);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(taken.length / 5);
    await expect(page.locator('[name=photos]')).toHaveCount(1);
    const [hash] = await getOrder(page);
    const photo = await page.request.get(`${site.origin}/photos/${hash}-1280.webp`);
    expect(await sharp(await photo.body()).metadata()).toMatchObject({ width: 1200, height: 1600 });
  });

  test('photos are ordered by dragging', async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    for (const colour of ['#b3261e', '#0b6b4b', '#1f4fd8']) {
      const buffer = await samplePhoto('jpeg', { width: 400, height: 300 }, colour);
      await page.getByLabel('Add photos').setInputFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer }]);
    }
    await expect(page.locator('[name=photos]')).toHaveCount(3);
    const [red = '', green = '', blue = ''] = await getOrder(page);
    await page.locator('li:has([name=photos])').last().getByText('3', { exact: true }).hover();
    await page.mouse.down();
    await getTiles(page).first().hover();
    await page.mouse.up();
    await expect.poll(() => getOrder(page)).toEqual([blue, red, green]);
    await expect(page.getByText('Now the cover')).toBeVisible();
  });

  test('a photo that could not be sent is retried, and the form waits for it', async ({ page, context }) => {
    const name = freshName('Tunnel');
    await page.goto('/sell-bikes?view=form');
    await fillIn(page, name);
    await context.setOffline(true);
    const buffer = await samplePhoto('jpeg');
    await page.getByLabel('Add photos').setInputFiles([{ name: 'tunnel.jpg', mimeType: 'image/jpeg', buffer }]);
    await openPart(page.locator('#images'));
    await expect(page.getByText(/^tunnel.jpg was not sent. Network error/)).toBeVisible();
    await sendForm(page, 'List My Bike');
    await expect(page.getByText('A photo was not sent. Try again, or leave it out.')).toBeVisible();
    await context.setOffline(false);
    await page.route('**/draft-photos', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await pressAtPhotos(page, 'Try again');
    await sendForm(page, 'List My Bike');
    const busy = page.getByRole('button', { name: 'Listing...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    await expect(busy).toBeInViewport();
    await expect(page.getByText('Waiting for 1 photo to be sent')).toBeInViewport();
    await busy.click();
    await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
    const found = await page.request.get(`/api/bikes?q=${encodeURIComponent(name)}`);
    const { bikes } = (await found.json()).data;
    expect(bikes.map(({ images }: { images: string[] }) => images.length)).toEqual([1]);
  });

  test('a press while photos are sent is seen at its button, on every form with photos', async ({ page }) => {
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto('jpeg') };
    const account = { name: 'Uma Rao', email: `uma-${process.pid}@example.com`, password: 'open!sesame' };
    await page.request.post('/login?mode=signup', {
      form: { ...account, mode: 'signup', idempotencyKey: account.email },
      maxRedirects: 0,
    });
    const forms = [
      { address: '/profile/vehicle', buttons: [['Offer this vehicle', 'Saving...']] },
      {
        address: '/sell-scooters?view=form',
        buttons: [
          ['List My Scooter', 'Listing...'],
          ['Fill in', 'Fill in'],
        ],
      },
    ] as const;
    for (const { address, buttons } of forms) {
      for (const [name, busyName] of buttons) {
        await page.goto(address);
        let send = (): void => undefined;
        const isLetThrough = new Promise<void>((resolve) => {
          send = resolve;
        });
        await page.route('**/draft-photos', async (route) => {
          await isLetThrough;
          await route.continue();
        });
        await page.getByLabel('Add photos').setInputFiles([photo, { ...photo, name: 'b.jpg' }]);
        if (name === 'List My Scooter') await openPart(page.locator('#license'));
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('button', { name: busyName })).toHaveAttribute('aria-busy', 'true');
        await expect(page.getByRole('status').getByText('Waiting for 2 photos to be sent')).toBeInViewport();
        const answered = page.waitForResponse((response) => !response.url().endsWith('/draft-photos'));
        send();
        await answered;
        await expect(page.locator('button', { hasText: name }).last()).not.toHaveAttribute('aria-busy');
        await expect(page.getByText('Waiting for')).toHaveCount(0);
        await page.unroute('**/draft-photos');
      }
    }
  });

  test('a HEIC photo shows instructions before it is sent', async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    const buffer = Buffer.concat([isoFile('heic', 'mif1', 'heic'), Buffer.alloc(2_000_000)]);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.getByLabel('Add photos').setInputFiles([{ name: 'IMG_2.heic', mimeType: 'image/heic', buffer }]);
    await expect(page.getByText('choose Settings > Camera > Formats > Most Compatible')).toBeVisible();
    expect(sent).not.toContain('POST');
    await pressAtPhotos(page, 'Leave it out');
    await expect(page.getByText('Most Compatible')).toHaveCount(0);
  });

  test('a sort order updates the list in place, and the form opens as a separate screen', async ({ page }) => {
    await page.goto('/sell-bikes');
    await waitUntilReady(page);
    await page.evaluate(() => {
      document.documentElement.dataset.same = '';
    });
    await page.getByText('Sort', { exact: true }).click();
    await page.getByRole('link', { name: 'Lowest price' }).click();
    await expect(page).toHaveURL('/sell-bikes?sort=price');
    await expect(page.locator('html[data-same]')).toHaveCount(1);
    await page.getByRole('link', { name: 'Sell New Bike' }).click();
    await expect(page).toHaveURL('/sell-bikes?view=form');
    await expect(page.getByRole('heading', { name: 'Sell Your Bike', exact: true })).toBeVisible();
    await expect(page.locator('html[data-same]')).toHaveCount(0);
  });

  test('a phone shows three listings on its first screen, with their former price on one line', async ({ page }) => {
    for (const path of ['/sell-bikes', '/sell-scooters']) {
      await page.goto(path);
      const [first, third] = [page.locator('#listings li').first(), page.locator('#listings li').nth(2)];
      const bar = await page.getByRole('navigation', { name: 'Quick', exact: true }).boundingBox();
      const last = await third.boundingBox();
      expect((last?.y ?? Infinity) + (last?.height ?? 0), path).toBeLessThan(bar?.y ?? 0);
      const former = first.locator('s');
      const [line, struck] = [await former.locator('..').boundingBox(), await former.boundingBox()];
      expect((struck?.y ?? Infinity) + (struck?.height ?? 0), path).toBeLessThanOrEqual(
        (line?.y ?? 0) + (line?.height ?? 0) + 2,
      );
    }
  });

  test('Escape closes the details panel', async ({ page }) => {
    await page.goto('/sell-scooters?listing=sample-scooter-2#panel');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/sell-scooters$/);
  });

  test('Refresh reports its progress, and loads the list in place', async ({ page }) => {
    await page.goto('/sell-bikes');
    const name = freshName('Refreshed');
    const requested = page.waitForResponse((response) => response.url().endsWith('/sell-bikes'));
    await page.request.post('/api/bikes', {
      data: {
        name,
        brand: 'Hero',
        year: 2020,
        type: 'Electric',
        daysUsed: 10,
        condition: 'Fair',
        mileage: 90,
        topSpeed: 70,
        presentPrice: 50000,
        pastPrice: 90000,
        license: 'KA 01 AB 0000',
      },
    });
    await page.getByRole('link', { name: 'Refresh', exact: true }).click();
    await requested;
    await expect(page.getByRole('link', { name })).toBeVisible();
  });

  test('a list that cannot be loaded shows an error, and the previous one stays', async ({ page, context }) => {
    await page.goto('/sell-bikes');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('Failed to load bikes from server')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Hero Xpulse 200 4V' })).toBeVisible();
  });

  test('an error page in place of a list changes neither the list nor its style', async ({ context }) => {
    // Not the page of the fixture, which rejects failed requests.
    const page = await context.newPage();
    await page.goto('/sell-bikes');
    await page.getByRole('link', { name: 'Refresh', exact: true }).click();
    const countRules = () => page.evaluate(() => document.adoptedStyleSheets[0]?.cssRules.length ?? 0);
    await expect.poll(countRules).toBeGreaterThan(0);
    const rules = await countRules();
    await page.route('/sell-bikes', (route) => route.fulfill({ status: 500, body: '<style>p{}</style>' }));
    await page.getByRole('link', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('Failed to load bikes from server')).toBeVisible();
    expect(await countRules()).toBe(rules);
    await page.close();
  });

  test('a lost connection keeps the form values, ready to be sent again', async ({ page, context }) => {
    const name = freshName('Offline');
    await page.goto('/sell-bikes?view=form');
    await fillIn(page, name);
    await context.setOffline(true);
    await sendForm(page, 'List My Bike');
    await expect(page.getByRole('alert')).toContainText(
      'Network error: Please check your internet connection and ensure the backend server is running.',
    );
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
    await context.setOffline(false);
    await sendForm(page, 'List My Bike');
    await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
  });

  test('a missing field is reported beside it at once, and the error removed once it is filled', async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    await (await openPart(page.getByLabel('Name', { exact: true }))).fill('Shine');
    await sendForm(page, 'List My Bike');
    await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('Brand')).toHaveAccessibleDescription(/Brand is required/);
    await (await openPart(page.getByLabel('Brand'))).fill('Honda');
    await expect(page.getByLabel('Brand')).not.toHaveAccessibleDescription(/Brand is required/);
  });
});

test.describe('on a phone one part is shown at a time', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'shown by a script');
  test.use({ viewport: { width: 360, height: 740 } });

  const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
  const stone = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Parts of this form' }).getByRole('link', { name });
  const shownParts = (page: Page) =>
    page
      .locator('.form-section > legend')
      .evaluateAll((legends) => legends.filter((legend) => legend.checkVisibility()).map(({ id }) => id));

  test('Next leads through all parts, each checked, and nothing typed is lost', async ({ page }) => {
    const name = freshName('Walked');
    await page.goto('/sell-bikes?view=form');
    await expect(page.getByText('1 of 5')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cancel' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'List My Bike' })).toBeHidden();
    const bar = await page.locator('.flush > .row').boundingBox();
    expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(740);
    expect(bar?.height).toBeLessThanOrEqual(62);
    await expect(page.getByRole('navigation', { name: 'Quick' })).toBeHidden();
    await next(page).click();
    expect(await shownParts(page)).toEqual(['part-basics']);
    await expect(page.locator('#part-basics')).toBeFocused();
    await expect(page.locator('#part-basics')).toBeInViewport();

    await page.getByLabel('Brand').fill('Hero');
    await next(page).click();
    await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Name is required/);
    await expect(page.getByText('Type is required').last()).toBeVisible();
    await expect(page.getByText('Days used is required')).toHaveCount(0);
    expect(await shownParts(page)).toEqual(['part-basics']);
    await page.getByRole('alert').getByRole('link', { name: 'Year is required' }).click();
    await expect(page.getByLabel('Year')).toBeFocused();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Year').fill('2021');
    await page.getByLabel('Month').selectOption('June');
    await page.getByText('Petrol', { exact: true }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // Enter leads on: half a form is not sent.
    await page.getByLabel('Year').press('Enter');

    await expect(page.getByText('3 of 5')).toBeVisible();
    await expect(stone(page, 'Basic')).toHaveAccessibleName(/, complete$/);
    await expect(stone(page, 'Photos')).not.toHaveAccessibleName(/, complete$/);
    await page.getByLabel('Mileage').fill('61');
    await page.getByLabel('Top speed').fill('92');
    await page.getByRole('radio', { name: /^Good/ }).check();
    // The month counts the days used.
    await next(page).click();
    await expect(page.locator('#part-pricing')).toBeFocused();
    await page.getByLabel('Present price').fill('61,000');
    await page.getByLabel('Past price').fill('90,000');
    await next(page).click();
    await expect(page.getByText('5 of 5')).toBeVisible();
    await page.getByLabel('License number').fill('MH 14 JX 0000');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page.getByLabel('Present price')).toHaveValue('61,000');
    await next(page).click();
    await page.getByRole('button', { name: 'List My Bike' }).click();
    await expect(page.getByRole('status').getByText('Your bike has been listed successfully!')).toBeVisible();
  });

  test('stones open parts, browser Back leads to the one before, and a reload opens it again', async ({ page }) => {
    await page.goto('/sell-bikes');
    await page.goto('/sell-bikes?view=form');
    await stone(page, 'Usage').click();
    await expect(stone(page, 'Usage')).toHaveAttribute('aria-current', 'step');
    await page.getByLabel('Mileage').fill('61');
    await stone(page, 'Legal').click();
    await page.getByLabel('License number').fill('MH 14 JX 0000');
    expect(await shownParts(page)).toEqual(['part-legal']);
    await page.reload();
    await waitUntilReady(page);
    expect(await shownParts(page)).toEqual(['part-legal']);
    await expect(page.getByLabel('License number')).toHaveValue('MH 14 JX 0000');
    await page.goBack();
    await expect(page.getByLabel('Mileage')).toHaveValue('61');
    expect(await shownParts(page)).toEqual(['part-usage']);
    await expect(page.locator('#part-usage')).toBeFocused();
    await page.goBack();
    expect(await shownParts(page)).toEqual(['part-photos']);
    await page.goBack();
    await expect(page).toHaveURL('/sell-bikes');
  });

  test('an answer with errors opens the first part with one', async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    await fillIn(page, freshName('Refused'));
    await page.getByLabel('License number').fill('');
    await page.getByRole('button', { name: 'List My Bike' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    expect(await shownParts(page)).toEqual(['part-legal']);
    await page.getByLabel('License number').fill('MH 14 JX 0000');
    await (await openPart(page.getByLabel('Year'))).fill('1999');
    await sendForm(page, 'List My Bike');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect.poll(() => shownParts(page)).toEqual(['part-basics']);
    await expect(page.getByText(/^Year must be between/).last()).toBeInViewport();
    // Other parts do not open while one writes.
    await page.getByLabel('Year').fill('2021');
    expect(await shownParts(page)).toEqual(['part-basics']);
  });

  test('by keyboard, and on paper, all of it is reached', async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    await page.emulateMedia({ media: 'print' });
    const heights = await page
      .locator('.form-section')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThan(100);
    await page.emulateMedia({ media: 'screen' });
    await stone(page, 'Basic').press('Enter');
    await expect(page.locator('#part-basics')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Pulsar');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pulsar');
    // What is hidden is not reached.
    const reached: string[] = [];
    for (let at = 0; at < 8; at += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => document.activeElement?.id || (document.activeElement?.textContent ?? '')),
      );
    }
    expect(reached.slice(0, 6)).toEqual(['brand', 'year', 'month', 'type', 'Back', 'Next']);
  });

  test('a larger window shows all parts', async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    await stone(page, 'Usage').click();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await shownParts(page)).length).toBe(5);
    await expect(page.getByRole('button', { name: 'List My Bike' })).toBeVisible();
    await expect(next(page)).toBeHidden();
  });
});

for (const [what, tag] of [
  ['on a desk', '@desk'],
  ['without a script', '@without-script'],
] as const)
  test(`${what} all parts are below each other ${tag}`, async ({ page }) => {
    await page.goto('/sell-bikes?view=form');
    for (const label of ['Which bike is it?', 'Brand', 'Mileage', 'Present price', 'License number'])
      await expect(page.getByLabel(label)).toBeVisible();
    await expect(page.getByRole('button', { name: 'List My Bike' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);
  });

test('on a desk a preview follows what is entered, and leads to what is still needed @desk', async ({ page }) => {
  test.skip(!usesScript(), 'kept up to date by a script');
  await page.goto('/sell-bikes?view=form');
  const preview = page.getByRole('region', { name: 'How buyers see it' });
  await expect(preview.getByRole('link')).toHaveCount(12);
  await page.getByLabel('Present price').fill('1,49,500');
  await page.getByLabel('Past price').fill('193000');
  await page.getByLabel('Name', { exact: true }).fill('Classic 350');
  await page.getByLabel('Kilometres driven').fill('18400');
  await page.getByLabel('Year').fill('2021');
  await expect(preview).toContainText(/₹1,49,500\s+₹1,93,000/);
  await expect(preview.getByText('Classic 350')).toBeVisible();
  await expect(preview).toContainText('18,400 km');
  await expect(preview.getByRole('link', { name: 'Year' })).toHaveCount(0);
  await expect(preview.getByRole('link', { name: 'Days used' })).toBeVisible();
  await page.getByLabel('Month bought').selectOption('June');
  await expect(preview.getByRole('link', { name: 'Days used' })).toHaveCount(0);
  const buffer = await samplePhoto('jpeg', { width: 640, height: 480 });
  await page.getByLabel('Add photos').setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect(preview.locator('img')).toHaveCount(1);
  await expect(preview.getByRole('link', { name: 'Photos' })).toHaveCount(0);
  await preview.getByRole('link', { name: 'License number' }).click();
  await expect(page.getByLabel('License number')).toBeFocused();
  await expect(preview).toBeInViewport();
});

test('models are suggested by brand while the user types, and the chosen one fills in empty fields', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts a button fills the form in');
  await page.goto('/sell-scooters?view=form');
  await waitUntilReady(page);
  await (await openPart(page.getByLabel('Brand'))).fill('Honda');
  await (await openPart(page.getByLabel('Top speed'))).fill('91');
  const model = await openPart(page.getByLabel('Which scooter is it?'));
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await model.pressSequentially('activa 6');
  await expect(options.filter({ hasText: 'Honda Activa 6G' })).toBeVisible();
  await expect(options.last()).toHaveText('Other: activa 6');
  await model.press('ArrowDown');
  await model.press('Enter');
  await expect(model).toHaveValue('Honda Activa 6G');
  await expect(page.getByText(/^Filled in: /)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Honda Activa 6G');
  await expect(page.getByLabel('Top speed')).toHaveValue('91');

  // A press on the button, which is seen beside the list, does not meet a suggestion.
  await model.fill('activa');
  await expect(options.first()).toBeVisible();
  await page.getByRole('button', { name: 'Fill in' }).click({ timeout: 3_000 });
  await expect(model).toHaveValue('activa');

  await model.fill('Made by my uncle');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeHidden();
  await model.fill('');
  await model.pressSequentially('dio');
  await page.getByRole('option', { name: 'Other: dio' }).click();
  await expect(model).toHaveValue('dio');

  await openPart(page.locator('#city'));
  const city = page.getByRole('combobox', { name: 'City' });
  await city.pressSequentially('Aundh, poon');
  await page.getByRole('option', { name: 'Aundh, Pune' }).click();
  await expect(city).toHaveValue('Aundh, Pune');
});

test('one long word in a listing does not widen any screen beyond a phone', async ({ page, request }) => {
  const word = 'Wm'.repeat(200);
  const words = { name: word.slice(0, 80), brand: word.slice(0, 40), description: word, license: word.slice(0, 20) };
  const figures = { year: 2022, daysUsed: 400, mileage: 40, topSpeed: 80, presentPrice: 61_000, pastPrice: 90_000 };
  const listed = await request.post('/api/bikes', {
    data: { ...words, ...figures, type: 'Petrol', condition: 'Good' },
  });
  const { data } = await listed.json();
  const query = word.slice(0, 60);
  for (const address of [
    `/vehicle-details?vehicle=${data.id}`,
    `/sell-bikes?listing=${data.id}`,
    `/compare?vehicles=1,2,${data.id}`,
    `/contact?about=${data.id}`,
    `/trip?vehicles=${data.id}`,
    '/browse?view=road',
    `/browse?q=${query}`,
    `/browse?city=${query}`,
    `/main?q=${query}`,
  ]) {
    await page.goto(address);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, address).toBeLessThanOrEqual(360);
  }
});
