import { defineConfig } from 'vitest/config';

const setupFiles = ['scripts/lib/test-setup.ts'];

/** What does not fit the quick run: other database servers, several nodes, long fuzzing. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'benches', include: ['bench/*.long.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'release', include: ['scripts/*.long.test.ts'], testTimeout: 120_000, hookTimeout: 240_000 } },
      {
        test: {
          name: 'server-long',
          include: ['apps/server/src/**/*.long.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server-on-debian-postgres',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.long.test.ts', 'apps/server/src/platform/database/embedded/**'],
          globalSetup: ['apps/server/src/testing/external-postgres-setup.ts'],
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
