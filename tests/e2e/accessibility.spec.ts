import type { Page } from 'playwright/test';
import { screenStates } from '../support/screens';
import { rulesOfColour, wrongFor } from './axe';
import { expect, test } from './site-test';

// The longest file by far: its tests go to whichever worker is free.
test.describe.configure({ mode: 'parallel' });

for (const { what, path } of screenStates) {
  test(`${what}: axe finds nothing wrong by day and by night, and nothing moves once it is painted`, async ({
    page,
    javaScriptEnabled,
  }) => {
    test.skip(javaScriptEnabled === false, 'axe is a script itself');
    await page.addInitScript(() => {
      let moved = 0;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          moved += 'value' in shift && typeof shift.value === 'number' ? shift.value : 0;
          // What browsers report as 0.00: a word that is painted in two parts while it arrives moves nothing.
          if (moved >= 0.005) console.error(`moved: ${JSON.stringify(shift)}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? rulesOfColour : undefined;
      expect(await wrongFor(page, { rules }), colorScheme).toEqual([]);
    }
  });
}

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('no screen scrolls sideways at 320 pixels, which is 1280 at 400 per cent', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { path } of screenStates) {
    await page.goto(path);
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
});

test('no screen scrolls sideways on a phone where text alone is twice as large', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { path } of screenStates) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
});
