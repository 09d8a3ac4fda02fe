import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepPresence } from '../features/records/presence.store.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { heartbeatAt, openTestDoor, passageAt, type TestDoor } from './testing/test-door.ts';

const UID = 100_234;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let door: TestDoor;
let now: number;
beforeAll(async () => {
  door = await openTestDoor([UID]);
});
afterAll(() => door.close());
beforeEach(async () => {
  now = Date.now();
  door.setNow(now);
  await door.query('truncate heartbeats, passages, rejected_messages');
  await door.query('delete from device_states');
  await door.query('insert into device_states (uid) values ($1)', [UID]);
});

const readState = async () =>
  (await door.query<Record<string, unknown>>('select * from device_states where uid = $1', [UID]))[0] ?? {};

test('[W-095] a heartbeat 9 minutes ahead does not hide later correct ones', async () => {
  await door.send(UID, heartbeatAt(now + 9 * MINUTE, { battery: 7000 }));
  expect(await readState()).toMatchObject({ battery_mv: 7000 });
  await door.send(UID, heartbeatAt(now - 10 * MINUTE, { battery: 7500 }));
  expect(await readState()).toMatchObject({ battery_mv: 7000 });
  await door.send(UID, heartbeatAt(now, { battery: 8000 }));
  expect(await readState()).toMatchObject({ battery_mv: 8000, heartbeat_at: new Date(now) });
});

test('[W-095] a heartbeat 9 minutes ahead does not hide a correct one of the same batch', async () => {
  await door.receiver.receive([
    { uid: UID, link: 'cellular', receivedAt: now - 1000, ...heartbeatAt(now + 9 * MINUTE, { battery: 7000 }) },
    { uid: UID, link: 'cellular', receivedAt: now, ...heartbeatAt(now, { battery: 8000 }) },
  ]);
  expect(await readState()).toMatchObject({ battery_mv: 8000 });
});

test('[W-094] presence and last values continue after the clock was set back an hour', async () => {
  door.setNow(now + HOUR);
  await door.send(UID, { name: 'status', body: { online: 1, via: 'cell', fw: '10.71', t: now + HOUR } });
  await door.send(UID, heartbeatAt(now + HOUR, { battery: 7000 }));
  await door.send(UID, passageAt(now + HOUR - MINUTE, { detectionCount: 1 }));
  door.setNow(now);
  await door.send(UID, { name: 'status', body: { online: 0, why: 'shutdown', via: 'cell', t: now } });
  expect(await readState()).toMatchObject({ is_connected: false });
  await door.send(UID, { name: 'status', body: { online: 1, via: 'cell', fw: '10.71', t: now } });
  await door.send(UID, heartbeatAt(now, { battery: 8000 }));
  await door.send(UID, passageAt(now - MINUTE, { detectionCount: 2 }));
  expect(await readState()).toMatchObject({ is_connected: true, battery_mv: 8000, detection_count: 2 });
});

test('[W-094] a silent device is found after 15 minutes even if it was last heard in the future', async () => {
  await door.send(UID, heartbeatAt(now));
  await door.query("update device_states set heard_at = now() + interval '1 hour'");
  const sweepAt = (at: number) =>
    door.database.change(systemOrigin('test'), (change) => sweepPresence(change, { now: at, listeningSince: 0 }));
  expect(await sweepAt(now + MINUTE)).toBe(0);
  expect(await sweepAt(now + 17 * MINUTE)).toBe(1);
});

test('[W-094] messages with the correct time are stored when the clock of the server is set back', async () => {
  await door.send(UID, heartbeatAt(now - MINUTE));
  door.setNow(now - HOUR);
  await door.send(UID, heartbeatAt(now, { battery: 8100 }));
  expect(await readState()).toMatchObject({ battery_mv: 8100 });
  expect(await door.query('select reason from rejected_messages')).toEqual([]);
});
