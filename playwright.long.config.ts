import { defineConfig } from '@playwright/test';
import { findFirefox } from './scripts/lib/browsers.mjs';

const firefox = findFirefox();

/** Debian's Firefox, driven by its own remote protocol; it draws WebGL only on a screen, so it is not headless. */
export default defineConfig({
  testDir: 'e2e/long',
  outputDir: 'test-results/long',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  projects: [
    {
      name: 'firefox',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        headless: false,
        launchOptions: firefox === undefined ? {} : { executablePath: firefox },
      },
    },
  ],
});
