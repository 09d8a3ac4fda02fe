import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findFreePort, startServerProcess } from './testing/server-process.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const WARNING = 'the role of WAYMARK_DATABASE_URL is a superuser';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await makeTemporaryFolder('role');
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function readStart(role: 'postgres' | 'superuser'): Promise<string> {
  const { host, port, user, password = '' } = inject(role);
  const url = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database.connection.database ?? ''}`;
  const settings = {
    WAYMARK_DATABASE_URL: url,
    WAYMARK_DATA_DIR: folder,
    WAYMARK_SECRET_KEY: 'a secret key that only the tests know',
  };
  const server = startServerProcess(await findFreePort(), settings, []);
  await server.ready;
  server.child.kill('SIGTERM');
  await server.exited;
  return server.output();
}

test(
  '[W-070] a start warns when the role of an external database is a superuser, and only then',
  { timeout: 120_000 },
  async () => {
    expect(await readStart('postgres')).not.toContain(WARNING);
    expect(await readStart('superuser')).toContain(WARNING);
  },
);
