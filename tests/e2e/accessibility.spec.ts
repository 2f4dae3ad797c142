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
    // A slide that is half faded out has half its contrast: all that moves stands as it did at first.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = 0;
      }
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? rulesOfColour : undefined;
      expect(await wrongFor(page, { rules }), colorScheme).toEqual([]);
    }
  });
}

test('no screen scrolls sideways at 320 pixels, which is 1280 at 400 per cent', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { path } of screenStates) {
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
