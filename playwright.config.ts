import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/programs.mjs';

const chromium = findChromium();

/**
 * Chromium draws the map without a graphics card, by an emulated one that is too slow to draw the rest of the page too,
 * and talks to nobody but the test's own server.
 */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--use-angle=swiftshader-webgl',
  '--enable-unsafe-swiftshader',
];

/** What a page of our product needs; each worker has a server of its own. */
export const inChromium = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'dark',
  // A trace costs a sixth of all time; whoever looks for a fault asks for one: --trace retain-on-failure.
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
  // Without a graphics card every step of an animation costs; login.spec.ts and shell.spec.ts have them.
  projects: [{ name: 'chromium', use: { ...inChromium, reducedMotion: 'reduce' } }],
});
