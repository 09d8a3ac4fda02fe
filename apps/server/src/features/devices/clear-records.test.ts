import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeInRun } from '../runs/testing/follow.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { HEARTBEAT } from '../../testing/device-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { storeError, storeGpsFix } from '../records/device-reports.store.ts';
import { storeHeartbeats } from '../records/heartbeats.store.ts';
import { storeInfo, storeSettings } from '../records/settings.store.ts';
import { clearRecords } from './clear-records.store.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from './testing/device-world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AT = Date.UTC(2026, 1, 28, 23, 50);
/** Two months, three days. */
const TIMES = [AT, AT + 20 * MINUTE, AT + 21 * MINUTE, AT + DAY + 20 * MINUTE];

let server: TestServer;
let world: DeviceWorld;
let nextUid = 200_001;
let device: HeldDevice;
let other: HeldDevice;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await world.addDevice(nextUid++);
  other = await world.addDevice(nextUid++);
});

const settings = {
  frequency0Setting: 0,
  frequency1Setting: 22,
  frequency2Setting: 22,
  frequency3Setting: 22,
  enable0: 1,
  enable1: 1,
  enable2: 0,
  enable3: 0,
  sensitivity0: 4,
  sensitivity1: 4,
  sensitivity2: 4,
  sensitivity3: 4,
  recordMode: 1,
  powerMode: 0,
  connectionSchedule: 0,
  geoMode: 2,
  foldAntDetectorState: 0,
  offlineDownloadState: 0,
  psgState: 0,
  psgSize: 0,
  streamEnable: 0,
} as const;
const info = {
  firmwareMajorVersion: 10,
  firmwareMinorVersion: 71,
  protocolVersion: 1,
  hardwareMajorVersion: 2,
  hardwareMinorVersion: 0,
  productNumber: 62,
};

const TABLES = {
  heartbeat: 'heartbeats',
  passage: 'passages',
  error: 'device_errors',
  info: 'device_infos',
  control: 'control_responses',
  gps: 'gps_fixes',
} as const;
type Kind = keyof typeof TABLES;

/** Stores a record of the kind at each time. */
async function hear(kind: Kind, held: HeldDevice): Promise<void> {
  await world.openMonths(...TIMES);
  if (kind === 'heartbeat')
    await world.hearHeartbeats(
      held,
      TIMES.map((t) => ({ t })),
    );
  else if (kind === 'passage')
    for (const [psgSeq, t] of TIMES.entries()) await world.hearPassage(held, { t, psgSeq, mask: 7 });
  else {
    await server.app.database.change(systemOrigin('test'), async (change) => {
      for (const t of TIMES) {
        const incoming = { ...held, link: 'cellular' as const, receivedAt: t };
        if (kind === 'error') await storeError(change, { ...incoming, body: { t, code: 7, detail: 1 } });
        if (kind === 'gps')
          await storeGpsFix(change, { ...incoming, body: { t, lat: 36, lon: -96, alt: 200, satelliteCount: 8 } });
        if (kind === 'info') await storeInfo(change, { ...incoming, body: { t, id: null, ...info } });
        if (kind === 'control') await storeSettings(change, { ...incoming, body: { t, id: null, ...settings } });
      }
    });
  }
}

