import axe from 'axe-core';
import type { Page } from 'playwright/test';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Rules that night may break, which changes colours alone. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Looked = { within?: string; rules?: readonly string[] };

/**
 * What axe finds wrong with a page as it stands: each broken rule, and the elements that break it. It runs in the page
 * itself, once for all that is asked of that page: the usual builder sends half a megabyte of script each time, and
 * opens one more page, which made these tests three times as long.
 *
 * @param within a selector of the part to look at; absent: the whole page
 * @param rules the only ones to look at; absent: all
 */
export async function wrongFor(page: Page, { within = 'html', rules }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ within, rules }) => {
      const found = await window.axe?.run(within, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
      });
      if (!found) throw new Error('axe did not come.');
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { within, rules },
  );
}
