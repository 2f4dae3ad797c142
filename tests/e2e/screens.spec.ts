import type { BrowserContext, Page } from 'playwright/test';
import { guides } from '~/api/guides';
import { subjects } from '~/api/subjects';
import { paths } from '~/paths';
import { isExhaustive } from '../support/exhaustive';
import {
  deskStates,
  firstOfEachPath,
  guardedStates,
  keyScreenStates,
  ownScreenStates,
  pendingSignInStates,
  photoStates,
  setupStates,
  type ScreenState,
  screenStates,
} from '../support/screens';
import { axeScript, rulesOfColour, wrongFor, wrongNews } from './axe';
import { type ContactSheetItems, storeItems } from './contact-sheet-items';
import { findWrongTexts } from './cut-text';
import { openPart } from './form-parts';
import { expect, test as siteTest, waitUntilReady, watchForErrors } from './site-test';
import { translate } from './translate';

/** One page load for each state of each screen, on which all checks run. */

const actors = ['visitor', 'rider', 'keyOwner', 'operator', 'guardedOperator', 'newOwner', 'pendingSignIn'] as const;
type Actor = (typeof actors)[number];
/** A tab in which the screens of one actor follow each other, and the errors in it so far. */
type Tab = { page: Page; errors: string[] };
type WorkerFixtures = { stored: ContactSheetItems; tabOf: (actor: Actor) => Promise<Tab> };

declare global {
  interface Window {
    /** Layout shifts since the page began, each with the elements that moved. */
    layoutShifts?: () => { value: number; moved: string[] }[];
  }
}

/** Runs before the scripts of every page, so that shifts are seen from the first paint on. */
function observeLayoutShifts(): void {
  const entries: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  type Source = { node?: Node | null };
  const getMarkup = ({ node }: Source): string =>
    node instanceof Element ? node.outerHTML.slice(0, 200) : String(node?.textContent);
  window.layoutShifts = () =>
    [...entries, ...observer.takeRecords()].map((shift) => ({
      value: 'value' in shift && typeof shift.value === 'number' ? shift.value : 0,
      moved: 'sources' in shift && Array.isArray(shift.sources) ? shift.sources.map(getMarkup) : [],
    }));
}

