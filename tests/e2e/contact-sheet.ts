import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright/test';
import { FormBrowser } from '../support/account-client';
import { deskScreenStates, nameOf, ownScreenStates, type ScreenState, screenStates } from '../support/screens';
import { sheetFolder } from './contact-sheet-page';
import { expect, test } from './site-test';

const operator = { email: 'desk@example.com', password: 'desk!desk' };

/** A rider with something of everything, as the cookie that the rider's browser sends. */
async function riderWithALot(origin: string): Promise<string> {
  const rider = await new FormBrowser({ origin }).enter({
    name: 'Ashalata Venkataraman-Bhattacharya',
    email: 'ashalata@example.com',
    password: 'open!sesame',
  });
  for (const save of ['1', '8', '105', 'sample-bike-1']) await rider.send('/favourites', { save });
  for (const vehicle of ['3', '16']) await rider.send('/bookings', { vehicle });
  await rider.send('/vehicle-details?vehicle=105', { rating: '4', title: 'Calm', comment: 'It never hurries.' });
  await rider.send('/service', {
    'contactInfo.name': 'Ashalata',
    'contactInfo.phone': '98765 43210',
    'contactInfo.email': 'ashalata@example.com',
    'vehicleDetails.brand': 'Royal Enfield',
    'vehicleDetails.model': 'Classic 350',
    'vehicleDetails.registrationNumber': 'MH 12 AB 0000',
    serviceType: 'quick-service',
    'serviceDetails.urgency': 'medium',
  });
  await rider.send('/feedback', { type: 'general', rating: '4', subject: 'The seat', message: 'Softer, please.' });
  return rider.cookie('authToken') ?? '';
}

async function operatorOf(origin: string, databasePath: string): Promise<string> {
  spawnSync(process.execPath, ['build/server/operator.js', operator.email], {
    env: { ...process.env, DATABASE_PATH: databasePath, OPERATOR_PASSWORD: operator.password },
  });
  const browser = new FormBrowser({ origin });
  await browser.send('/login', operator);
  return browser.cookie('authToken') ?? '';
}

async function draw(page: Page, state: ScreenState, view: string): Promise<void> {
  await page.goto(state.path);
  await page.screenshot({ path: `${sheetFolder}/${nameOf(state)}-${view}.png`, fullPage: true });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
}

for (const state of screenStates) {
  test(state.what, ({ page }, { project }) => draw(page, state, project.name));
}

test.describe('signed in', () => {
  let cookies: { rider: string; operator: string };
  test.beforeAll(async ({ site: { origin, databasePath } }) => {
    cookies = { rider: await riderWithALot(origin), operator: await operatorOf(origin, databasePath) };
  });
  const asks = [
    ...ownScreenStates.map((state) => ({ state, as: 'rider' }) as const),
    ...deskScreenStates.map((state) => ({ state, as: 'operator' }) as const),
  ];
  for (const { state, as } of asks) {
    test(state.what, async ({ page, site: { origin } }, { project }) => {
      await page.context().addCookies([{ name: 'authToken', value: cookies[as], url: origin }]);
      await draw(page, state, project.name);
    });
  }
});
