import { spawnSync } from 'node:child_process';
import { type APIRequestContext, type Page, request } from 'playwright/test';
import { deskScreenStates, nameOf, ownScreenStates, type ScreenState, screenStates } from '../support/screens';
import { sheetFolder } from './contact-sheet-page';
import { expect, test } from './site-test';

const rider = { name: 'Ashalata Venkataraman-Bhattacharya', email: 'ashalata@example.com', password: 'open!sesame' };
const operator = { email: 'desk@example.com', password: 'desk!desk' };

type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];

/** Sends forms one after the other as one browser does, and answers the cookies that it holds then. */
async function send(origin: string, forms: readonly [path: string, form: Record<string, string>][]): Promise<Cookies> {
  const browser = await request.newContext({ baseURL: origin });
  for (const [path, form] of forms) {
    expect((await browser.post(path, { form, maxRedirects: 0 })).status(), path).toBe(303);
  }
  const { cookies } = await browser.storageState();
  await browser.dispose();
  return cookies.filter(({ name }) => name === 'authToken');
}

/** A rider with something of everything. */
const riderWithALot = (origin: string): Promise<Cookies> =>
  send(origin, [
    ['/login?mode=signup', { ...rider, mode: 'signup', submissionId: 'contact-sheet' }],
    ...['1', '8', '105', 'sample-bike-1'].map((save): [string, Record<string, string>] => ['/favourites', { save }]),
    ['/bookings', { vehicle: '3' }],
    ['/bookings', { vehicle: '16' }],
    ['/vehicle-details?vehicle=105', { rating: '4', title: 'Calm', comment: 'It never hurries.' }],
    [
      '/service',
      {
        'contactInfo.name': 'Ashalata',
        'contactInfo.phone': '98765 43210',
        'contactInfo.email': rider.email,
        'vehicleDetails.brand': 'Royal Enfield',
        'vehicleDetails.model': 'Classic 350',
        'vehicleDetails.registrationNumber': 'MH 12 AB 0000',
        serviceType: 'quick-service',
        'serviceDetails.urgency': 'medium',
      },
    ],
    ['/feedback', { type: 'general', rating: '4', subject: 'The seat', message: 'Softer, please.' }],
  ]);

function operatorOf(origin: string, databasePath: string): Promise<Cookies> {
  spawnSync(process.execPath, ['build/server/operator.js', operator.email], {
    env: { ...process.env, DATABASE_PATH: databasePath, OPERATOR_PASSWORD: operator.password },
  });
  return send(origin, [['/login', operator]]);
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
  let cookies: { rider: Cookies; operator: Cookies };
  test.beforeAll(async ({ site: { origin, databasePath } }) => {
    cookies = { rider: await riderWithALot(origin), operator: await operatorOf(origin, databasePath) };
  });
  const asks = [
    ...ownScreenStates.map((state) => ({ state, as: 'rider' }) as const),
    ...deskScreenStates.map((state) => ({ state, as: 'operator' }) as const),
  ];
  for (const { state, as } of asks) {
    test(state.what, async ({ page }, { project }) => {
      await page.context().addCookies(cookies[as]);
      await draw(page, state, project.name);
    });
  }
});
