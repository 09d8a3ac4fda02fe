import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heartbeatAt, NOW, openTestDoor, passageAt, type TestDoor } from '../../ingest/testing/test-door.ts';
import { Partitions } from '../../platform/database/partitions.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { sweepPresence } from './presence.store.ts';
import { tidyRecords } from './records.jobs.ts';

const UID = 100_234;
const ASLEEP = 100_235;
const SATELLITE = 100_236;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let door: TestDoor;
beforeAll(async () => {
  door = await openTestDoor([UID, ASLEEP, SATELLITE]);
});
afterAll(() => door.close());

const sweepAt = async (now: number, listeningSince = 0) => {
  door.events.length = 0;
  return door.database.change(systemOrigin('test'), (change) => sweepPresence(change, { now, listeningSince }));
};
const lostUids = () => door.events.map(({ data }) => (data as { uid: number }).uid);

describe('the presence sweep', () => {
  test('finds the silent and the overslept, each by its own rule, and tells of each once', async () => {
    await door.send(UID, heartbeatAt(NOW));
    await door.send(ASLEEP, heartbeatAt(NOW));
    await door.send(ASLEEP, {
      name: 'status',
      body: { online: 0, why: 'sleep', via: 'cell', until: NOW + 60 * MINUTE, t: NOW },
    });
    await door.send(SATELLITE, heartbeatAt(NOW), { link: 'iridium' });
    await door.query('update device_states set power_mode = 2, schedule = 1 where uid = $1', [SATELLITE]);

    expect(await sweepAt(NOW + 14 * MINUTE)).toBe(0);
    expect(await sweepAt(NOW + 16 * MINUTE)).toBe(1);
    expect(lostUids()).toEqual([UID]);
    expect(await sweepAt(NOW + 16 * MINUTE)).toBe(0);

    // The satellite device sleeps an hour, and has ten minutes more; the cellular one fifteen after its wake-up.
    expect(await sweepAt(NOW + 69 * MINUTE)).toBe(0);
    expect(await sweepAt(NOW + 71 * MINUTE)).toBe(1);
    expect(lostUids()).toEqual([SATELLITE]);
    expect(await sweepAt(NOW + 76 * MINUTE)).toBe(1);
    expect(lostUids()).toEqual([ASLEEP]);
    expect(door.events[0]).toMatchObject({
      name: 'ReceiveConnectionUpdate',
      data: { isConnected: 0, kind: 'offline' },
    });
  });

  test('a device that is heard again is back, and can be lost again', async () => {
    await door.send(UID, heartbeatAt(NOW + 20 * MINUTE), { receivedAt: NOW + 20 * MINUTE });
    expect(await door.query('select is_connected, is_overdue from device_states where uid = $1', [UID])).toEqual([
      { is_connected: true, is_overdue: false },
    ]);
    expect(await sweepAt(NOW + 36 * MINUTE)).toBe(1);
  });
});

describe('after a long pause of the server', () => {
  test('nobody is called lost before he had the time to come back', async () => {
    await door.send(UID, heartbeatAt(NOW + 60 * MINUTE), { receivedAt: NOW + 60 * MINUTE });
    const startedAt = NOW + 120 * MINUTE;
    expect(await sweepAt(startedAt + MINUTE, startedAt)).toBe(0);
    expect(await sweepAt(startedAt + 16 * MINUTE, startedAt)).toBe(1);
    expect(lostUids()).toEqual([UID]);
  });
});

describe('retention', () => {
  test('drops whole months with their counts, and keeps what is younger', async () => {
    const old = NOW - 800 * DAY;
    await door.send(UID, heartbeatAt(old));
    await door.send(UID, passageAt(old, { psgSeq: 1 }));
    for (const days of [3640, 3660])
      await door.query('insert into deleted_passages values ($1, $2)', [UID, new Date(NOW - days * DAY)]);
    const retention = { heartbeatDays: 730, passageDays: 3650, reportDays: 730, rejectedDays: 30 };
    const partitions = new Partitions(door.database.pool);
    await tidyRecords({ database: door.database, partitions, retention, now: () => NOW });
    const tables = await door.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relname ~ '^(heartbeats|passages)_'",
    );
    const names = tables.map(({ name }) => name);
    expect(names).not.toContain('heartbeats_2024_01');
    expect(names).toContain('passages_2024_01');
    expect(names).toContain('heartbeats_2026_03');
    // The month that comes next is there before anybody writes to it.
    expect(names).toContain('heartbeats_2026_04');
    expect(await door.query("select kind from record_counts where day < '2024-03-01'")).toEqual([{ kind: 'passage' }]);
    // A note of a deleted passage goes when no device can bring that one back.
    expect(
      await door.query('select (end_of_snip_at < $1) as is_old from deleted_passages', [new Date(NOW - 3650 * DAY)]),
    ).toEqual([{ is_old: false }]);
    // And its place can be taken again.
    await door.send(UID, heartbeatAt(NOW - MINUTE));
  });
});
