import { defineConfig } from '@playwright/test';
import { FIREFOX_DOWNLOADS } from './e2e/firefox-downloads.ts';
import { LEFT_OUT_TITLES } from './e2e/left-out-in-firefox.ts';
import { inChromium } from './playwright.config.ts';
import { findFirefox } from './scripts/lib/browsers.mjs';

const firefox = findFirefox();

/** Dark, and nothing moves: the driver itself cannot say so to a page. The list of downloads would take the keyboard. */
const PREFERENCES = {
  'layout.css.prefers-color-scheme.content-override': 0,
  'ui.prefersReducedMotion': 1,
  'browser.download.alwaysOpenPanel': false,
};

export default defineConfig({
  testDir: 'e2e/long',
  outputDir: 'test-results/long',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  projects: [
    { name: 'chromium', testIgnore: 'firefox.spec.ts', use: { ...inChromium, reducedMotion: 'reduce' } },
    // Debian's Firefox goes the journeys of every day too. It is driven by its own remote protocol; it draws WebGL only on a
    // screen, so it is not headless.
    {
      name: 'firefox',
      testDir: 'e2e',
      testIgnore: /\/long\/(?!firefox)/,
      grepInvert: LEFT_OUT_TITLES,
      use: {
        viewport: { width: 1440, height: 900 },
        colorScheme: 'dark',
        browserName: 'firefox',
        channel: 'moz-firefox',
        headless: false,
        serviceWorkers: 'block',
        launchOptions: {
          downloadsPath: FIREFOX_DOWNLOADS,
          firefoxUserPrefs: PREFERENCES,
          ...(firefox !== undefined && { executablePath: firefox }),
        },
      },
    },
  ],
});
