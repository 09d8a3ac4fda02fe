import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { heartbeatAt, NOW, openTestDoor, type TestDoor } from '../../ingest/testing/test-door.ts';

const LOW = 100_234;
const HIGH = 100_235;

let door: TestDoor;
beforeAll(async () => {
  door = await openTestDoor([LOW, HIGH]);
});
afterAll(() => door.close());

const status = {
  name: 'status',
  body: { online: 1, via: 'cell', fw: '10.71', t: NOW },
} as const;
const error = { name: 'err', body: { code: 1, detail: 0, t: NOW } } as const;

const countWaiting = async () =>
  (await door.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .length;

test.each([
  ['a heartbeat of the higher device and a status of the lower one', heartbeatAt(NOW), status],
  ['an error of the higher device and a status of the lower one', error, status],
])('[W-190] a batch with a status locks its devices in the order of their uids: %s', async (_case, ofHigh, ofLow) => {
  const otherNode = new pg.Client(door.connection);
  await otherNode.connect();
  await otherNode.query('begin');
  await otherNode.query('select from device_states where uid = $1 for update', [LOW]);
  const stored = door.receiver.receive([
    { uid: HIGH, link: 'cellular', receivedAt: NOW, ...ofHigh },
    { uid: LOW, link: 'cellular', receivedAt: NOW, ...ofLow },
  ]);
  await vi.waitFor(async () => expect(await countWaiting()).toBe(1));
  // A batch that already holds the higher device would deadlock with the other node here.
  await otherNode.query('select from device_states where uid = $1 for update nowait', [HIGH]);
  await otherNode.query('commit');
  await otherNode.end();
  await stored;
});
