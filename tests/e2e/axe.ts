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
};

/**
 * Violations that axe finds on the page: each rule, and the elements that break it. It is sent once for all checks of a page, or
 * by an init script of its tab: the usual builder sends half a megabyte of script each time, and opens one more page,
 * which made these tests three times as long.
 *
 * @param within a selector of the part to check, or ways in which text is painted; absent: the whole page
 * @param rules the only ones to check; absent: all
 * @param except rules left out
 */
export async function wrongFor(page: Page, { within = 'html', rules, except = [] }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(
    async ({ within, rules, except }) => {
      const elements =
        typeof within !== 'string' && within.paintedWays.flatMap((way) => window.paintedWays?.get(way) ?? []);
      const found = await window.axe?.run(
        { include: elements || [String(within)] },
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
    { within, rules, except },
  );
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

/**
 * Violations on a page, in light and dark mode, of which only what is new is judged: the rules of structure when it has an
 * element of a kind that is sound on no earlier page of that width, contrast for new ways in which text is painted, and
 * dark mode when there is one or the other. Adds to those.
 *
 * @param kinds of the sound elements
 * @param ways in which text is painted with enough contrast, of all widths
 */
export async function wrongNews(page: Page, kinds: Set<string>, ways: Set<string>): Promise<string[]> {
  const unseen = (await findKinds(page)).filter((kind) => !kinds.has(kind));
  const waysBefore = ways.size;
  const wrong = await wrongColours(page, ways);
  if (unseen.length > 0) wrong.push(...(await wrongFor(page, { except: rulesOfColour })));
  if (unseen.length > 0 || ways.size > waysBefore) {
    await page.emulateMedia({ colorScheme: 'dark' });
    wrong.push(...(await wrongColours(page, ways)));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (wrong.length === 0) for (const kind of unseen) kinds.add(kind);
  return wrong;
}

/**
 * Kinds of elements on the page, as far as axe judges by them: by name, class and state of an element and its parent, by
 * the names of its attributes, and by whether it has a name to be read aloud; also by what two headings follow each other.
 */
function findKinds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = new Set<string>();
    const kinds = new Set<string>();
    /** Values that rules are about, unlike texts, addresses and ids. */
    const telling =
      /^(?:class|type|role|scope|lang|dir|open|disabled|hidden|tabindex|autocomplete|aria-(?!label|describedby|controls|owns|details|valuetext|valuenow).*)$/;
    const describeOwn = (element: Element): string =>
      `${element.localName} ${[...element.attributes]
        .filter(({ name }) => !/^(?:style|data-)/.test(name))
        .map(({ name, value }) => (telling.test(name) ? `${name}=${value}` : name))
        .sort()
        .join(' ')}`;
    const hasName = (element: Element): boolean =>
      element.matches('[aria-label]:not([aria-label=""]), [aria-labelledby], [alt]:not([alt=""]), [title]') ||
      (element.textContent ?? '').trim() !== '' ||
      ('labels' in element && element.labels instanceof NodeList && element.labels.length > 0) ||
      element.querySelector('[aria-label], [alt]:not([alt=""]), title') !== null;
    let heading = 'none';
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility()) continue;
      const { id, localName, parentElement } = element;
      const own = describeOwn(element);
      kinds.add(`${parentElement ? describeOwn(parentElement) : ''} > ${own} ${hasName(element)}`);
      if (/^h[1-6]$/.test(localName)) {
        kinds.add(`${heading} before ${localName}`);
        heading = localName;
      }
      // Never on two pages: two elements may not have one id.
      if (id !== '' && ids.has(id)) kinds.add(`${id} twice on ${location.href}`);
      ids.add(id);
    }
    return [...kinds];
  });
}
