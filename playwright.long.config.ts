import { defineConfig } from '@playwright/test';
import { inChromium } from './playwright.config.ts';
import { findFirefox } from './scripts/lib/browsers.mjs';

const firefox = findFirefox();

export default defineConfig({
  testDir: 'e2e/long',
  outputDir: 'test-results/long',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  projects: [
    { name: 'chromium', testIgnore: 'firefox.spec.ts', use: { ...inChromium, reducedMotion: 'reduce' } },
    // Debian's Firefox, driven by its own remote protocol; it draws WebGL only on a screen, so it is not headless.
    {
      name: 'firefox',
      testMatch: 'firefox.spec.ts',
      use: {
        viewport: { width: 1440, height: 900 },
        colorScheme: 'dark',
        browserName: 'firefox',
        channel: 'moz-firefox',
        headless: false,
        launchOptions: firefox === undefined ? {} : { executablePath: firefox },
      },
    },
  ],
});
