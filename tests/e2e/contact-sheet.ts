import { expect, test } from './site-test';

/** Every screen and every state of one that has an address of its own; the name is the picture's. */
const screens: Readonly<Record<string, string>> = {
  home: '/main',
  'home-search': '/main?q=honda',
  'home-search-empty': '/main?q=zeppelin',
  'home-reviews': '/main?tab=reviews',
  browse: '/browse',
  'browse-search': '/browse?q=honda',
  'browse-empty': '/browse?q=zeppelin',
  sell: '/sell',
  'sell-bikes': '/sell-bikes',
  'sell-bikes-panel': '/sell-bikes?listing=sample-bike-3',
  'sell-bikes-form': '/sell-bikes?view=form',
  'sell-bikes-empty': '/sell-bikes?q=zeppelin',
  'sell-scooters': '/sell-scooters',
  'sell-scooters-panel': '/sell-scooters?listing=sample-scooter-3',
  'sell-scooters-form': '/sell-scooters?view=form',
  manage: '/manage',
  coming: '/insurance',
  'not-found': '/no-such-road',
};

for (const [name, path] of Object.entries(screens)) {
  test(name, async ({ page }, { project }) => {
    await page.goto(path);
    await page.screenshot({ path: `test-results/screens/${name}-${project.name}.png`, fullPage: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
  });
}
