import type { Page } from 'playwright/test';
import { paths } from '~/paths';
import { expect, test } from './site-test';

/** The page as an engine without a feature reads it: its names mean nothing there. */
async function openWithout(page: Page, feature: RegExp, path: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: (await response.text()).replaceAll(feature, 'un$&') });
  });
  await page.goto(path);
}

const widths = [
  [360, 400],
  [1024, 200],
  [1280, 160],
] as const;

test('without popovers the bar is low, and its links are in reach', async ({ page }) => {
  for (const [width, most] of widths) {
    await page.setViewportSize({ width, height: 740 });
    await openWithout(page, /popover/g, paths.browse());
    const { height, overflow, dead, unreached } = await page.evaluate(() => {
      const bar = document.querySelector('.top-bar');
      const links = [...(bar?.querySelectorAll('a') ?? [])];
      const isReached = (link: Element): boolean => {
        link.scrollIntoView({ block: 'nearest', inline: 'center' });
        const { left, top, width: wide, height: high } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + wide / 2, top + high / 2));
      };
      return {
        height: bar?.getBoundingClientRect().height,
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        dead: [...(bar?.querySelectorAll('button') ?? [])].filter((button) => button.checkVisibility()).length,
        unreached: links.filter((link) => !isReached(link)).map(({ textContent }) => textContent),
      };
    });
    expect.soft(height, `height at ${width}`).toBeLessThanOrEqual(most);
    expect.soft(overflow, `sideways at ${width}`).toBeLessThanOrEqual(0);
    expect.soft(dead, `dead buttons at ${width}`).toBe(0);
    expect.soft(unreached, `out of reach at ${width}`).toEqual([]);
  }
});

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