async function count(kind: Kind, uid: number): Promise<{ stored: number; counted: number }> {
  const { db } = server.app.database.read(systemScope('test'));
  const stored = await sql<{
    count: number;
  }>`select count(*) from ${sql.table(TABLES[kind])} where uid = ${uid}`.execute(db);
  const counted = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::bigint as count from record_counts where uid = ${uid} and kind = ${kind}`.execute(
    db,
  );
  return { stored: stored.rows[0]?.count ?? -1, counted: counted.rows[0]?.count ?? -1 };
}

const clear = async (path: string, uid: number) => {
  const response = await world.call('admin', 'DELETE', `/apexagm/${uid}/${path}`);
  return [response.status, await response.json()] as const;
};

/** Counts statements of this database that wait for a lock. */
async function countWaiting(): Promise<number | null> {
  const waiting = await server.app.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'",
  );
  return waiting.rowCount;
}

describe('clearing the records of a device', () => {
  test.each([
    ['[D-065]', 'passage', 'passage', 12],
    ['[D-066]', 'heatbeat', 'heartbeat', 4],
    ['[D-067]', 'error', 'error', 4],
    ['[D-068]', 'deviceInfo', 'info', 4],
    ['[D-069]', 'controlResponse', 'control', 4],
    ['[D-070]', 'gpsFix', 'gps', 4],
  ] as const)(
    '%s DELETE /%s deletes the records of this kind with their counts, and of this device only',
    async (_id, path, kind, number) => {
      await hear(kind, device);
      await hear(kind, other);
      expect(await count(kind, device.uid)).toEqual({ stored: number, counted: 4 });
      const state = await world.fetch('admin', `/apexagm/${device.uid}/device`);
      expect(await clear(path, device.uid)).toEqual([200, number]);
      expect(await count(kind, device.uid)).toEqual({ stored: 0, counted: 0 });
      expect(await count(kind, other.uid)).toEqual({ stored: number, counted: 4 });
      expect(await world.fetch('admin', `/apexagm/${device.uid}/device`)).toEqual(state);
      expect(await clear(path, device.uid)).toEqual([200, 0]);
    },
  );

  test('the path /heatbeat exists only in this spelling', async () => {
    expect((await world.call('admin', 'DELETE', `/apexagm/${device.uid}/heartbeat`)).status).toBe(404);
  });

  test('clearing keeps a passage of a run, with its waveforms and its count', async () => {
    await hear('passage', device);
    const { db } = server.app.database.read(systemScope('test'));
    const keptEnd = new Date(AT + 15_000);
    const runId = await placeInRun(db, { groupId: device.groupId, uid: device.uid, endOfSnipAt: keptEnd });
    for (const t of TIMES) {
      const waveform = { uid: device.uid, end_of_snip_at: new Date(t + 15_000), kind: 0, group_id: device.groupId };
      await db
        .insertInto('waveforms')
        .values({ ...waveform, is_snippet: false, data: Buffer.alloc(8) })
        .execute();
    }
    expect(await clear('passage', device.uid)).toEqual([200, 9]);
    expect(await count('passage', device.uid)).toEqual({ stored: 3, counted: 1 });
    const waveforms = await db.selectFrom('waveforms').select('end_of_snip_at').where('uid', '=', device.uid).execute();
    expect(waveforms).toEqual([{ end_of_snip_at: keptEnd }]);
    const row = await world.fetch<PassageRow>('admin', `/apexagm/lastPassage/${device.uid}`);
    expect([row.RunId, row.elfId === null, row.geoId === null, row.magId === null]).toEqual([
      runId,
      false,
      false,
      false,
    ]);
  });

  test('clearing keeps the records that another company has of the device', async () => {
    await world.hearHeartbeats({ uid: device.uid, groupId: world.foreignGroupId }, [{ t: AT - MINUTE }]);
    await hear('heartbeat', device);
    expect(await clear('heatbeat', device.uid)).toEqual([200, 4]);
    expect(await count('heartbeat', device.uid)).toEqual({ stored: 1, counted: 1 });
  });

  test('a heartbeat that is being stored meanwhile is kept and counted', async () => {
    await hear('heartbeat', device);
    let clearing: ReturnType<typeof clear> | undefined;
    await server.app.database.change(systemOrigin('test'), async (change) => {
      await storeHeartbeats(change, [
        { ...device, link: 'cellular', receivedAt: AT, body: { ...HEARTBEAT, t: AT + 1000 } },
      ]);
      clearing = clear('heatbeat', device.uid);
      // The deletion has removed the visible rows and waits for the lock on the counter.
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    });
    expect(await clearing).toEqual([200, 4]);
    expect(await count('heartbeat', device.uid)).toEqual({ stored: 1, counted: 1 });
  });

  test('a heartbeat that arrives while the counter is deleted starts a new count', async () => {
    await hear('heartbeat', device);
    let hearing: Promise<void> | undefined;
    await server.app.database.change(systemOrigin('test'), async (change) => {
      await clearRecords(change, 'heartbeat', device.uid);
      hearing = world.hearHeartbeats(device, [{ t: AT + 1000 }]);
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    });
    await hearing;
    expect(await count('heartbeat', device.uid)).toEqual({ stored: 1, counted: 1 });
  });

  test('the audit trail says who cleared how much of what', async () => {
    await hear('gps', device);
    await clear('gpsFix', device.uid);
    const { rows } = await sql`select user_name, group_id, after from audit
      where action = 'records-cleared' and object_id = ${String(device.uid)}`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    expect(rows).toEqual([{ user_name: 'Dana Reyes', group_id: world.groupId, after: { kind: 'gps', deleted: 4 } }]);
  });
});
