import { defineConfig } from '@playwright/test';
import { FIREFOX_DOWNLOADS } from './e2e/firefox-downloads.ts';
import { LEFT_OUT_TITLES } from './e2e/left-out-in-firefox.ts';
import { inChromium } from './playwright.config.ts';
import { findFirefox, findXvfb } from './scripts/lib/programs.mjs';

const firefox = findFirefox();
const xvfb = process.env['DISPLAY'] === undefined ? findXvfb() : undefined;

/**
 * Xvfb picks a free display number and prints it once its screen is usable; Playwright puts it into the environment.
 * setpriv stops Xvfb when Playwright is killed.
 */
const screen = {
  command: `exec setpriv --pdeathsig TERM ${xvfb} -displayfd 1 -screen 0 1600x1000x24 -nolisten tcp`,
  wait: { stdout: /(?<xvfb_display>\d+)/ },
};

/**
 * Dark theme and reduced motion as preferences, because the driver cannot emulate them. The list of downloads would
 * take the keyboard focus.
 */
const PREFERENCES = {
  'layout.css.prefers-color-scheme.content-override': 0,
  'ui.prefersReducedMotion': 1,
  'browser.download.alwaysOpenPanel': false,
};

const toSpecs = (folder: string, names: readonly string[]) => names.map((name) => `**/${folder}/${name}.spec.ts`);

const DAILY_IN_FIREFOX = toSpecs('e2e', [
  'authenticated',
  'devices',
  'downloads',
  'finished-runs',
  'guards',
  'login',
  'online',
  'password',
  'planning',
  'reports',
  'sessions',
  'shell',
  'tracking',
]);
const LONG_IN_FIREFOX = toSpecs('e2e/long', [
  'devices',
  'authenticated',
  'firefox',
  'guards',
  'login',
  'online',
  'sessions',
  'shell',
]);

export default defineConfig({
  testDir: 'e2e/long',
  outputDir: 'test-results/long',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  ...(xvfb !== undefined && { webServer: screen }),
  projects: [
    { name: 'chromium', testIgnore: 'firefox.spec.ts', use: { ...inChromium, reducedMotion: 'reduce' } },
    // Debian's Firefox runs these too, and on every CI run those tagged @firefox. It is driven by its own remote
    // protocol. It needs a screen for WebGL, so it is not headless.
    {
      name: 'firefox',
      // Firefox windows share one screen, where only one of them has the focus.
      workers: 1,
      testDir: 'e2e',
      testMatch: [...DAILY_IN_FIREFOX, ...LONG_IN_FIREFOX],
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
          ...(xvfb !== undefined && { env: { ...process.env, DISPLAY: `:${process.env['XVFB_DISPLAY']}` } }),
          ...(firefox !== undefined && { executablePath: firefox }),
        },
      },
    },
  ],
});
