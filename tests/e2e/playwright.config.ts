import { defineConfig, type PlaywrightTestOptions, type Project } from 'playwright/test';
import { isExhaustive } from '../support/exhaustive';

/** Phones run with reduced motion, which makes transitions a sixth of the time; desktops run without. */
const phone: Partial<PlaywrightTestOptions> = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
};
const desk = { viewport: { width: 1280, height: 800 } };
const withoutScript = { javaScriptEnabled: false };

/** The site of the screens, which no journey has changed. */
const screens = 'screens.spec.ts';

const inBothParts = (name: string, use: Partial<PlaywrightTestOptions>): Project[] => [
  { name: `screens, ${name}`, testMatch: screens, use },
  { name, testIgnore: screens, use },
];

/**
 * Every journey once, on a phone with scripts, or on a desktop (`@desk`) where it differs there. Some are run a second
 * time, on a desktop or without scripts (`alsoOnDesk`, `alsoWithoutScript`).
 */
const eachOnce: Project[] = [
  { name: 'screens', testMatch: screens, use: phone },
  { name: 'phone', testIgnore: screens, use: phone },
];

/** Every journey and every screen four times. */
const everywhere: Project[] = [
  ...inBothParts('phone', phone),
  ...inBothParts('phone, script off', { ...phone, ...withoutScript }),
  ...inBothParts('desk', desk),
  ...inBothParts('desk, script off', { ...desk, ...withoutScript }),
];

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A failure of every screen is known after the first few: each failure starts a new site.
  maxFailures: 20,
  reporter: [['list']],
  // Generous, because nothing here asserts speed: two cores that also serve the pages may be busy.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Pages are painted by the processor anyway: a separate process for that costs a tenth of the time.
        '--in-process-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A context of its own costs each test a tenth of its time. Cleared are cookies, routes and the page.
    reuseContext: !isExhaustive,
    screenshot: 'only-on-failure',
  },
  projects: isExhaustive ? everywhere : eachOnce,
});