const test = siteTest.extend<object, WorkerFixtures>({
  stored: [
    async ({ site, operator }, use) => {
      await use(await storeItems(site, operator));
    },
    { scope: 'worker' },
  ],
  tabOf: [
    async ({ browser, site, stored }, use, { project }) => {
      const contexts: BrowserContext[] = [];
      const open = async (actor: Actor): Promise<Tab> => {
        const { viewport, hasTouch, javaScriptEnabled, locale, timezoneId, contextOptions } = project.use;
        const context = await browser.newContext({
          baseURL: site.origin,
          ...{ ...contextOptions, viewport, hasTouch, javaScriptEnabled, locale, timezoneId },
        });
        contexts.push(context);
        if (actor === 'pendingSignIn') await context.addCookies(await stored.beginSignIn());
        else if (actor !== 'visitor') await context.addCookies(stored[actor]);
        await context.addInitScript(observeLayoutShifts);
        await context.addInitScript(axeScript);
        const page = await context.newPage();
        return { page, errors: watchForErrors(page) };
      };
      const tabs = new Map<Actor, Promise<Tab>>();
      await use((actor) => {
        const tab = tabs.get(actor) ?? open(actor);
        tabs.set(actor, tab);
        return tab;
      });
      await Promise.all(contexts.map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
});

/** The first flight of a server: a page that fits is painted after one round trip. */
const firstFlight = 14_000;

/** Pixels by which the page is wider than the screen, with text of a size. Nothing is painted in that size. */
const getOverflow = (page: Page, textSize = ''): Promise<number> =>
  page.evaluate((fontSize) => {
    const { scrollWidth, style } = document.documentElement;
    if (!fontSize) return scrollWidth - window.innerWidth;
    style.fontSize = fontSize;
    const wider = document.documentElement.scrollWidth - window.innerWidth;
    style.fontSize = '';
    return wider;
  }, textSize);

/** Ways in which text is painted, in which axe has found enough contrast in this worker. */
const legible = new Set<string>();
/** At each width, kinds of elements with which axe has found nothing wrong in this worker. */
const soundKinds = new Map<number, Set<string>>();

/** Nothing has moved since the first paint. */
async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => window.layoutShifts?.());
  if (!shifts) throw new Error('No shifts of the layout were observed.');
  // Browsers report these as 0.00: a word that is painted in two parts while it arrives moves nothing.
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  expect(sum, `moved: ${JSON.stringify(shifts)}`).toBeLessThan(0.005);
}

/** Axe finds nothing wrong, in light and dark mode. An exhaustive run judges what it has judged on other pages again. */
async function expectSound(page: Page): Promise<void> {
  if (!isExhaustive) {
    const width = page.viewportSize()?.width ?? 0;
    const kinds = soundKinds.get(width) ?? new Set();
    soundKinds.set(width, kinds);
    expect(await wrongNews(page, kinds, legible), 'axe, light and dark').toEqual([]);
    return;
  }
  expect(await wrongFor(page, { except: rulesOfColour }), 'axe').toEqual([]);
  expect(await wrongFor(page, { rules: rulesOfColour }), 'axe, light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await wrongFor(page, { rules: rulesOfColour }), 'axe, dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Buttons whose text takes more than one line, or leaves the button. */
const brokenButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const range = document.createRange();
    const isBroken = (button: HTMLElement): boolean => {
      if (!button.checkVisibility({ visibilityProperty: true })) return false;
      range.selectNodeContents(button);
      // Hidden words are a pixel wide.
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const [first] = lines;
      return (
        button.scrollWidth > button.clientWidth ||
        lines.some(({ top }) => first !== undefined && top >= first.bottom - 3)
      );
    };
    const buttons = [...document.querySelectorAll<HTMLElement>('.button')];
    return buttons.filter(isBroken).map(({ textContent }) => textContent);
  });

/** Links to a part of the page that does not exist, or that something else covers then; a field includes its label. */
const brokenPageLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInSight = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + Math.min(width / 2, 60), top + Math.min(height / 2, 20));
      return seen !== null && (element.contains(seen) || seen.contains(element));
    };
    return [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')].flatMap((link) => {
      if (!link.checkVisibility()) return [];
      const { hash } = link;
      link.click();
      const target = document.getElementById(hash.slice(1));
      const labels = target && 'labels' in target && target.labels instanceof NodeList ? [...target.labels] : [];
      const isReached = [target, ...labels].every((part) => part instanceof Element && isInSight(part));
      return isReached ? [] : [`${hash} ${link.textContent}`];
    });
  });

/**
 * Nothing grows by more than a line, at which a text in parts may break elsewhere, when a browser translates the page,
 * here into the same words.
 */
async function expectTranslatable(page: Page): Promise<void> {
  const before = await page.evaluateHandle(() => {
    // Lines are balanced by words, of which a text in parts has others.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { text-wrap: wrap !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // What a closed fold hides has no layout of its own.
    const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
      element.checkVisibility(),
    );
    return new Map(elements.map((element) => [element, element.getBoundingClientRect().height]));
  });
  await page.evaluate(translate);
  const changed = await before.evaluate((heights) => {
    const lineHeight = 26;
    const isChanged = ([element, height]: [HTMLElement, number]) =>
      Math.abs(element.getBoundingClientRect().height - height) > lineHeight;
    return [...heights].filter(isChanged).map(([element]) => element.outerHTML.slice(0, 60));
  });
  expect(changed, 'of another height, translated').toEqual([]);
}

/** Heads of screens that push their form or list down; the strip of the shop carries vehicles. */
const getHighHeads = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main > .page-head, main > .slide-show')].flatMap((head) => {
      const { height } = head.getBoundingClientRect();
      return height > (head.matches('.slide-show') ? 112 : 100) ? [`the head is ${height} pixels high`] : [];
    }),
  );

/** From the outer screen of a folded phone to a desktop; 320 is a desktop at 400 per cent zoom. */
const widths = isExhaustive ? [280, 320, 360, 768, 1280] : [280, 360, 768, 1280];
/** Of further states of a screen, in an ordinary run. */
const narrowWidths = [280, 360];

/**
 * At every width the page scrolls downwards alone, and no text is cut off or touches another. Large text fits phones and
 * the width that the tab has. Begins and ends at that width.
 *
 * @param widths at which it is looked at
 * @param atADesk also looked at on a desktop as on the first width
 */
