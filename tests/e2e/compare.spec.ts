import { expect, test } from './site-test';

const buttonFor = (name: string) => ({ name: `Compare ${name}`, exact: true }) as const;
const bar = { name: 'Compare list' } as const;

test('chosen vehicles are in the bar, lead to the comparison and can be removed again @also-without-script', async ({
  page,
}) => {
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
  await expect(page.getByRole('columnheader')).toHaveText([new RegExp(first), new RegExp(third)]);
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
  await expect(page.getByRole('rowheader', { name: 'Second-hand Information' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Royal Enfield Classic 350' }).click();
  await expect(page).toHaveURL('/compare');
  await page.getByRole('button', { name: 'Remove Royal Enfield Meteor 350 Fireball' }).click();
  await expect(page).toHaveURL('/main');
});

test("a shared comparison shows its own list, which can replace the visitor's", async ({ page }) => {
  await page.goto('/compare?vehicles=105,1,23');
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await page.getByRole('link', { name: 'Show only the differences' }).click();
  await expect(page).toHaveURL('/compare?vehicles=105,1,23&only=differences');
  await expect(page.getByRole('rowheader', { name: 'Type', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Remove Hero Vida VXZ' }).click();
  await expect(page).toHaveURL('/compare?vehicles=105,1&only=differences');
  await page.getByRole('button', { name: 'Make this my list' }).click();
  await expect(page).toHaveURL('/compare');
  await expect(page.getByRole('columnheader')).toHaveCount(2);
  await page.getByRole('button', { name: 'Start New Comparison' }).click();
  await expect(page).toHaveURL('/main');
  await expect(page.getByRole('form', bar)).toBeHidden();
});

test('the first column and the names stay in view, and the page does not scroll sideways', async ({ page }) => {
  await page.goto('/compare?vehicles=1,23,105,sample-bike-1');
  const table = page.getByRole('region', { name: 'Comparison table' });
  const speed = page.getByRole('rowheader', { name: 'Top speed' });
  await speed.scrollIntoViewIfNeeded();
  await table.evaluate((region) => region.scrollBy(180, 0));
  await expect(speed).toBeInViewport();
  await expect(page.getByRole('heading', { level: 2, name: 'Royal Enfield Scram 411' })).toBeInViewport();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the comparison of four prints on one page', async ({ page }) => {
  await page.goto('/compare?vehicles=1,8,15,105');
  const stylesheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(stylesheet.match(/\/Type \/Page\b/g)).toHaveLength(1);
});
