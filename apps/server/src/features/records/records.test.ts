import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heartbeatAt, NOW, openTestDoor, passageAt, type TestDoor } from '../../ingest/testing/test-door.ts';
import { monthOf, nameOfPartition, Partitions } from '../../platform/database/partitions.ts';
import { listMonths } from '../../platform/database/retention.ts';
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
  test('the sweep finds silent and overdue devices, each by its own rule, and reports each once', async () => {
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

    // The satellite device sleeps an hour plus ten minutes of grace; the cellular device has fifteen after its wake-up.
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

  test('a device that reports again is connected, and can be lost again', async () => {
    await door.send(UID, heartbeatAt(NOW + 20 * MINUTE), { receivedAt: NOW + 20 * MINUTE });
    expect(await door.query('select is_connected, is_overdue from device_states where uid = $1', [UID])).toEqual([
      { is_connected: true, is_overdue: false },
    ]);
    expect(await sweepAt(NOW + 36 * MINUTE)).toBe(1);
  });
});

describe('after a long pause of the server', () => {
  test('no device is lost before it had time to reconnect', async () => {
    await door.send(UID, heartbeatAt(NOW + 60 * MINUTE), { receivedAt: NOW + 60 * MINUTE });
    const startedAt = NOW + 120 * MINUTE;
    expect(await sweepAt(startedAt + MINUTE, startedAt)).toBe(0);
    expect(await sweepAt(startedAt + 16 * MINUTE, startedAt)).toBe(1);
    expect(lostUids()).toEqual([UID]);
  });
});

describe('retention', () => {
  test('retention drops whole months with their counts and keeps younger ones', async () => {
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
    // The partition of the next month exists before it is written to.
    expect(names).toContain('heartbeats_2026_04');
    expect(await door.query("select kind from record_counts where day < '2024-03-01'")).toEqual([{ kind: 'passage' }]);
    // The entry of a deleted passage is removed once the passage is too old to be stored again.
    expect(
      await door.query('select (end_of_snip_at < $1) as is_old from deleted_passages', [new Date(NOW - 3650 * DAY)]),
    ).toEqual([{ is_old: false }]);
    // Messages are stored after the retention.
    await door.send(UID, heartbeatAt(NOW - MINUTE));
  });

  test('[W-082] retention finishes interrupted work, and a failing table does not stop the others', async () => {
    const old = NOW - 900 * DAY;
    await door.send(UID, heartbeatAt(old));
    await door.query('create table gps_fixes_2020_01 (like gps_fixes including all)');
    await door.query('create table heartbeats_2026_01 (like heartbeats including all)');
    await door.query(`alter table heartbeats detach partition ${nameOfPartition('heartbeats', monthOf(old))}`);
    // A view on this month blocks dropping it.
    await door.query('create table device_errors_2020_02 (like device_errors including all)');
    await door.query('create view held as select * from device_errors_2020_02');
    const retention = { heartbeatDays: 730, passageDays: 3650, reportDays: 730, rejectedDays: 30 };
    const partitions = new Partitions(door.database.pool);
    const later = NOW + 40 * DAY;
    const tidy = () => tidyRecords({ database: door.database, partitions, retention, now: () => later });
    await expect(tidy()).rejects.toThrow('device_errors_2020_02');
    const months = await Promise.all(
      ['heartbeats', 'gps_fixes', 'command_acks'].map((table) => listMonths(door.database.pool, table)),
    );
    const [heartbeats, fixes, acks] = months.map((all) => all.map(({ month }) => month));
    expect(heartbeats).not.toContain(monthOf(old));
    expect(months[0]).toContainEqual({ month: '2026-01', isAttached: true });
    expect(fixes).not.toContain('2020-01');
    expect(acks).toContain(monthOf(later + 31 * DAY));
    await door.query('drop view held');
    await tidy();
    expect((await listMonths(door.database.pool, 'device_errors')).map(({ month }) => month)).not.toContain('2020-02');
  });

  test('[W-082] a message for a month that another node has dropped is stored', async () => {
    const at = NOW - 2 * DAY;
    await door.send(UID, heartbeatAt(at));
    await door.query(`drop table ${nameOfPartition('heartbeats', monthOf(at))}`);
    await door.send(UID, heartbeatAt(at + MINUTE));
    const stored = await door.query('select at from heartbeats where uid = $1 and at = $2', [
      UID,
      new Date(at + MINUTE),
    ]);
    expect(stored).toHaveLength(1);
    expect(await door.query("select reason from rejected_messages where reason = 'not-storable'")).toEqual([]);
  });
});
