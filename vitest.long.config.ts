import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { listServerTestFiles } from './apps/server/src/testing/server-test-files.ts';
import { COMPILE_WASM_CALLS_ONCE, NO_BASELINE_COMPILER } from './scripts/lib/v8-flags.ts';

const setupFiles = ['scripts/lib/test-setup.ts'];

/** Ends only what hangs: on a busy machine the longest of these tests take two minutes and more. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, execArgv: [COMPILE_WASM_CALLS_ONCE] };

const serverLong = {
  globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
  setupFiles,
  ...patience,
};

/** Files with a property of 100 runs or more; `npm test` limits these (scripts/lib/property-test-setup.ts). */
function listPropertyTests(root: string): string[] {
  return fs
    .globSync(['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'], { cwd: root })
    .filter((file) => !file.endsWith('.long.test.ts'))
    .filter((file) => /numRuns: \d[\d_]{2,}/.test(fs.readFileSync(path.join(root, file), 'utf8')));
}

/** Tests that are too long for the quick run: other database servers, several nodes, long fuzzing. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'benches', include: ['bench/*.long.test.ts'], ...patience } },
      { test: { name: 'release', include: ['scripts/*.long.test.ts'], ...patience } },
      {
        test: {
          name: 'properties',
          include: listPropertyTests(import.meta.dirname),
          isolate: false,
          setupFiles,
          ...patience,
        },
      },
      {
        test: {
          name: 'server-long',
          include: ['apps/server/src/**/*.long.test.ts', 'packages/*/src/**/*.long.test.ts'],
          ...serverLong,
        },
      },
      // CI runs these without the others: start and stop, one kill, two nodes, hostile input. `server-long` has them
      // too.
      {
        test: {
          name: 'server-ci',
          include: [
            'apps/server/src/main.long.test.ts',
            'apps/server/src/features/text-messages/killed.long.test.ts',
            'apps/server/src/nodes.long.test.ts',
            'apps/server/src/ingest/mqtt/damaged-sessions.long.test.ts',
          ],
          ...serverLong,
        },
      },
      {
        test: {
          name: 'server-on-debian-postgres',
          include: [...listServerTestFiles(import.meta.dirname).database],
          globalSetup: ['apps/server/src/testing/external-postgres-setup.ts'],
          setupFiles,
          isolate: false,
          execArgv: [COMPILE_WASM_CALLS_ONCE, NO_BASELINE_COMPILER],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
