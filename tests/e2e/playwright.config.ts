import { defineConfig } from 'playwright/test';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const desk = { viewport: { width: 1280, height: 800 } };

/** Every journey four times: on a phone and a desk, with scripts and without. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  // Generous, as nothing here asserts speed: two cores that also serve the pages may be busy.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  },
  projects: [
    { name: 'phone, script off', use: { ...phone, javaScriptEnabled: false } },
    { name: 'phone, script on', use: phone },
    { name: 'desk, script off', use: { ...desk, javaScriptEnabled: false } },
    { name: 'desk, script on', use: desk },
  ],
});
