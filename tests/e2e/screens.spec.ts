import type { BrowserContext, Page } from 'playwright/test';
import { subjects } from '~/api/subjects';
import { deskSubjects } from '~db/enums';
import { shortClassNames } from '../../scripts/class-names.mjs';
import { isExhaustive } from '../support/exhaustive';
import {
  deskStates,
  guardedStates,
  keyScreenStates,
  ownScreenStates,
  pendingSignInStates,
  type ScreenState,
  screenStates,
} from '../support/screens';
import { axeScript, rulesOfColour, wrongColours, wrongFor } from './axe';
import { type ContactSheetItems, storeItems } from './contact-sheet-items';
import { findWrongTexts } from './cut-text';
import { expect, test as siteTest, waitUntilReady, watchForErrors } from './site-test';

/** One page load for each state of each screen, on which all checks run. */

const actors = ['visitor', 'rider', 'keyOwner', 'operator', 'guardedOperator', 'pendingSignIn'] as const;
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

const wrongInColours = (page: Page): Promise<string[]> =>
  isExhaustive ? wrongFor(page, { rules: rulesOfColour }) : wrongColours(page, legible);

/** Nothing has moved since the first paint. */
async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => window.layoutShifts?.());
  if (!shifts) throw new Error('No shifts of the layout were observed.');
  // Browsers report these as 0.00: a word that is painted in two parts while it arrives moves nothing.
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  expect(sum, `moved: ${JSON.stringify(shifts)}`).toBeLessThan(0.005);
}

/** Axe finds nothing wrong, in light and dark mode. */
async function expectSound(page: Page): Promise<void> {
  expect(await wrongFor(page, { except: rulesOfColour }), 'axe').toEqual([]);
  expect(await wrongInColours(page), 'axe, light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await wrongInColours(page), 'axe, dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

const buttonClass = shortClassNames('app').get('button') ?? '';

/** Buttons whose text takes more than one line, or leaves the button. */
const brokenButtons = (page: Page): Promise<string[]> =>
  page.evaluate((name) => {
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
    const buttons = [...document.querySelectorAll<HTMLElement>(`.${name}`)];
    return buttons.filter(isBroken).map(({ textContent }) => textContent);
  }, buttonClass);

async function expectNoOverflow(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  if (!viewport) throw new Error('The page has no viewport.');
  const expectFit = async (width: number, textSize = ''): Promise<void> => {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 740 });
    const what = `scrolls sideways at ${width} pixels${textSize && `, with text alone at ${textSize}`}`;
    expect(await getOverflow(page, textSize), what).toBeLessThanOrEqual(0);
  };
  await expectFit(viewport.width);
  expect(await brokenButtons(page), 'on more than one line').toEqual([]);
  for (const width of new Set([viewport.width, 360])) await expectFit(width, '200%');
  // This is 1280 at 400 per cent zoom.
  await expectFit(320);
  // The outer screen of a folded phone.
  if (isExhaustive) await expectFit(280);
  await page.setViewportSize(viewport);
}

/** From the outer screen of a folded phone to a desktop. */
const widths = [280, 360, 768, 1280];

/** No text is cut off, and no two touch. */
async function expectWholeTexts(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  const wrong: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    for (const text of await findWrongTexts(page)) wrong.push(`at ${width} pixels ${text}`);
  }
  expect(wrong, 'texts that are cut off, or touch').toEqual([]);
  if (viewport) await page.setViewportSize(viewport);
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
  'accessories',
  'insurance',
  'sell bikes, details open',
  'sell bikes, form',
  'comparison of four of all kinds',
  'EMI calculator, a vehicle chosen',
  'API, vehicles',
  'dashboard',
  'service',
  'contact about a vehicle',
  'profile',
  'details with an own review',
  'a conversation',
  'own messages, beside those written in this browser',
  'messages of a visitor',
  'status',
  'manage, with listings',
  'desk, list of message',
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
  'explore, relaxed',
  'explore, second page',
  'explore, past its last page',
  'browse, a later page',
  'second-hand scooters',
  'second-hand bikes, past the last page',
  'details of a new bike in another colour',
  'details of a used electric scooter',
  ...['', ', a later page', ', found', ', nothing found', ', details open', ', details of nothing', ', form'].map(
    (state) => `sell scooters${state}`,
  ),
  'comparison of nothing',
  'terms',
  'returns',
  'EMI calculator, month by month',
  ...Object.keys(subjects).flatMap((subject) =>
    subject === 'vehicles' || subject === 'contacts' ? [] : `API, ${subject}`,
  ),
  'API, no such subject',
  'a visit, service',
  'an unknown visit',
  'no messages, unread tab',
  'the design system, which a built site hides',
  'a used vehicle being reported',
  'a listing being reported',
  'contact about a rider’s listing',
  'a conversation being reported by its private link',
  ...deskSubjects.flatMap((subject) => (subject === 'message' ? [] : `desk, all of ${subject}`)),
  'desk, ended conversations',
  'desk, requests found',
  'desk, a new branch',
  'desk, one listing open, with a password field',
  'desk, one conversation open, with a password field',
]);

const statesOf: Record<Actor, readonly ScreenState[]> = {
  visitor: screenStates,
  rider: ownScreenStates,
  keyOwner: keyScreenStates,
  operator: deskStates,
  guardedOperator: guardedStates,
  pendingSignIn: pendingSignInStates,
};
const isLookedAt = ({ what }: ScreenState): boolean => isExhaustive || !likeAnother.has(what);

for (const actor of actors) {
  test.describe(actor, () => {
    for (const state of statesOf[actor].filter(isLookedAt)) {
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
        await expectNoOverflow(page);
        await expectWholeTexts(page);
        if (!isExhaustive && alsoAtADesk.has(state.what)) {
          const phone = page.viewportSize();
          await page.setViewportSize({ width: 1280, height: 800 });
          await expectSound(page);
          await expectNoOverflow(page);
          if (phone) await page.setViewportSize(phone);
        }
        expect(errors.splice(0), 'what went wrong unseen').toEqual([]);
      });
    }
  });
}

test('every actor has states, and the lists above name some of them', () => {
  for (const states of Object.values(statesOf)) expect(states.filter(isLookedAt)).not.toEqual([]);
  const names = new Set(Object.values(statesOf).flatMap((states) => states.map(({ what }) => what)));
  expect([...alsoAtADesk, ...likeAnother].filter((name) => !names.has(name))).toEqual([]);
  expect([...alsoAtADesk].filter((name) => likeAnother.has(name))).toEqual([]);
});
