import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

/** Smaller than the package's `source`, which takes twice as long to send and to parse. */
export const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe?: typeof axe;
    /** On this page, an element for each way in which text is painted. */
    paintedWays?: Map<string, Element>;
  }
}

/** Rules that dark mode, which changes colours only, may break. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Looked = {
  within?: string | { paintedWays: readonly string[] };
  rules?: readonly string[];
  except?: readonly string[];
  without?: readonly number[];
};

/**
 * Violations that axe finds on the page: each rule, and the elements that break it. It is sent once for all checks of a page, or
 * by an init script of its tab: the usual builder sends half a megabyte of script each time, and opens one more page,
 * which made these tests three times as long.
 *
 * @param within a selector of the part to check, or ways in which text is painted; absent: the whole page
 * @param rules the only ones to check; absent: all
 * @param except rules left out
 * @param without children of the body left out, by their places
 */
export async function wrongFor(
  page: Page,
  { within = 'html', rules, except = [], without = [] }: Looked = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(
    async ({ within, rules, except, without }) => {
      const elements =
        typeof within !== 'string' && within.paintedWays.flatMap((way) => window.paintedWays?.get(way) ?? []);
      const exclude = without.flatMap((at) => document.body.children[at] ?? []);
      const found = await window.axe?.run(
        { include: elements || [String(within)], exclude },
        {
          resultTypes: ['violations'],
          // Stylesheets and media are needed by rules about sound and turned screens only, and the site has neither.
          preload: false,
          rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
          ...(rules && { runOnly: [...rules] }),
        },
      );
      if (!found) throw new Error('axe did not come.');
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { within, rules, except, without },
  );
}

/**
 * Violations of all rules but those of colour. Header, footer and menus, which most screens have in common, are left out
 * if they are among the sound ones of earlier screens: addresses of links aside, their markup decides. Adds to those.
 */
export async function wrongParts(page: Page, sound: Set<string>): Promise<string[]> {
  const parts = await page.evaluate(() =>
    [...document.body.children].map(({ localName, outerHTML }) =>
      localName === 'main' ? '' : outerHTML.replaceAll(/ (?:href|action|value)="[^"]*"/g, ''),
    ),
  );
  const without = parts.flatMap((part, at) => (sound.has(part) ? [at] : []));
  const wrong = await wrongFor(page, { except: rulesOfColour, without });
  if (wrong.length === 0) for (const part of parts) if (part !== '') sound.add(part);
  return wrong;
}

/**
 * Violations of the rules of colour, which take twice as long as all others together: one element is judged for each
 * way in which text is painted, unless that way is among the sound ones of earlier screens. Adds to those.
 */
export async function wrongColours(page: Page, sound: Set<string>): Promise<string[]> {
  const paintedWays = (await findPaintedWays(page)).filter((way) => !sound.has(way));
  if (paintedWays.length === 0) return [];
  const wrong = await wrongFor(page, { within: { paintedWays }, rules: rulesOfColour });
  if (wrong.length === 0) for (const way of paintedWays) sound.add(way);
  return wrong;
}

/**
 * Finds an element for each way in which text is painted, which is all that its contrast depends on: its colour, whether
 * it is large, what is behind it, and how its ancestors blend.
 */
function findPaintedWays(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** What an element paints behind its text, and how it blends all within it; of its ancestors too. */
    type Behind = { painted: string; blended: string };
    const known = new Map<Element | null, Behind>([[null, { painted: '', blended: '' }]]);
    const behind = (element: Element | null): Behind => {
      const before = known.get(element);
      if (before || !element) return before ?? { painted: '', blended: '' };
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const around = behind(element.parentElement);
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
      const isOpaque = backgroundColor.startsWith('rgb(');
      const blend = `${opacity} ${filter} ${mixBlendMode}`;
      const own = {
        painted: isClear ? around.painted : `${isOpaque ? '' : around.painted}/${backgroundColor} ${backgroundImage}`,
        blended: blend === '1 none normal' ? around.blended : `${around.blended}/${blend}`,
      };
      known.set(element, own);
      return own;
    };
    const ways = new Map<string, Element>();
    window.paintedWays = ways;
    for (const element of document.body.querySelectorAll('*')) {
      const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
      const isField = element.matches('input, select, textarea');
      if (!(hasText || isField) || !element.checkVisibility()) continue;
      const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
      // Large text, by WCAG: 18 points, or 14 if bold.
      const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      // A link within other text has to stand out from it.
      const beside = element.matches('a')
        ? `${textDecorationLine} ${getComputedStyle(element.parentElement ?? element).color}`
        : '';
      const { painted, blended } = behind(element);
      const way = [color, isLarge, textShadow, beside, painted, blended].join(' ');
      if (!ways.has(way)) ways.set(way, element);
    }
    return [...ways.keys()];
  });
}
