import type { Page } from 'playwright/test';
import { deskPaths } from '~/paths';
import { expect, test } from './site-test';

/** What an operator sees and does without scrolling: in pixels from the top of the page, and in presses. */

const sizes = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
};

/** The first row of a list, and how many whole rows are above the navigation. */
const measureRows = (page: Page): Promise<{ top: number; rows: number }> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.rows > li')].map((row) => row.getBoundingClientRect());
    const bar = document.querySelector('.desk-nav')?.getBoundingClientRect();
    const end = bar && bar.top > 0 ? bar.top : window.innerHeight;
    return { top: boxes[0]?.top ?? Infinity, rows: boxes.filter(({ bottom }) => bottom <= end + 1).length };
  });

/** Links, buttons and fields that are too small for a finger; the link of a row is as large as its row. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')].flatMap(
      (target) => {
        const seen = target instanceof HTMLInputElement ? (target.closest('label') ?? target) : target;
        if (!seen.checkVisibility() || target.matches('.row-link, .skip-link, p a, dd a, [aria-hidden]')) return [];
        const { width, height } = seen.getBoundingClientRect();
        return width >= 43.5 && height >= 43.5
          ? []
          : [`${target.localName} ${target.textContent?.trim()} ${width} × ${height}`];
      },
    ),
  );

test.beforeEach(async ({ page, operatorCookies }) => {
  for (const at of Array.from({ length: 12 }).keys()) {
    const sender = { name: `Asha ${at}`, email: `asha${at}@example.com`, subject: 'A ride', message: 'On Saturday?' };
    expect((await page.request.post('/api/contacts', { data: sender })).status()).toBe(201);
  }
  await page.context().addCookies(operatorCookies);
  // The first page says that one is signed in.
  await page.goto(deskPaths.today());
});

for (const [name, bounds] of [
  ['phone', { customers: { top: 190, rows: 7 }, stock: { top: 190, rows: 5 } }],
  ['desktop', { customers: { top: 210, rows: 11 }, stock: { top: 240, rows: 9 } }],
] as const) {
  test(`lists and the answer are in the first screen of a ${name}`, async ({ page }) => {
    await page.setViewportSize(sizes[name]);
    for (const [path, { top, rows }] of [
      [deskPaths.customers(), bounds.customers],
      [deskPaths.stock(), bounds.stock],
    ] as const) {
      await page.goto(path);
      const measured = await measureRows(page);
      expect.soft(measured.top, `top of the first row of ${path}`).toBeLessThanOrEqual(top);
      expect.soft(measured.rows, `whole rows of ${path}`).toBeGreaterThanOrEqual(rows);
      expect.soft(await smallTargets(page), path).toEqual([]);
    }
    await page.goto(deskPaths.nextCustomer());
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect.soft(height, 'height of the page of a customer').toBeLessThanOrEqual(sizes[name].height);
    await expect(page.getByRole('button', { name: 'Send and next' })).toBeInViewport();
    expect.soft(await smallTargets(page), 'a customer').toEqual([]);
  });
}

test('customers are answered by two presses each @without-script', async ({ page }) => {
  await page.goto(deskPaths.customers());
  await page.request.post('/desk/customers/replies', {
    form: { intent: 'save', title: 'Hours', text: 'We are open from nine to seven.' },
    headers: { Origin: new URL(page.url()).origin },
  });
  let presses = 1;
  await page.locator('.people .row-link').first().click();
  for (const [waiting] of Array.from({ length: 3 }).entries()) {
    const customer = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: 'Hours' }).click();
    await page.getByRole('button', { name: 'Send and next' }).click();
    await expect(page.getByRole('status'), `answer ${waiting + 1}`).toContainText(`Answered ${customer}.`);
    presses += 2;
  }
  expect(presses).toBe(7);
});
