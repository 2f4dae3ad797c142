import { defineConfig } from 'playwright/test';
import { views } from './contact-sheet-page';
import browserTests from './playwright.config';

/** `npm run screens`: every screen on a phone and a desktop, light and dark. */
export default defineConfig({
  ...browserTests,
  testMatch: 'contact-sheet.ts',
  outputDir: '../../test-results/contact-sheet',
  globalTeardown: './contact-sheet-page.ts',
  projects: views.map(({ name, width, scheme }) => ({
    name,
    use: {
      viewport: { width, height: width < 700 ? 740 : 800 },
      colorScheme: scheme,
      javaScriptEnabled: false,
      bypassCSP: true,
    },
  })),
});
