import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/browsers.mjs';

const chromium = findChromium();

/** Chromium draws the map without a graphics card, and talks to nobody but the test's own server. */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'long/**',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    trace: 'retain-on-failure',
    launchOptions: { args, ...(chromium !== undefined && { executablePath: chromium }) },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
