import fc from 'fast-check';
import type { Page } from 'playwright/test';
import { paths } from '~/paths';
import { isExhaustive } from '../support/exhaustive';
import { alsoWithoutScript, expect, test } from './site-test';

const buttonFor = (name: string) => ({ name: `Compare ${name}`, exact: true }) as const;
const bar = { name: 'Compare list' } as const;
/** The names of the compared vehicles, also of those that a phone does not show at the same time. */
const heads = (page: Page) =>
  page.locator('section[aria-label="Comparison"] > ul').getByRole('heading', { level: 2, includeHidden: true });

test('chosen vehicles are in the bar, lead to the comparison and can be removed again', async ({ page }) => {
  await page.goto('/main');
  await expect(page.getByRole('form', bar)).toBeHidden();
  const bikes = page.getByRole('region', { name: 'Featured Bikes' });
  const names = await bikes.getByRole('heading', { level: 3 }).allTextContents();
  const [first = '', second = '', third = ''] = names;
  for (const name of [first, second, third]) {
    await bikes.getByRole('button', buttonFor(name)).click();
    await expect(page.getByRole('form', bar).getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
  await page
    .getByRole('form', bar)
    .getByRole('button', { name: `Remove ${second}` })
    .click();
  await expect(page.getByRole('form', bar).getByRole('button')).toHaveCount(2);
  await expect(bikes.getByRole('button', buttonFor(second))).toHaveAttribute('aria-pressed', 'false');
  await page
    .getByRole('form', bar)
    .getByRole('link', { name: /^Compare now/ })
    .click();
  await expect(page).toHaveURL('/compare');
  await expect(heads(page)).toHaveText([first, third]);
});

test('a listing is compared with a new vehicle; removing the last one leads home', async ({ page }) => {
  await page.goto('/sell-bikes');
  const card = page.getByRole('listitem').filter({ hasText: 'Royal Enfield Meteor 350 Fireball' });
  await card.getByRole('button', buttonFor('Royal Enfield Meteor 350 Fireball')).click();
  await expect(page.getByRole('form', bar)).toBeVisible();
  await page.goto('/main');
  await page
    .getByRole('region', { name: 'Featured Bikes' })
    .getByRole('button', buttonFor('Royal Enfield Classic 350'))
    .click();
  await expect(page.getByRole('form', bar).getByRole('button')).toHaveCount(2);
  await page.goto('/compare');
  await expect(page.getByRole('heading', { level: 2, name: 'Second-hand Information' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Royal Enfield Classic 350' }).click();
  await expect(page).toHaveURL('/compare');
  await page.getByRole('button', { name: 'Remove Royal Enfield Meteor 350 Fireball' }).click();
  await expect(page).toHaveURL('/main');
});

test("a shared comparison shows its own list, which can replace the visitor's", async ({ page }) => {
  await page.goto('/compare?vehicles=105,1,23');
  await expect(heads(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Show only the differences' }).click();
  await expect(page).toHaveURL('/compare?vehicles=105,1,23&only=differences');
  await expect(page.getByRole('rowheader', { name: 'Type', exact: true })).toHaveCount(0);
  await page
    .getByRole('list', { name: 'Vehicles to show' })
    .getByRole('link', { name: 'Remove Hero Vida VXZ' })
    .click();
  await expect(page).toHaveURL('/compare?vehicles=105,1&only=differences');
  await page.getByRole('button', { name: 'Use this list' }).click();
  await expect(page).toHaveURL('/compare');
  await expect(heads(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Start New Comparison' }).click();
  await expect(page).toHaveURL('/main');
  await expect(page.getByRole('form', bar)).toBeHidden();
});

/** Whether anything scrolls sideways, the page or a box in it. */
const sidewaysIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .filter(
        (element) =>
          element === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
      )
      .map(({ tagName, className }) => `${tagName} ${String(className)}`),
  );

test('two vehicles fit a phone; names and prices stay in view while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/compare?vehicles=1,105');
  const names = page.locator('section[aria-label="Comparison"] > ul h2');
  const table = page.getByRole('table', { name: 'Performance' });
  const [left, right] = await Promise.all([names.nth(0).boundingBox(), names.nth(1).boundingBox()]);
  expect(left?.y).toBeLessThan(330);
  expect((right?.x ?? 0) + (right?.width ?? Infinity)).toBeLessThanOrEqual(360);
  expect(await sidewaysIn(page)).toEqual([]);
  const power = table.getByRole('row').filter({ hasText: 'Power' });
  await power.evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const [name, cells] = await Promise.all([names.nth(0).boundingBox(), power.getByRole('cell').all()]);
  expect(name?.y).toBeGreaterThanOrEqual(0);
  expect((name?.y ?? Infinity) + (name?.height ?? 0)).toBeLessThan(90);
  expect(cells).toHaveLength(2);
  const [first, second] = await Promise.all(cells.map((cell) => cell.boundingBox()));
  expect(first?.y).toBe(second?.y);
  expect(first?.x).toBe(left?.x);
  expect(second?.x).toBe(right?.x);
});

for (const tag of alsoWithoutScript)
  test(`of four vehicles a phone shows two, which are chosen without a script${tag}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/compare?vehicles=1,105,6,8');
    const shown = page.locator('section[aria-label="Comparison"] > ul').getByRole('heading', { level: 2 });
    await expect(shown).toHaveText(['Royal Enfield Classic 350', 'Royal Enfield Scram 411']);
    const choice = page.getByRole('list', { name: 'Vehicles to show' });
    for (const remove of await choice.getByRole('link', { name: /^Remove / }).all())
      await expect(remove).toBeInViewport();
    await choice.getByRole('link', { name: 'iQube ST', exact: true }).click();
    await expect(shown).toHaveText(['Royal Enfield Scram 411', 'TVS iQube ST']);
    await choice.getByRole('link', { name: 'Classic 350', exact: true }).click();
    await expect(shown).toHaveText(['Royal Enfield Classic 350', 'TVS iQube ST']);
    await page.goBack();
    await expect(shown).toHaveText(['Royal Enfield Scram 411', 'TVS iQube ST']);
    const price = page
      .getByRole('table', { name: 'Basic Information' })
      .getByRole('row')
      .filter({ hasText: '₹' })
      .first();
    await expect(price.getByRole('cell')).toHaveCount(2);
    expect(await sidewaysIn(page)).toEqual([]);
    await page.setViewportSize({ width: 768, height: 740 });
    await expect(shown).toHaveCount(4);
    await expect(choice).toBeHidden();
  });

/** Kinds of vehicles that are compared: new, upcoming, second-hand, listings. */
const comparable = ['1', '8', '9', '16', '105', '204', 'sample-bike-1', 'sample-bike-4', 'sample-scooter-2'];

test('on a phone, any selection counts what is in view and hides no row that has a value there', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const selections = fc.sample(fc.uniqueArray(fc.constantFrom(...comparable), { minLength: 2, maxLength: 4 }), {
    numRuns: isExhaustive ? 60 : 3,
    seed: 37,
  });
  for (const ids of selections) {
    await page.goto(`/compare?vehicles=${ids.join()}&show=${ids.slice(-2).join()}`);
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('section[aria-label="Comparison"] details')].map((group) => {
        if (group instanceof HTMLDetailsElement) group.open = true;
        const isSeen = (element: Element): boolean => element.checkVisibility();
        const rows = [...group.querySelectorAll('tbody tr')].filter(isSeen).map((row) => ({
          name: row.querySelector('th')?.textContent ?? '',
          texts: [...row.querySelectorAll('td')].filter(isSeen).map((cell) => cell.childNodes[0]?.textContent ?? ''),
        }));
        const all = [...group.querySelectorAll('tbody th')].map((name) => name.textContent ?? '');
        const texts = [...group.querySelectorAll('summary small, p')]
          .filter(isSeen)
          .map((text) => text.textContent ?? '');
        return { rows, all, texts };
      }),
    );
    expect(seen.length, ids.join()).toBe(6);
    for (const { rows, all, texts } of seen) {
      const what = `${ids.join()}: ${texts.join(' ')}`;
      for (const row of rows) {
        expect(row.texts, what).toHaveLength(2);
        expect(
          row.texts.every((text) => text === 'N/A'),
          `${what} ${row.name}`,
        ).toBe(false);
      }
      const names = rows.map(({ name }) => name);
      for (const name of all.filter((hidden) => !names.includes(hidden)))
        expect(texts.join().toLowerCase(), what).toContain(name.toLowerCase());
      const [, differing = NaN, stated = differing] = /^(\d+)(?: of (\d+))? differ/.exec(texts[0] ?? '') ?? [];
      expect(Number(differing), what).toBeLessThanOrEqual(names.length);
      const sentence = texts.find((text) => text.startsWith('Alike: '));
      expect(Number(stated), what).toBe(names.length + (sentence?.split(' · ').length ?? 0));
    }
  }
});

test('a desktop has a place for each of four vehicles, which added ones fill @desk', async ({ page }) => {
  await page.goto('/compare?vehicles=1,105');
  const places = page.locator('section[aria-label="Comparison"] > ul');
  await expect(places.getByRole('link', { name: 'Add' })).toHaveCount(2);
  const nearby = page.getByRole('region', { name: 'Similar price' });
  const name = (await nearby.getByRole('heading', { level: 3 }).first().textContent()) ?? '';
  await nearby.getByRole('link', { name: `Add ${name}` }).click();
  await expect(places.getByRole('heading', { level: 2 })).toHaveText([/Classic 350/, /Scram 411/, name]);
  await expect(places.getByRole('link', { name: 'Add' })).toHaveCount(1);
  expect(await sidewaysIn(page)).toEqual([]);
});

test('the comparison of four prints all its groups on two pages at most', async ({ page }) => {
  await page.goto('/compare?vehicles=1,8,15,105');
  const document = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(document.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('rowheader', { name: 'Fuel for 1,000 km' })).toBeVisible();
});

test('vehicles near in price are readable beside three that are compared @desk', async ({ page }) => {
  await page.goto('/compare?vehicles=1,2,3');
  const names = page.getByRole('region', { name: 'Similar price' }).getByRole('heading', { level: 3 });
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of await names.all()) expect((await name.boundingBox())?.width).toBeGreaterThan(100);
  }
});

test('nothing covers the bar of the comparison', async ({ page, site }) => {
  const compare = { name: 'compare', value: '1,8,105,sample-bike-1', url: site.origin };
  await page.context().addCookies([compare]);
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of [paths.home(), paths.newBikes(), paths.browse(), paths.sellList('bike')]) {
      await page.goto(path);
      const covered = await page.locator('.compare-bar').evaluate(
        (bar) =>
          [...bar.querySelectorAll('button, a')].filter((control) => {
            const { left, top, width, height } = control.getBoundingClientRect();
            const inSight = document.elementFromPoint(left + width / 2, top + height / 2);
            return !inSight || !control.contains(inSight);
          }).length,
      );
      expect([path, viewport.width, covered]).toEqual([path, viewport.width, 0]);
    }
  }
});