async function expectFit(page: Page, widths: readonly number[], atADesk: boolean): Promise<void> {
  const viewport = page.viewportSize();
  if (!viewport) throw new Error('The page has no viewport.');
  const inFull = new Set([viewport.width, ...(atADesk ? [1280] : [])]);
  const wrong: string[] = [];
  const expectNoOverflow = async (width: number, textSize = ''): Promise<void> => {
    const what = `scrolls sideways at ${width} pixels${textSize && `, with text alone at ${textSize}`}`;
    expect(await getOverflow(page, textSize), what).toBeLessThanOrEqual(0);
  };
  for (const width of new Set([viewport.width, ...widths])) {
    if (width !== viewport.width) await page.setViewportSize({ width, height: 740 });
    await expectNoOverflow(width);
    if (inFull.has(width)) expect(await brokenButtons(page), 'on more than one line').toEqual([]);
    if (inFull.has(width) || width === 360) await expectNoOverflow(width, '200%');
    for (const text of await findWrongTexts(page)) wrong.push(`at ${width} pixels ${text}`);
    if (width === 360 || width === 1280)
      for (const head of await getHighHeads(page)) wrong.push(`at ${width} pixels ${head}`);
    if (width !== viewport.width && inFull.has(width)) await expectSound(page);
  }
  expect(wrong, 'texts that are cut off, or touch, and heads').toEqual([]);
  await page.setViewportSize(viewport);
}

// The longest file by far: its tests go to any free worker.
test.describe.configure({ mode: 'parallel' });

/**
 * The states whose layout differs on a desktop: columns beside each other, a panel beside its list. They are checked at
 * that width as well; an exhaustive run loads every screen again there.
 */
const alsoAtADesk: ReadonlySet<string> = new Set([
  'the entrance',
  'home',
  '/bikes, everything relaxed, modal open',
  'explore, filtered',
  'browse, narrowed',
  'second-hand bikes',
  'showroom',
  'details of a new bike',
  'details of a used bike',
  'details of a listing with photos',
  'accessories',
  'insurance',
  'sell bikes, details open',
  'sell bikes, form',
  'comparison of four of all kinds',
  'EMI calculator, a vehicle chosen',
  'API, endpoints found',
  'API, a list',
  'API, vehicles',
  'dashboard',
  'service',
  'contact about a vehicle',
  'profile',
  'own webhooks',
  'details with an own review',
  'a conversation',
  'own messages, beside those written in this browser',
  'messages of a visitor',
  'status',
  'manage, with listings',
  'the desk, today',
  'the desk, customers',
  'the desk, a customer’s message',
  'the stock',
  'a vehicle of the stock',
  'new listings of riders',
  'desk, one listing open',
  'two-step sign-in, to be turned on',
  'sign in, second step',
]);

/**
 * States that are made of the same parts as another one, with other data: an exhaustive run looks at them as well. Every
 * run requests them over HTTP (`first-flight.test.ts`, `screens-as-remix-renders.test.ts`).
 */
const likeAnother: ReadonlySet<string> = new Set([
  'the Facebook panel',
  'a test ride, one of several vehicles',
  'home under its other name',
  ...['', ', filtered', ', relaxed', ', everything relaxed, modal open', ', modal of nothing'].map(
    (state) => `/scooters${state}`,
  ),
  '/bikes, filtered',
  'explore, relaxed',
  'explore, second page',
  'explore, past its last page',
  'browse, found',
  'browse, a later page',
  'browse, past its last page',
  'second-hand scooters',
  'second-hand bikes, past the last page',
  'details of a new bike in another colour',
  'details of an electric scooter',
  'details of a used electric scooter',
  'sell bikes, a later page',
  'sell bikes, found',
  'sell bikes, details of nothing',
  ...['', ', a later page', ', found', ', nothing found', ', details open', ', details of nothing', ', form'].map(
    (state) => `sell scooters${state}`,
  ),
  'comparison of four, differences only',
  'comparison of nothing',
  'terms',
  'returns',
  'EMI calculator, spot purchase',
  'EMI calculator, month by month',
  'EMI calculator, a vehicle that is gone',
  ...Object.keys(subjects).flatMap((subject) =>
    subject === 'vehicles' || subject === 'contacts' ? [] : `API, ${subject}`,
  ),
  ...Object.values(guides)
    .slice(1)
    .map(({ title }) => `API, guide: ${title}`),
  'API, no such guide',
  'API, no such subject',
  'service, one chosen for a vehicle',
  'a visit, service',
  'a visit, to buy a used bike',
  'an unknown visit',
  'contact about nothing',
  'contact about a loan',
  'no messages, unread tab',
  'an unknown conversation',
  'the design system, which a built site hides',
  'the first run of a site that has an operator',
  'its second step',
  'details, signed in',
  'details, the own review being changed',
  'a used vehicle being reported',
  'the form of a used vehicle',
  'an own used vehicle about to be deleted',
  'details of a rider’s listing',
  'contact about a rider’s listing',
  'a listing being reported',
  'a conversation being reported',
  'details of an own listing',
  'a conversation by its private link',
  'a conversation being reported by its private link',
  'the desk, messages',
  'the desk, of no operator',
  'reported listings of riders',
  'desk, all conversations',
  'desk, ended conversations',
  'desk, a new branch',
  'desk, one listing open, with a password field',
  'desk, one conversation open, with a password field',
  'desk, nothing open',
]);

