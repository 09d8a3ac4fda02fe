import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lockLeavingDevice } from '../features/devices/lock-leaving-device.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { heartbeatAt, NOW, openTestDoor, type TestDoor } from './testing/test-door.ts';

const UID = 100_234;
const OTHER = 100_235;
const MINUTE = 60_000;

let door: TestDoor;
beforeAll(async () => {
  door = await openTestDoor([UID, OTHER]);
});
afterAll(() => door.close());
beforeEach(async () => {
  await door.query('truncate heartbeats, record_counts');
  await door.query('update device_states set heartbeat_at = null');
  await door.query('update devices set group_id = 1 where uid = $1', [UID]);
});

const expectWaiting = (event: string) =>
  vi.waitFor(async () =>
    expect(
      await door.query('select from pg_stat_activity where datname = current_database() and wait_event = $1', [event]),
    ).toHaveLength(1),
  );

test('[W-060] a moved device stores into its new company at once, also on a node without the notice', async () => {
  await door.send(UID, heartbeatAt(NOW - 2 * MINUTE));
  door.events.length = 0;
  await door.query('update device_states set heartbeat_at = null');
  await door.query('update devices set group_id = 2 where uid = $1', [UID]);
  await door.send(UID, heartbeatAt(NOW - MINUTE));
  expect(await door.query('select group_id::int from heartbeats order by at')).toEqual([
    { group_id: 1 },
    { group_id: 2 },
  ]);
  expect(door.events.map(({ audience }) => audience)).toEqual(door.events.map(() => ({ groupId: 2, uid: UID })));
  expect(door.events.filter(({ name }) => name === 'ReceiveHeartbeat')).toHaveLength(1);
});

test('[W-060] a device moves only after its current messages are stored for its old company', async () => {
  const { database } = door;
  await door.send(OTHER, heartbeatAt(NOW - MINUTE));
  const blocker = await database.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table heartbeats in exclusive mode');
  const storing = door.send(UID, heartbeatAt(NOW - MINUTE));
  const moving = expectWaiting('relation').then(() =>
    database.change(systemOrigin('test'), async (change) => {
      await lockLeavingDevice(change, UID, () => true);
      return change.db.selectFrom('heartbeats').select('group_id').where('uid', '=', UID).execute();
    }),
  );
  try {
    await expectWaiting('advisory');
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  await storing;
  expect(await moving).toEqual([{ group_id: 1 }]);
});

test('[W-060] a message that waits for the end of a move is stored for the new company', async () => {
  await door.send(UID, heartbeatAt(NOW - 2 * MINUTE));
  const [isHeld, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const moving = door.database.change(systemOrigin('test'), async (change) => {
    await lockLeavingDevice(change, UID, () => true);
    await sql`update devices set group_id = 2 where uid = ${UID}`.execute(change.db);
    isHeld.resolve();
    await end.promise;
  });
  await isHeld.promise;
  const storing = door.send(UID, heartbeatAt(NOW - MINUTE));
  try {
    await expectWaiting('advisory');
  } finally {
    end.resolve();
  }
  await Promise.all([moving, storing]);
  expect(await door.query('select group_id::int from heartbeats order by at')).toEqual([
    { group_id: 1 },
    { group_id: 2 },
  ]);
});
