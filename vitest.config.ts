import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'];

/** Pure functions leave nothing behind: their files share a process, which takes longer to start than they take to run. */
const pure = { isolate: false, pool: 'threads' } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], exclude, ...pure } },
      { test: { name: 'simulator', include: ['apps/simulator/src/**/*.test.ts'], exclude } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], exclude } },
      { test: { name: 'console', include: ['apps/console/src/**/*.test.ts'], exclude, ...pure } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude,
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
