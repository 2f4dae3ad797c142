import { defineConfig } from 'playwright/test';
import browserTests from './playwright.config';

const widths = [360, 1280];
const schemes = ['light', 'dark'] as const;

/** `npm run screens`: every screen at a phone's and a desk's width, by day and by night. */
export default defineConfig({
  ...browserTests,
  testMatch: 'contact-sheet.ts',
  outputDir: '../../test-results/contact-sheet',
  projects: widths.flatMap((width) =>
    schemes.map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      use: { viewport: { width, height: width < 700 ? 740 : 800 }, colorScheme, javaScriptEnabled: false },
    })),
  ),
});
