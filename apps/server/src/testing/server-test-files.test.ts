import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listServerTestFiles } from './server-test-files.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const TREE: Readonly<Record<string, string>> = {
  'testing/test-database.ts': 'export const createTestDatabase = 1;\n',
  'testing/test-server.ts':
    "import { createTestDatabase } from './test-database.ts';\nexport { createTestDatabase };\n",
  'platform/shell.ts': "import {\n  spawn,\n} from 'node:child_process';\nexport { spawn };\n",
  'platform/settings.ts': 'export const home = process.env.HOME;\n',
  'pure.test.ts': "import { expect } from 'vitest';\nimport type { Server } from './testing/test-server.ts';\n",
  'server.test.ts': "import { createTestDatabase } from './testing/test-server.ts';\n",
  'exported.test.ts': "export * from './testing/test-server.ts';\n",
  'dynamic.test.ts': "const server = await import('./testing/test-server.ts');\n",
  'embedded.test.ts': "import '@waymark/embedded-postgres';\n",
  'child.test.ts': "import { spawn } from './platform/shell.ts';\n",
  'settings.test.ts': "import { home } from './platform/settings.ts';\n",
  'mocked.test.ts': "import { vi } from 'vitest';\nvi.mock(import('./platform/settings.ts'));\n",
  'server.long.test.ts': "import { createTestDatabase } from './testing/test-server.ts';\n",
};

let root: string;
beforeAll(async () => {
  root = await makeTemporaryFolder('server-test-files');
  for (const [name, text] of Object.entries(TREE)) {
    const file = path.join(root, 'apps/server/src', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

it('listServerTestFiles sorts test files by what their imports reach', () => {
  expect(listServerTestFiles(root)).toEqual({
    pure: ['apps/server/src/pure.test.ts'],
    database: ['dynamic', 'exported', 'server'].map((name) => `apps/server/src/${name}.test.ts`),
  });
});

it('listServerTestFiles puts no file of this repository into two lists', () => {
  const { pure, database } = listServerTestFiles(path.join(import.meta.dirname, '../../../..'));
  expect(pure.length).toBeGreaterThan(30);
  expect(database.length).toBeGreaterThan(60);
  expect(pure.filter((file) => database.includes(file))).toEqual([]);
});
