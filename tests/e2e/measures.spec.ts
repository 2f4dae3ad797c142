import type { Page } from 'playwright/test';
import { deskPaths, paths } from '~/paths';
import { landscapes, listBike } from './list-bike';
import { expect, test } from './site-test';

/** What must be seen without scrolling, and where: in pixels from the top of the page. */

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
/** Top of the bottom bar on that phone. */
const bottomBar = 683;

type Box = { top: number; bottom: number; left: number; right: number; height: number };

/** @param at counted from 0 among those in view */
const getBox = (page: Page, selector: string, at = 0): Promise<Box> =>
  page
    .locator(`${selector} >> visible=true`)
    .nth(at)
    .evaluate((element) => {
      const { top, bottom, left, right, height } = element.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY, left, right, height };
    });

const open = async (page: Page, path: string, size: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(size);
  await page.goto(path);
};

/** Bounds of one box: `[selector, measure, most]`. */
type Bound = readonly [selector: string, measure: 'top' | 'bottom' | 'height', most: number];
const screens: readonly (readonly [path: string, size: typeof phone, bounds: readonly Bound[]])[] = [
  ...[paths.newBikes(), paths.newScooters(), paths.explore()].flatMap((path) => [
    [
      path,
      phone,
      [
        ['.slide-show', 'height', 112],
        ['main .filters', 'bottom', 370],
        ['main .card h3', 'bottom', bottomBar],
      ],
    ] as const,
    [
      path,
      desk,
      [
        ['.slide-show', 'height', 112],
        ['main .card h3', 'bottom', 800],
      ],
    ] as const,
  ]),
  [paths.newBikes({ fuelType: 'Petrol' }), phone, [['main .card h3', 'bottom', bottomBar]]],
  [paths.seatHeight(['5', '1', '15']), phone, [['.seat-picture', 'top', 260]]],
  [paths.usedBikes(), phone, [['main h3', 'bottom', 300]]],
];

for (const [path, size, bounds] of screens) {
  test(`${path} at ${size.width} pixels`, async ({ page }) => {
    await open(page, path, size);
    const measured = await Promise.all(
      bounds.map(([selector, measure]) => getBox(page, selector).then((box) => box[measure])),
    );
    bounds.forEach(([selector, measure, most], at) => {
      expect.soft(measured[at], `${measure} of ${selector}`).toBeLessThanOrEqual(most);
    });
  });
}

