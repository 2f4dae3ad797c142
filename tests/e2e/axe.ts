import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

/** Smaller than the package's `source`, which takes twice as long to send and to parse. */
export const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Rules that dark mode, which changes colours only, may break. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Looked = { within?: string; rules?: readonly string[] };

/**
 * Violations that axe finds on the page: each rule, and the elements that break it. It is sent once for all checks of a page, or
 * by an init script of its tab: the usual builder sends half a megabyte of script each time, and opens one more page,
 * which made these tests three times as long.
 *
 * @param within a selector of the part to check; absent: the whole page
 * @param rules the only ones to check; absent: all
 */
export async function wrongFor(page: Page, { within = 'html', rules }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
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
