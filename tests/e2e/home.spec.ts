import type { Page } from 'playwright/test';
import { iconShapes } from '~/ui/primitives/icon-shapes';
import { sized } from '../support/exhaustive';
import { message, shine } from '../support/sample-content';
import { alsoOnDesk, alsoWithoutScript, expect, test, waitUntilReady } from './site-test';

const buttonFor = (name: string) => ({ name: `Compare ${name}`, exact: true }) as const;

test('the home screen shows every list with its links', async ({ page }) => {
  await page.goto('/main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Your Perfect Ride');
  for (const name of ['Featured Bikes', 'Featured Scooty', 'Upcoming Bikes', 'Upcoming Scooty', 'Popular Vehicles']) {
    const cards = page
      .getByRole('region', { name })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    expect(await cards.count(), name).toBeGreaterThanOrEqual(4);
  }
  await expect(page.getByRole('link', { name: 'Kawasaki', exact: true })).toHaveAttribute(
    'href',
    '/browse?brand=kawasaki',
  );
  await expect(page.getByRole('link', { name: 'FOLLOW US' })).toHaveAttribute('href', '/follow-us');
  await expect(page.getByRole('link', { name: 'EXPLORE MORE' })).toHaveAttribute('href', '/explore');
  for (const figure of ['24/7', '10K+', '500+', '98%']) await expect(page.getByText(figure)).toBeVisible();
});

for (const tag of alsoWithoutScript)
  test(`without a script a search by name ignores case, and an empty one shows everything${tag}`, async ({
    page,
    javaScriptEnabled,
  }) => {
    // A page loaded for a search sends another one too.
    await page.goto(javaScriptEnabled === false ? '/main' : '/main?q=zeppelin');
    await page.locator('[type=search]').fill('NINJA');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/main?q=NINJA');
    await expect(page.getByRole('heading', { name: '1 vehicle matches' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Kawasaki Ninja 300' })).toBeVisible();
    await page.locator('[type=search]').fill('zeppelin');
    await page.locator('[type=search]').press('Enter');
    await expect(page.getByRole('heading', { name: 'No match found' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Show everything' }).first().click();
    await expect(page).toHaveURL('/main');
  });

test('content of a carousel beyond the screen is rendered when it is scrolled near', async ({ page }) => {
  await page.goto('/main');
  const last = page.getByRole('region', { name: 'Popular Vehicles' }).getByRole('listitem').last();
  await last.scrollIntoViewIfNeeded();
  const isDrawn = () =>
    last
      .locator('use')
      .first()
      .evaluate((drawing) => drawing.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isDrawn).toBe(true);
});

/** Vehicles on the page: names and brand, whether they are shown, and the URL. */
const readVehicles = (page: Page) =>
  page.locator('main li:has(h3)').evaluateAll((items) =>
    items.map((item) => ({
      names: (item.getAttribute('data-find') ?? item.querySelector('h3')?.textContent ?? '').split('\n'),
      isShown: !(item instanceof HTMLElement && item.hidden),
      href: item.querySelector('a')?.href ?? '',
    })),
  );

for (const { path, unit, none } of [
  { path: '/main', unit: 'vehicles', none: 'No match found.' },
  { path: '/sell-scooters', unit: 'scooters', none: 'No scooters found. Try adjusting your search terms.' },
]) {
  test(`a search on ${path} shows what contains the text in a name or brand, without a request`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    test.skip(javaScriptEnabled === false, 'this is the short way, for browsers with scripts');
    const listed = await fetch(`${site.origin}/api/scooters`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...shine, name: 'Pulsarine Special', brand: 'Unknownbrand' }),
    });
    expect(listed.status).toBe(201);
    await page.goto(path);
    await waitUntilReady(page);
    await page.getByRole('search').getByRole('searchbox').focus();
    const field = page.getByRole('search').getByRole('combobox');
    await expect(field).toBeFocused();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'image') requests.push(request.url());
    });
    const status = page.getByRole('status').filter({ hasText: 'Search everything' });
    const all = await readVehicles(page);
    const total = new Set(all.map(({ href }) => href)).size;
    const texts = all.flatMap(({ names }, at) =>
      names.flatMap((name) => [name.slice(at % 7), name.slice(at % 5, (at % 5) + 3), name.slice(2, 5).toUpperCase()]),
    );
    const searched = [...new Set(texts.map((text) => text.trim()))]
      .filter((text) => text !== '')
      .slice(0, sized(12, 40));
    for (const q of [...searched, 'zeppelin']) {
      await field.fill(q);
      const matching = all.filter(({ names }) => names.some((name) => name.toLowerCase().includes(q.toLowerCase())));
      const hrefs = matching.map(({ href }) => href);
      const shown = (await readVehicles(page)).filter(({ isShown }) => isShown);
      expect(
        shown.map(({ href }) => href),
        q,
      ).toEqual(hrefs);
      const count = hrefs.length === 0 ? none : `${new Set(hrefs).size} of the ${total} ${unit} on this page.`;
      await expect(status).toHaveText(`${count} Search everything`);
      await expect(status.getByRole('link')).toHaveJSProperty(
        'href',
        `${site.origin}/browse?q=${encodeURIComponent(q)}`,
      );
      const options = await page
        .getByRole('listbox', { name: 'Suggestions' })
        .getByRole('option')
        .evaluateAll((items) => items.map(({ firstChild }) => firstChild?.textContent));
      for (const option of options) expect(all.map(({ names }) => names[0])).toContain(option);
      expect(options.length > 0, q).toBe(hrefs.length > 0);
    }
    await field.fill('PULSARINE');
    await field.press('Enter');
    await expect(page).toHaveURL(`${path}?q=PULSARINE`);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
    await field.fill('special');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(`${path}?q=special`);
    await field.fill('');
    expect((await readVehicles(page)).every(({ isShown }) => isShown)).toBe(true);
    expect(requests).toEqual([]);
  });
}

