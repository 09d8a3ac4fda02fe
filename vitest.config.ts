import os from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { splitMessages } from './apps/console/build/early-messages.ts';
import { listServerTestFiles } from './apps/server/src/testing/server-test-files.ts';
import { inChromium } from './playwright.config.ts';
import { COMPILE_WASM_CALLS_ONCE, NO_BASELINE_COMPILER } from './scripts/lib/v8-flags.ts';

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'];

/** Packages that read and write files and start programs: their tests need a process each, like those of the server. */
const storagePackages = ['packages/{backup-archive,embedded-postgres}/src/**/*.test.ts'];

/** Pure functions leave no state behind, so their files share a process: starting one takes longer than the tests. */
const pure = { isolate: false, pool: 'threads' } as const;

const serverFiles = listServerTestFiles(import.meta.dirname);

/** A busy machine must not fail a test. */
const patience = {
  setupFiles: ['scripts/lib/test-setup.ts', 'scripts/lib/property-test-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

/** For tests in processes. Threads refuse flags for V8: `scripts/test.ts` gives them to Vitest's own process. */
const inProcess = { ...patience, execArgv: [COMPILE_WASM_CALLS_ONCE] };

/** The console's components in a real browser, built by the console's own plugins. All files share one page. */
const components = {
  name: 'components',
  include: ['src/**/*.component.test.tsx'],
  isolate: false,
  maxWorkers: 2,
  // Runs after the other projects, which have more workers than the one page.
  sequence: { groupOrder: 1 },
  setupFiles: `${import.meta.dirname}/apps/console/src/testing/component-setup.ts`,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  browser: {
    enabled: true,
    headless: true,
    ui: false,
    screenshotFailures: false,
    connectTimeout: 120_000,
    viewport: inChromium.viewport,
    provider: playwright({
      launchOptions: inChromium.launchOptions,
      contextOptions: { viewport: inChromium.viewport, colorScheme: inChromium.colorScheme, reducedMotion: 'reduce' },
      actionTimeout: 10_000,
    }),
    instances: [{ browser: 'chromium' as const }],
  },
};

/** Bundled before the first test: a library that Vite discovers later would reload the page during a test. */
const libraries = [
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@rgrove/parse-xml',
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  '@vis.gl/react-maplibre',
  'axe-core',
  'csv-parse/browser/esm/sync',
  'fflate',
  'maplibre-gl',
  'react',
  'react-dom',
  'react-dom/client',
  'react/compiler-runtime',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'socket.io-client',
  'socket.io-msgpack-parser',
  'topojson-client',
  'zod',
  'zustand',
];

export default defineConfig({
  test: {
    // One worker more than the machine has processors, because server tests often wait for the database or a timer.
    maxWorkers: os.availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [...exclude, ...storagePackages],
          ...pure,
          ...patience,
        },
      },
      {
        test: {
          name: 'simulator',
          include: ['apps/simulator/src/**/*.test.ts'],
          exclude,
          isolate: false,
          ...inProcess,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], exclude, ...inProcess } },
      {
        plugins: [splitMessages()],
        test: { name: 'console', include: ['apps/console/src/**/*.test.ts'], exclude, ...pure, ...patience },
      },
      {
        extends: './apps/console/vite.config.ts',
        root: 'apps/console',
        optimizeDeps: { include: libraries, noDiscovery: true },
        test: components,
      },
      { test: { name: 'server-pure', include: [...serverFiles.pure], ...pure, ...patience } },
      {
        test: {
          name: 'server',
          include: [...serverFiles.database],
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          isolate: false,
          ...patience,
          execArgv: [COMPILE_WASM_CALLS_ONCE, NO_BASELINE_COMPILER],
        },
      },
      {
        test: {
          name: 'server-process',
          include: ['apps/server/src/**/*.test.ts', ...storagePackages],
          exclude: [...exclude, ...serverFiles.pure, ...serverFiles.database],
          ...inProcess,
        },
      },
    ],
  },
});
