import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEVICES_CHANNEL } from '../platform/access/device-access.ts';
import { Database } from '../platform/database/database.ts';
import { Notices } from '../platform/database/notices.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { DeviceDirectory } from './device-directory.ts';

const FENCE_CHANNEL = 'fence';

let database: Database;
let notices: Notices;
let directory: DeviceDirectory;
const fences: (() => void)[] = [];
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  const log = createLog('silent');
  const test_ = await createTestDatabase();
  database = new Database(test_.connection, log);
  notices = new Notices(test_.connection, log);
  directory = new DeviceDirectory(database, notices);
  notices.on(FENCE_CHANNEL, { hear: () => fences.shift()?.() });
  await notices.start();
  closers.push(
    () => notices.close(),
    () => database.close(),
    () => test_.drop(),
  );
  await database.pool.query("insert into groups (name) values ('One'), ('Two')");
  await database.pool.query('insert into devices (uid, group_id) values (7, 1), (8, 1)');
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Delays the next answer of the database until `release`. */
function holdNextAnswer(): { readonly isThere: Promise<void>; release(): void } {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const hold: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      arrive();
      await isReleased;
      return result;
    },
  };
  const read = database.read.bind(database);
  vi.spyOn(database, 'read').mockImplementationOnce((scope) => ({ scope, db: read(scope).db.withPlugin(hold) }));
  return { isThere, release };
}

/** Moves device 7 to the other company on another node and waits until this node is notified. */
async function moveDevice(): Promise<void> {
  await database.pool.query('update devices set group_id = 2 where uid = 7');
  const heard = new Promise<void>((resolve) => fences.push(resolve));
  await database.pool.query(`notify ${JSON.stringify(DEVICES_CHANNEL)}, '7'`);
  await database.pool.query(`notify ${FENCE_CHANNEL}`);
  await heard;
}

test('a lookup that overlaps a change of the device is not cached', async () => {
  const answer = holdNextAnswer();
  const looking = directory.findGroups(new Set([7]));
  await answer.isThere;
  await moveDevice();
  answer.release();
  expect((await looking).get(7)).toBe(1);
  expect((await directory.findGroups(new Set([7]))).get(7)).toBe(2);
});

test('a lookup finds a known device even if the cache is cleared during the lookup of another one', async () => {
  await directory.findGroups(new Set([8]));
  const answer = holdNextAnswer();
  const looking = directory.findGroups(new Set([7, 8]));
  await answer.isThere;
  await moveDevice();
  answer.release();
  expect(await looking).toEqual(
    new Map([
      [7, 1],
      [8, 1],
    ]),
  );
});

test('a cached device is not looked up again', async () => {
  await directory.findGroups(new Set([7, 8]));
  const read = vi.spyOn(database, 'read');
  expect((await directory.findGroups(new Set([7, 8]))).get(8)).toBe(1);
  expect(read).not.toHaveBeenCalled();
});
