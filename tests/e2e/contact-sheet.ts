import { nameOf, screenStates } from '../support/screens';
import { sheetFolder } from './contact-sheet-page';
import { expect, test } from './site-test';

for (const state of screenStates) {
  test(state.what, async ({ page }, { project }) => {
    await page.goto(state.path);
    await page.screenshot({ path: `${sheetFolder}/${nameOf(state)}-${project.name}.png`, fullPage: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
  });
}
