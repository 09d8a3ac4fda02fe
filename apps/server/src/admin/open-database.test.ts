import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTestFolder, queryRows, startForTest } from '@waymark/embedded-postgres/testing/test-folder';
import { asSuperuser } from '@waymark/embedded-postgres/testing/old-data-folder';
import { AdminError, openDatabase } from './open-database.ts';

vi.setConfig({ testTimeout: 60_000 });

test("[W-070] an admin command connects to the running database with the server's role, and reports an older server that lacks the role", async () => {
  const dataDir = path.join(makeTestFolder(), 'data');
  const database = await startForTest(dataDir);
  const settings = { dataDir, databaseUrl: undefined };
  const opened = await openDatabase(settings);
  expect(opened.connection).toEqual(database.connection);
  await queryRows(asSuperuser(database), 'alter role waymark_server rename to renamed');
  await expect(openDatabase(settings)).rejects.toThrow(AdminError);
  await expect(openDatabase(settings)).rejects.toThrow('A server of an older Waymark works on this data folder');
});
