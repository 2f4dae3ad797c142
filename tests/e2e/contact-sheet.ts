import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import {
  deskStates,
  guardedStates,
  keyScreenStates,
  getStateName,
  ownScreenStates,
  pendingSignInStates,
  photoStates,
  setupStates,
  type ScreenState,
  screenStates,
} from '../support/screens';
import { schemes, sheetFolder } from './contact-sheet-page';
import { type ContactSheetItems, storeItems } from './contact-sheet-items';
import { expect, test } from './site-test';

const font = readFileSync('tests/e2e/contact-sheet/sheet.woff2').toString('base64');
const declareFont = (name: string, scale: number): string =>
  `@font-face { font-family: ${name}; font-stretch: 50% 200%; size-adjust: ${scale}%;
    src: url(data:font/woff2;base64,${font}) }`;

/** The same letters on every machine, about as wide as those of most systems. */
const sheetStyle = `${declareFont('Sheet', 87)} ${declareFont('SheetHeading', 72)}
  :root { --heading-font: SheetHeading !important; --mono: Sheet !important; font-family: Sheet !important }
  ::-webkit-scrollbar { display: none }`;

/** Pixels of a dark page that are drawn: as far as pages are compared. Its parts are those of the light one. */
const darkHeight = 1600;

/** Draws a state in both colour schemes from one load of its page. @param width the project's name, in pixels */
async function draw(page: Page, state: ScreenState, width: string, path = state.path): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(state.status);
  await page.evaluate((text) => {
    const style = document.createElement('style');
    style.textContent = text;
    document.head.append(style);
  }, sheetStyle);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const file = `${sheetFolder}/${getStateName(state)}-${width}-${colorScheme}.jpg`;
    const clip = { x: 0, y: 0, width: Number(width), height: darkHeight };
    const part = colorScheme === 'dark' ? { clip } : {};
    await page.screenshot({ path: file, fullPage: true, animations: 'disabled', ...part });
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
}

// Without an operator, the site waits to be set up.
test.beforeAll(({ operator: _operator }) => {});

for (const state of screenStates) {
  test(state.what, ({ page }, { project }) => draw(page, state, project.name));
}

test.describe('on a site with one of everything', () => {
  let items: ContactSheetItems;
  test.beforeAll(async ({ site, operator }) => {
    items = await storeItems(site, operator);
  });
  const asks = [
    ...[...ownScreenStates, ...photoStates].map((state) => ({ state, as: 'rider' }) as const),
    ...keyScreenStates.map((state) => ({ state, as: 'keyOwner' }) as const),
    ...deskStates.map((state) => ({ state, as: 'operator' }) as const),
    ...guardedStates.map((state) => ({ state, as: 'guardedOperator' }) as const),
    ...setupStates.map((state) => ({ state, as: 'newOwner' }) as const),
    ...pendingSignInStates.map((state) => ({ state, as: 'pendingSignIn' }) as const),
  ];
  for (const { state, as } of asks) {
    test(state.what, async ({ page }, { project }) => {
      await page.context().addCookies(as === 'pendingSignIn' ? await items.beginSignIn() : items[as]);
      await draw(page, state, project.name, items.placeOf(state.path));
    });
  }
});
