import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/programs.mjs';

const chromium = findChromium();

/**
 * Chromium draws the map without a graphics card, with a software renderer too slow to draw the rest of the page too,
 * and connects only to the test's own server.
 */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--use-angle=swiftshader-webgl',
  '--enable-unsafe-swiftshader',
];

/** Settings for pages of the product; each worker has its own server. */
export const inChromium = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'dark',
  // A trace costs a sixth of the total time. To get one, run with --trace retain-on-failure.
  trace: 'off',
  screenshot: 'only-on-failure',
  browserName: 'chromium',
  // Fetching the whole console for each test would cost more than the test; offline-app.spec.ts allows the worker.
  serviceWorkers: 'block',
  launchOptions: { args, ...(chromium !== undefined && { executablePath: chromium }) },
} as const;

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'e2e/long/**',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // Without a graphics card every animation step is expensive; login.spec.ts and shell.spec.ts test animations.
  projects: [{ name: 'chromium', use: { ...inChromium, reducedMotion: 'reduce' } }],
});
