import { defineConfig } from 'playwright/test';
import { widths } from './contact-sheet-page';
import browserTests from './playwright.config';

/** `npm run screens`: every screen on a phone and a desktop, light and dark. */
export default defineConfig({
  ...browserTests,
  testMatch: 'contact-sheet.ts',
  outputDir: '../../test-results/contact-sheet',
  globalTeardown: './contact-sheet-page.ts',
  // Two workers, each with a site of its own.
  projects: widths.map((width) => ({
    name: String(width),
    use: { viewport: { width, height: width < 700 ? 740 : 800 }, javaScriptEnabled: false, bypassCSP: true },
  })),
});
