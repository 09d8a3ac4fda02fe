import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { listServerTestFiles } from './apps/server/src/testing/server-test-files.ts';
import { inChromium } from './playwright.config.ts';

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'];

/** Packages that read and write files and start programs: their tests need a process each, like those of the server. */
const storagePackages = ['packages/{backup-archive,embedded-postgres}/src/**/*.test.ts'];

/** Pure functions leave nothing behind: their files share a process, which takes longer to start than they take to run. */
const pure = { isolate: false, pool: 'threads' } as const;

const serverFiles = listServerTestFiles(import.meta.dirname);

/** However busy the machine is, that is no fault of what is tested. */
const patience = {
  setupFiles: ['scripts/lib/test-setup.ts', 'scripts/lib/property-test-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

/** The console's components in a real browser, built by the console's own plugins. All files share one page. */
const components = {
  name: 'components',
  include: ['src/**/*.component.test.tsx'],
  isolate: false,
  maxWorkers: 2,
  // After the other projects: they have more workers than the one page.
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

/** Bundled before the first test: a library that Vite finds later would reload the page in the middle of a test. */
const libraries = [
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@rgrove/parse-xml',
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
    // By default one processor is left idle: of two, that is half of them.
    maxWorkers: '100%',
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
        test: { name: 'simulator', include: ['apps/simulator/src/**/*.test.ts'], exclude, isolate: false, ...patience },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], exclude, ...patience } },
      { test: { name: 'console', include: ['apps/console/src/**/*.test.ts'], exclude, ...pure, ...patience } },
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
        },
      },
      {
        test: {
          name: 'server-process',
          include: ['apps/server/src/**/*.test.ts', ...storagePackages],
          exclude: [...exclude, ...serverFiles.pure, ...serverFiles.database],
          ...patience,
        },
      },
    ],
  },
});
