import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './site-test';

const screens = [
  '/main',
  '/main?q=honda',
  '/main?q=zeppelin',
  '/main?tab=reviews',
  '/browse',
  '/browse?q=honda',
  '/sell',
  '/sell-bikes',
  '/sell-bikes?listing=sample-bike-3',
  '/sell-bikes?view=form',
  '/sell-bikes?q=zeppelin',
  '/sell-scooters?listing=sample-scooter-3',
  '/sell-scooters?view=form',
  '/manage',
  '/insurance',
  '/no-such-road',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const path of screens) {
      test(`${path} has nothing that axe finds wrong`, async ({ page, javaScriptEnabled }) => {
        test.skip(javaScriptEnabled === false, 'axe is a script itself');
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      });
    }
  });
}

test('no screen scrolls sideways at 320 pixels, which is 1280 at 400 per cent', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of screens) {
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