test('text typed before the script loads filters the lists once it does', async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'this is the short way, for browsers with scripts');
  let letScriptCome = (): void => undefined;
  const formValues = new Promise<void>((resolve) => {
    letScriptCome = resolve;
  });
  await page.route(/\/assets\/enhance-/, async (route) => {
    await formValues;
    await route.continue();
  });
  await page.goto('/main', { waitUntil: 'commit' });
  await page.locator('[type=search]').fill('activa');
  letScriptCome();
  await expect(page.getByText(/^\d+ of the \d+ vehicles on this page\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Featured Bikes' })).toBeHidden();
});

test('four vehicles go on the compare list, a fifth is rejected, and one can be removed', async ({ page }) => {
  await page.goto('/main');
  const bikes = page.getByRole('region', { name: 'Featured Bikes' });
  const names = await bikes.getByRole('heading', { level: 3 }).allTextContents();
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = names;
  for (const name of [first, second, third, fourth]) {
    await bikes.getByRole('button', buttonFor(name)).click();
    await expect(bikes.getByRole('button', buttonFor(name))).toHaveAttribute('aria-pressed', 'true');
  }
  await bikes.getByRole('button', buttonFor(fifth)).click();
  await expect(page.getByRole('status').filter({ hasText: 'You can compare up to 4 vehicles' })).toBeVisible();
  await expect(bikes.getByRole('button', buttonFor(fifth))).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('#told svg')).toHaveCSS('width', '24px');
  await expect(page.locator('#told path')).toHaveAttribute('d', iconShapes.alert);
  await bikes.getByRole('button', buttonFor(first)).click();
  await expect(bikes.getByRole('button', buttonFor(first))).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(bikes.getByRole('button', { pressed: true })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Compare 3' }).and(page.locator(':visible'))).toHaveCount(1);
});

test('an unknown URL gets a helpful page', async ({ page }) => {
  const response = await page.goto('/no-such-road');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expect(page.locator('main [type=search]')).toBeVisible();
});

