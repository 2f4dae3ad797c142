import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: { alias: { '~': here('app'), '~db': here('db') } },
  define: { BUILD_ID: JSON.stringify('test') },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/http/**/*.test.ts'],
    environment: 'node',
    // Patience for a busy machine; nothing here asserts speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The built app is run as it is, not compiled once more.
    server: { deps: { external: [/\/build\/server\//] } },
  },
});