const statesOf: Record<Actor, readonly ScreenState[]> = {
  visitor: [...screenStates, ...photoStates],
  rider: ownScreenStates,
  keyOwner: keyScreenStates,
  operator: deskStates,
  guardedOperator: guardedStates,
  newOwner: setupStates,
  pendingSignIn: pendingSignInStates,
};
const isLookedAt = ({ what }: ScreenState): boolean => isExhaustive || !likeAnother.has(what);

/**
 * The states with which every screen is looked at once, at all widths and translated: the first of each path. Ordinary runs
 * look at its further states on phones.
 */
const firstOfScreens: ReadonlySet<ScreenState> = new Set(
  firstOfEachPath(actors.flatMap((actor) => statesOf[actor].filter(isLookedAt))),
);

for (const actor of actors) {
  test.describe(actor, () => {
    for (const state of statesOf[actor].filter(isLookedAt)) {
      const isWide = isExhaustive || firstOfScreens.has(state) || alsoAtADesk.has(state.what);
      test(state.what, async ({ tabOf, stored, javaScriptEnabled }) => {
        const { page, errors } = await tabOf(actor);
        const path = stored.placeOf(state.path);
        const response = await page.goto(path);
        expect(response?.status(), path).toBe(state.status);
        const sizes = await response?.request().sizes();
        expect((sizes?.responseHeadersSize ?? Infinity) + (sizes?.responseBodySize ?? 0)).toBeLessThanOrEqual(
          firstFlight,
        );
        if (javaScriptEnabled !== false) {
          await waitUntilReady(page);
          await expectNoShift(page);
          await expectSound(page);
        }
        await expectFit(page, isWide ? widths : narrowWidths, !isExhaustive && alsoAtADesk.has(state.what));
        if (javaScriptEnabled !== false) {
          expect(await brokenPageLinks(page), 'links within the page').toEqual([]);
          if (isWide) await expectTranslatable(page);
        }
        expect(errors.splice(0), 'what went wrong unseen').toEqual([]);
      });
    }
  });
}

test('the errors of forms link to fields in sight', async ({ tabOf, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'read by a script');
  const { page } = await tabOf('visitor');
  for (const path of [paths.sellForm('bike'), paths.contact(), paths.service(), paths.newAppointment()]) {
    await page.goto(path);
    await waitUntilReady(page);
    if (path === paths.sellForm('bike')) await openPart(page.locator('#license'));
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(List My|Send Message|Book Service|Request visit)/ })
      .click();
    await expect(page.locator('#errors a')).not.toHaveCount(0);
    expect(await brokenPageLinks(page), path).toEqual([]);
  }
});

test('every actor has states, and the lists above name some of them', () => {
  for (const states of Object.values(statesOf)) expect(states.filter(isLookedAt)).not.toEqual([]);
  const names = new Set(Object.values(statesOf).flatMap((states) => states.map(({ what }) => what)));
  expect([...alsoAtADesk, ...likeAnother].filter((name) => !names.has(name))).toEqual([]);
  expect([...alsoAtADesk].filter((name) => likeAnother.has(name))).toEqual([]);
});