test('name, price and action of a listing, whatever its photos', async ({ page }) => {
  const ids = [
    await listBike(page, {}, []),
    await listBike(page, {}, [[900, 1600]]),
    await listBike(page, {}, landscapes(4)),
    await listBike(page, {}, landscapes(10)),
    await listBike(page, { presentPrice: 71_000 }, []),
    await listBike(page, { presentPrice: 52_000 }, []),
    await listBike(
      page,
      { name: 'Royal Enfield Classic 350 Signals Edition Airborne Blue Dual Channel With Crates' },
      landscapes(2),
    ),
  ];
  const contact = 'main a:text-is("Contact Seller")';
  const atDesk: Box[] = [];
  for (const id of ids) {
    await open(page, paths.vehicle(id), desk);
    const [action, frame] = [await getBox(page, contact), await getBox(page, '.stage-photos')];
    atDesk.push(action);
    expect.soft(action.bottom).toBeLessThanOrEqual(600);
    expect.soft(frame.bottom).toBeLessThanOrEqual(640);
    for (const [width, height, most] of [
      [360, 740, bottomBar],
      [360, 640, 583],
      [320, 640, 583],
      [768, 1024, 960],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { bottom } = await getBox(page, contact);
      expect.soft(bottom, `${width} × ${height}`).toBeLessThanOrEqual(most);
    }
  }
  for (const size of [phone, desk]) {
    await open(page, paths.vehicle(ids[3] ?? '', { photo: 2 }), size);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect.soft(height, 'height of a photo').toBe(size.height);
    expect.soft((await getBox(page, '.photo-foot')).bottom).toBe(size.height);
    expect.soft((await getBox(page, '.photo-view [rel]')).height).toBe(56);
  }
  const bottoms = atDesk.slice(0, 4).map(({ bottom }) => bottom);
  expect.soft(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThanOrEqual(2);
});

for (const path of [paths.sellForm('bike'), paths.sellForm('scooter')])
  test(`${path}, filled in from a model, stays short @without-script`, async ({ page }) => {
    await open(page, path, phone);
    await page.locator('#model').fill(path === paths.sellForm('bike') ? 'Classic 350' : 'Activa 6G');
    await page.getByRole('button', { name: 'Fill in' }).click();
    await page.locator('#year').fill('2021');
    await page.locator('#month').selectOption('June');
    await page.locator('#presentPrice').fill('1,49,500');
    await page.getByRole('button', { name: 'Check my price' }).click();
    await expect(page.getByText(/^Counted from June 2021: \d,\d{3} days$/)).toBeVisible();
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    expect.soft(pageHeight).toBeLessThanOrEqual(3_700);
    const cards = page.locator('.form-section');
    await expect(cards).toHaveCount(5);
    for (const at of [0, 1, 2, 3, 4]) {
      const { top, height } = await getBox(page, '.form-section', at);
      expect.soft(height, `card ${at + 1}`).toBeLessThanOrEqual(740);
      const field = await cards.nth(at).locator('input:not([type=hidden]) >> visible=true').first().boundingBox();
      // Of the screen that begins with the card, below the stones.
      if (at > 0 && field) expect.soft(field.y + (await page.evaluate(() => scrollY)) - top).toBeLessThanOrEqual(400);
    }
    await page.evaluate(() => scrollTo(0, 1_500));
    const stones = await page.locator('.form-steps').evaluate((element) => element.getBoundingClientRect());
    expect.soft(stones.top).toBe(0);
    expect.soft(stones.height).toBeLessThanOrEqual(61);
    for (const width of [280, 320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

test('the first row of what riders published is in reach of the thumb', async ({ page, operatorCookies }) => {
  await listBike(page, {}, landscapes(1));
  await page.context().addCookies(operatorCookies);
  // The first page says that the operator is signed in.
  for (let times = 0; times < 2; times += 1) await open(page, deskPaths.riders(), phone);
  expect.soft((await getBox(page, '.rider-rows > li')).top).toBeLessThanOrEqual(190);
});

test('the table of a comparison begins in the first screen of a phone, below photos', async ({ page }) => {
  const royal = { brand: 'Royal Enfield', model: 'Classic 350', engineCapacity: undefined };
  const ids = [
    await listBike(page, { ...royal, name: 'Royal Enfield Classic 350' }, landscapes(1)),
    await listBike(
      page,
      { ...royal, name: 'Royal Enfield Classic 350 Signals Edition Airborne Blue Dual Channel With Crates' },
      landscapes(1),
    ),
  ];
  for (const compared of [[ids[0] ?? '', '1', '105'], ids]) {
    await open(page, paths.compare(compared), phone);
    const columns = page.locator('.compared-vehicles li');
    const photos = compared.filter((id) => ids.includes(id)).length;
    await expect(columns.locator('img >> visible=true')).toHaveCount(photos);
    expect.soft((await getBox(page, '.comparison tbody tr')).top, compared.join()).toBeLessThanOrEqual(720);
    await page.evaluate(() => scrollTo(0, 1500));
    const head = page.locator('.compared-vehicles');
    expect.soft(await head.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(92);
  }
  await page.goto(paths.compare([ids[0] ?? '', '2']));
  await expect(page.locator('.verdict img').first()).toBeVisible();
  for (const name of ['Engine', 'Power', 'Torque', 'Weight', 'Seat height'])
    await expect.soft(page.locator(`tr:has(> th:text-is("${name}"))`), name).not.toContainText('N/A');
});

test('the message to a seller is in the first screen, with its button for who is signed in', async ({
  page,
  operatorCookies,
}) => {
  const path = paths.contact({ about: await listBike(page, {}, landscapes(1)) });
  const send = 'main button:text-is("Send Message")';
  await open(page, path, desk);
  expect.soft((await getBox(page, send)).bottom).toBeLessThanOrEqual(760);
  await open(page, path, phone);
  expect.soft((await getBox(page, '#message')).top).toBeLessThan((await getBox(page, '#name')).top);
  await open(page, path, desk);
  await expect.soft(page.locator('header [role=search] input')).toBeVisible();
  expect.soft((await getBox(page, 'header')).height, 'a search, in one line of the header').toBeLessThanOrEqual(72);
  await page.setViewportSize({ width: 1024, height: 740 });
  expect.soft((await getBox(page, 'header')).height, 'no room for a search').toBeLessThanOrEqual(72);
  await page.context().addCookies(operatorCookies);
  await open(page, path, phone);
  expect.soft((await getBox(page, send)).bottom).toBeLessThanOrEqual(bottomBar);
  await open(page, path, desk);
  expect.soft((await getBox(page, 'header')).height, 'with the link of an operator').toBeLessThanOrEqual(72);
});
