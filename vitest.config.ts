import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'];

/** Pure functions leave nothing behind: their files share a process, which takes longer to start than they take to run. */
const pure = { isolate: false, pool: 'threads' } as const;

/** However busy the machine is, that is no fault of what is tested. */
const patience = {
  setupFiles: 'scripts/lib/test-setup.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
} as const;

export default defineConfig({
  test: {
    // By default one processor is left idle: of two, that is half of them.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], exclude, ...pure, ...patience } },
      { test: { name: 'simulator', include: ['apps/simulator/src/**/*.test.ts'], exclude, ...patience } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], exclude, ...patience } },
      { test: { name: 'console', include: ['apps/console/src/**/*.test.ts'], exclude, ...pure, ...patience } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude,
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          ...patience,
        },
      },
    ],
  },
});