for (const tag of alsoOnDesk)
  test(`the menu leads to every section without a script${tag}`, async ({ page, viewport }) => {
    await page.goto('/main');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Feedback' })).toBeHidden();
    const isPhone = (viewport?.width ?? 0) < 1024;
    await page.getByRole('button', { name: isPhone ? 'Menu' : 'More' }).click();
    const sections = [
      'New Bikes',
      'Second-hand',
      'Sell Bikes',
      'Service',
      'Support',
      'Feedback',
      'Dashboard',
      'Details',
    ];
    for (const name of [...sections, 'Compare', 'Sell', 'Profile', 'Sign in'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    await menu.getByRole('link', { name: 'Feedback' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feedback');
  });

test('footer and compare bar take little height on a phone', async ({ page, viewport }) => {
  await page.goto('/main');
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(footer?.height).toBeLessThanOrEqual(420);
  for (const name of ['Hero Splendor Plus', 'Royal Enfield Classic 350', 'TVS Apache RTR 160 4V', 'Honda Activa 110'])
    await page
      .getByRole('button', { name: `Compare ${name}` })
      .first()
      .click();
  const bar = page.getByRole('form', { name: 'Compare list' });
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(80);
  for (const part of await bar.locator('button, a').all()) {
    const box = await part.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport?.width ?? 0);
  }
});

/** Top of the first list of vehicles in pixels from the top of the page. */
const findFirstList = (page: Page): Promise<number> =>
  page
    .getByRole('heading', { name: 'Featured Bikes' })
    .evaluate((title) => title.getBoundingClientRect().top + scrollY);

test('the lists come in their order, and the first begins within the second screen of a phone in every state', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/main');
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles).toEqual([
    'Featured Bikes',
    'Featured Scooty',
    'Upcoming Bikes',
    'Upcoming Scooty',
    'Second-hand',
    'Second-hand from riders',
    'Browse Bikes by Brand',
    'Insurance Services',
    'EMI Calculator',
    'Popular Vehicles',
    'Get in Touch',
  ]);
  const links = page.getByRole('navigation', { name: 'Where to' }).getByRole('link');
  await expect(links).toHaveCount(8);
  for (const link of await links.all()) expect((await link.boundingBox())?.y).toBeLessThan(await findFirstList(page));
  const tops: Record<string, number> = { 'of a visitor': await findFirstList(page) };

  // What is stored here belongs to an account of this test only.
  const account = { name: 'Asha Rao', email: `home-${Date.now()}@example.com`, password: 'open!sesame' };
  const form = { ...account, mode: 'signup', idempotencyKey: account.email };
  await page.request.post('/login?mode=signup', { form, maxRedirects: 0 });
  await page.goto('/main');
  await expect(page.getByRole('status').getByText('Your account is ready')).toBeVisible();
  tops['with the message after signing up'] = await findFirstList(page);
  await page.goto('/main');
  tops['signed in'] = await findFirstList(page);

  await page.request.post('/city', { form: { city: 'Thiruvananthapuram', returnTo: '/main' } });
  await page.goto('/main');
  await expect(page.getByRole('link', { name: 'Near Thiruvananthapuram' })).toBeVisible();
  tops['with a city'] = await findFirstList(page);

  const { data } = await (await page.request.post('/api/auth/login', { data: account })).json();
  const listed = await page.request.post('/api/bikes', {
    data: shine,
    headers: { Authorization: `Bearer ${data.token}` },
  });
  const about = (await listed.json()).data._id;
  // From another browser.
  const written = await fetch(`${site.origin}/api/contacts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...message, about }),
  });
  expect(written.status).toBe(201);
  await page.goto('/main');
  await expect(page.getByRole('main').getByRole('link', { name: '1 new message' })).toBeVisible();
  tops['with a new message'] = await findFirstList(page);

  for (const [state, top] of Object.entries(tops)) expect(top, state).toBeLessThanOrEqual(900);
  await page
    .getByRole('region', { name: 'Second-hand' })
    .getByRole('link', { name: /^Bikes \d+$/ })
    .click();
  await expect(page).toHaveURL('/browse?kind=used&kind=listing&vehicleType=Bike');
});

test('a screen of 280 pixels has room for everything', async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 653 });
  for (const path of ['/main', '/main?q=honda']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(280);
  }
});
