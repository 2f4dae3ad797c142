import { paths } from '~/paths';
import { expect, test } from './site-test';

test('with text at 200 % the numbers of days stay whole', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(paths.newAppointment());
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const broken = await page.locator('.day-choice > label').evaluateAll((stones) => {
    const range = document.createRange();
    return stones.flatMap((stone) => {
      const parts = [...stone.children].filter((part) => {
        range.selectNodeContents(part);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
      return parts.map(({ textContent }) => textContent);
    });
  });
  expect(broken).toEqual([]);
});
