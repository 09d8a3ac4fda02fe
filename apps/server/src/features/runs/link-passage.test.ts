import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import type { RunPassage } from '@waymark/domain/run/run';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { storeSeenPassage } from '../records/seen-passage.store.ts';
import { storeVerdicts } from '../records/verdicts.store.ts';
import { KM, makeStraightRuns, placeAt, type StraightRuns } from './engine/testing/straight-runs.ts';
import { lockRunsOf } from './lock-run.ts';
import { linkPassages } from './link-passage.ts';

const HOUR_MS = 3_600_000;
const [ELF, GEO, MAG] = [1, 2, 4];

let server: TestServer;
let world: DeviceWorld;
let runs: StraightRuns;
let nextUid = 810_001;
/** Six hours ago in whole seconds, so that all times of a run are in the past. */
let launchAt: number;
let device: HeldDevice;
beforeAll(async () => {
  // A manual clock stops the server's own engine, which would add changes.
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeStraightRuns(server, world);
});
afterAll(() => server.close());
beforeEach(async () => {
  launchAt = Math.floor(Date.now() / 1000) * 1000 - 6 * HOUR_MS;
  device = await world.addDevice(nextUid++);
});

const NOWHERE = { lat: 0, lon: 0 };
/** Converts seconds after the launch to UTC ms; at 1 m/s the planned pig is as many metres along the line. */
const after = (seconds: number) => launchAt + seconds * 1000;

/** Sends a passage and waits until it is linked. */
async function hear(heard: Partial<Passage> & { readonly t: number }, by: HeldDevice = device): Promise<void> {
  await world.hearPassage(by, { ...NOWHERE, mask: ELF, ...heard });
  await runs.settle();
}

async function readPassages(runId: number): Promise<readonly RunPassage[]> {
  return (await runs.read(runId)).passages;
}

async function setCompany(values: { auto_link_distance_m?: number; auto_verify_minutes?: number }): Promise<void> {
  await server.app.database
    .read(systemScope('test'))
    .db.updateTable('groups')
    .set(values)
    .where('id', '=', world.groupId)
    .execute();
}

describe('a passage of a device', () => {
  test('[T-105] a passage goes to the marker that its device is linked to, wherever the device reports to be', async () => {
    const runId = await runs.launch({
      agms: [device],
      markers: [{ autoLink: true }, { linkedUid: device.uid }],
      launchAt,
    });
    await hear({ t: after(2000), ...placeAt(1 * KM) });
    expect(await readPassages(runId)).toMatchObject([
      { uid: device.uid, markerName: 'M2', passageAt: after(2000), isVerified: false, isOffline: false },
    ]);
    expect((await runs.read(runId)).path.markers.flatMap(({ autoLinkedUids }) => autoLinkedUids)).toEqual([]);
  });

  test('[T-106] [T-138] a passage of an unlinked device goes to an auto-link marker within the company distance, by default 100 m', async () => {
    const markers = [{ autoLink: true }, { autoLink: true }, {}];
    const hearAt = async (distanceM: number) => {
      const by = await world.addDevice(nextUid++);
      const runId = await runs.launch({ agms: [by], markers, launchAt });
      await hear({ t: after(1000), ...placeAt(distanceM) }, by);
      const { passages, path } = await runs.read(runId);
      const linked = path.markers
        .filter(({ autoLinkedUids }) => autoLinkedUids.includes(by.uid))
        .map(({ name }) => name);
      return [passages[0]?.markerName, linked];
    };
    expect(await hearAt(2 * KM + 95)).toEqual(['M2', ['M2']]);
    expect(await hearAt(2 * KM + 105)).toEqual([null, []]);
    expect(await hearAt(3 * KM)).toEqual([null, []]);
    await setCompany({ auto_link_distance_m: 300 });
    expect(await hearAt(2 * KM + 295)).toEqual(['M2', ['M2']]);
    await setCompany({ auto_link_distance_m: 100 });
  });

  test('the place of a passage is its own, else that of the nearest heartbeat, else the one given in the run', async () => {
    const markers = [{ autoLink: true }, { autoLink: true }, { autoLink: true }];
    const runId = await runs.launch({
      agms: [device],
      offlineAgms: { [device.uid]: placeAt(3 * KM) },
      markers,
      launchAt,
    });
    const markerOf = async (t: number) =>
      (await readPassages(runId)).find(({ passageAt }) => passageAt === t)?.markerName;
    await hear({ t: after(500) });
    expect(await markerOf(after(500))).toBe('M3');
    await world.hearHeartbeats(device, [
      { t: after(1000), ...placeAt(1 * KM) },
      { t: after(2000), ...placeAt(2 * KM) },
      { t: after(1510), ...NOWHERE },
    ]);
    await hear({ t: after(1490) });
    await hear({ t: after(1520) });
    await hear({ t: after(1530), ...placeAt(3 * KM) });
    expect(await markerOf(after(1490))).toBe('M1');
    expect(await markerOf(after(1520))).toBe('M2');
    expect(await markerOf(after(1530))).toBe('M3');
  });

  test('a late passage does not unlink the device from the marker where it stands now', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ autoLink: true }, { autoLink: true }], launchAt });
    await hear({ t: after(2000), ...placeAt(2 * KM) });
    await hear({ t: after(1000), ...placeAt(1 * KM), isOffline: true });
    const { passages, path } = await runs.read(runId);
    expect(passages.map(({ markerName }) => markerName)).toEqual(['M1', 'M2']);
    expect(path.markers.map(({ autoLinkedUids }) => autoLinkedUids)).toEqual([[], [], [device.uid], []]);
  });

  test('[T-107] [T-108] further records complete an existing passage; another time makes a new passage', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    const [first, second] = [after(900), after(1000)];
    await hear({ t: first, mask: ELF });
    await hear({ t: first, mask: ELF | GEO });
    await hear({ t: second, mask: MAG });
    await hear({ t: first, mask: MAG });
    const passages = await readPassages(runId);
    expect(passages.map(({ passageAt }) => passageAt)).toEqual([first, second]);
    expect(passages[0]).toMatchObject({
      elfId: expect.any(Number),
      geoId: expect.any(Number),
      magId: expect.any(Number),
    });
    expect(passages[1]).toMatchObject({ elfId: null, geoId: null, magId: expect.any(Number) });
    expect(await runs.listActions(runId)).toEqual([
      'run-launched',
      'run-passage-added',
      'run-passage-completed',
      'run-passage-added',
      'run-passage-completed',
    ]);
  });

  test('further records complete a passage after its run has ended', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    await hear({ t: after(900), mask: ELF });
    await end(runId, after(2000));
    await hear({ t: after(900), mask: GEO });
    expect(await readPassages(runId)).toMatchObject([{ geoId: expect.any(Number) }]);
  });

  test('[T-109] [T-110] a passage without a marker joins the run that its device watches; other devices are ignored', async () => {
    const runId = await runs.launch({ agms: [device], launchAt });
    const stranger = await world.addDevice(nextUid++);
    await hear({ t: after(1000), ...placeAt(1 * KM) });
    await hear({ t: after(1100), isOffline: true });
    await hear({ t: after(1000), ...placeAt(1 * KM) }, stranger);
    await hear({ t: after(1000), isOffline: true }, stranger);
    expect(await readPassages(runId)).toMatchObject([
      { uid: device.uid, markerName: null },
      { uid: device.uid, markerName: null, isOffline: true },
    ]);
    const placed = await server.app.database.pool.query('select 1 from pig_run_passages where uid = $1', [
      stranger.uid,
    ]);
    expect(placed.rows).toEqual([]);
  });

  test('a passage before the launch or after the end does not join the run', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    await hear({ t: launchAt - 1000 });
    await hear({ t: launchAt });
    await end(runId, after(2000));
    await hear({ t: after(1500) });
    await hear({ t: after(2500) });
    expect(await readPassages(runId)).toEqual([]);
  });

  test('a passage does not join a run of the company that the device has left', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    await hear({ t: after(1000) }, { ...device, groupId: world.foreignGroupId });
    expect(await readPassages(runId)).toEqual([]);
  });
});

async function end(runId: number, at: number): Promise<void> {
  const run = await world.fetch<object>('admin', `/pigrun/${runId}`);
  const response = await world.call('admin', 'POST', '/finished/pigrun/add/', {
    ...run,
    recieveTime: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
  });
  expect(response.status).toBe(200);
}

describe('choosing the run of a passage', () => {
  test('a passage joins the run where its device is at a marker before others', async () => {
    const beside = await runs.launch({ agms: [device], launchAt: launchAt - HOUR_MS });
    const at = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    await hear({ t: after(5000) });
    expect((await readPassages(at)).map(({ markerName }) => markerName)).toEqual(['M1']);
    expect(await readPassages(beside)).toEqual([]);
  });

  test('a passage joins the run with its marker next, then the nearest pig, then the earliest launch', async () => {
    const linked = (at: number) => [{}, {}, {}].map((none, index) => (index === at ? { linkedUid: device.uid } : none));
    const early = await runs.launch({ agms: [device], markers: linked(0), launchAt });
    const late = await runs.launch({ agms: [device], markers: linked(0), launchAt: after(1000) });
    const further = await runs.launch({ agms: [device], markers: linked(2), launchAt: after(-2000) });
    // The pig of the third run is due at this time, but not at its next marker.
    await hear({ t: after(1001) });
    await hear({ t: after(1900) });
    const counts = async () => [
      (await readPassages(early)).length,
      (await readPassages(late)).length,
      (await readPassages(further)).length,
    ];
    expect(await counts()).toEqual([1, 1, 0]);
    await end(early, after(3000));
    await end(late, after(3000));
    const first = await runs.launch({ agms: [device], markers: linked(2), launchAt: after(-2001) });
    await hear({ t: after(1000) });
    expect([(await readPassages(further)).length, (await readPassages(first)).length]).toEqual([1, 0]);
    await end(further, after(5000));
    const same = await runs.launch({ agms: [device], markers: linked(2), launchAt: after(-2001) });
    await hear({ t: after(1010) });
    expect([(await readPassages(first)).length, (await readPassages(same)).length]).toEqual([1, 0]);
  });
});

describe('automatic verification', () => {
  const auto = { autoVerify: true };

  /** Whether the passage is verified; checks that the device's records agree with the run. */
  async function isVerified(runId: number, t: number): Promise<boolean | undefined> {
    const passage = (await readPassages(runId)).find(({ passageAt }) => passageAt === t);
    const { rows } = await server.app.database.pool.query<{ is_verified: boolean }>(
      'select is_verified from passages where uid = $1 and end_of_snip_at = $2',
      [passage?.uid, new Date(passage?.endOfSnipAt ?? 0)],
    );
    expect(rows.map((row) => row.is_verified)).toEqual(rows.map(() => passage?.isVerified));
    return passage?.isVerified;
  }

  test('[T-116] [T-117] [T-139] [W-248] verifies automatically only at auto-verify markers, within the company’s minutes of the expected arrival', async () => {
    let lastRunId = 0;
    const hearAt = async (seconds: number, marker: object) => {
      const by = await world.addDevice(nextUid++);
      const runId = await runs.launch({ agms: [by], markers: [{ ...marker, linkedUid: by.uid }, {}], launchAt });
      await hear({ t: after(seconds), mask: ELF | GEO }, by);
      lastRunId = runId;
      return isVerified(runId, after(seconds));
    };
    expect(await hearAt(1000, auto)).toBe(true);
    expect((await runs.read(lastRunId)).passages).toMatchObject([{ verifiedBy: 'automatic' }]);
    expect(await hearAt(1000, {})).toBe(false);
    expect(await hearAt(1000 + 299, auto)).toBe(true);
    expect(await hearAt(1000 - 299, auto)).toBe(true);
    expect(await hearAt(1000 + 302, auto)).toBe(false);
    expect(await hearAt(1000 - 302, auto)).toBe(false);
    await setCompany({ auto_verify_minutes: 10 });
    expect(await hearAt(1000 + 590, auto)).toBe(true);
    expect(await hearAt(1000 + 605, auto)).toBe(false);
    await setCompany({ auto_verify_minutes: 5 });
  });

  test('[T-118] verifies automatically only at the next marker and skips one that is probably missed', async () => {
    const other = await world.addDevice(nextUid++);
    const markers = [{ ...auto, linkedUid: device.uid }, { ...auto, linkedUid: other.uid }, auto];
    const early = await runs.launch({ agms: [device, other], markers, launchAt });
    // The pig is due by the plan, but the first marker may still hear it.
    await setCompany({ auto_verify_minutes: 60 });
    await hear({ t: after(900) }, other);
    expect(await isVerified(early, after(900))).toBe(false);
    await setCompany({ auto_verify_minutes: 5 });
    // The pig is a kilometre past the first marker, which has missed it.
    await hear({ t: after(2001) }, other);
    expect(await isVerified(early, after(2001))).toBe(true);
    // The first marker had heard the pig; its passage arrived late.
    await hear({ t: after(1000) });
    expect(await isVerified(early, after(1000))).toBe(true);
  });

  test('verifies automatically at most once per marker', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ ...auto, linkedUid: device.uid }, {}], launchAt });
    await hear({ t: after(1000) });
    await hear({ t: after(1003) });
    expect([await isVerified(runId, after(1000)), await isVerified(runId, after(1003))]).toEqual([true, false]);
  });

  test('a passage that a user verified before it was linked stays verified', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    const { database } = server.app;
    await database.change(systemOrigin('test'), async (linkingWaits) => {
      await lockRunsOf(linkingWaits, world.groupId);
      await world.hearPassage(device, { ...NOWHERE, t: after(1000) });
      const verdict = {
        uid: device.uid,
        endOfSnipAt: after(1015),
        passageAt: after(1000),
        isVerified: true,
        verifiedBy: 'Dana Reyes',
      };
      await database.change(systemOrigin('test'), (change) => storeVerdicts(change, world.groupId, [verdict]));
    });
    await runs.settle();
    expect(await isVerified(runId, after(1000))).toBe(true);
    expect((await runs.read(runId)).passages).toMatchObject([{ verifiedBy: 'Dana Reyes' }]);
  });
});

describe('the linking job', () => {
  test('linking again and a repeated device message change nothing', async () => {
    const runId = await runs.launch({
      agms: [device],
      markers: [{ linkedUid: device.uid, autoVerify: true }],
      launchAt,
    });
    const said = { t: after(1000), mask: ELF | GEO };
    await hear(said);
    const before = await runs.read(runId);
    await hear(said);
    const heard = { ...device, endOfSnipAt: said.t + 15_000, isFirst: true };
    const linking = { courses: { courseOf: () => expect.fail('nothing is to be reckoned') }, now: Date.now() };
    await server.app.database.change(systemOrigin('test'), (change) =>
      linkPassages(change, device.groupId, [heard], linking),
    );
    expect(await runs.read(runId)).toEqual(before);
    expect(await runs.listActions(runId)).toEqual(['run-launched', 'run-passage-added']);
  });

  test('linking does not restore a passage that a user deleted or took out, also when another record arrives', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    await hear({ t: after(900), mask: ELF });
    await hear({ t: after(1000), mask: ELF });
    const [deleted, cleared] = (await readPassages(runId)).map(({ elfId }) => elfId);
    expect((await world.call('admin', 'DELETE', `/apexagm/passage/${device.uid}/${deleted}`)).status).toBe(200);
    expect(
      (await world.call('admin', 'POST', `/apexagm/passage/${device.uid}/0/0/${cleared}/clearruninfo`)).status,
    ).toBe(200);
    expect(await readPassages(runId)).toEqual([]);
    await hear({ t: after(900), mask: ELF | GEO });
    await hear({ t: after(1000), mask: ELF | GEO });
    expect(await readPassages(runId)).toEqual([]);
  });

  test('linking treats a passage that a user marked in the stream like one of the device', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    const [passageAt, endOfSnipAt] = [after(1000), after(1010)];
    await world.openMonths(endOfSnipAt);
    const seen = {
      ...device,
      kind: 0,
      passageAt,
      endOfSnipAt,
      addedAt: Date.now(),
      frequency: 22,
      samplingRate: 16.667,
      place: null,
      samples: new Int16Array(500),
    } as const;
    await server.app.database.change(systemOrigin('test'), (change) => storeSeenPassage(change, seen));
    await runs.settle();
    expect(await readPassages(runId)).toMatchObject([{ markerName: 'M1', passageAt }]);
  });

  test('a failing linking job does not block storing messages and is retried until it succeeds once', async () => {
    const runId = await runs.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
    const { pool } = server.app.database;
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on pig_run_passages for each row when (new.uid = ${device.uid}) execute function refuse()`);
    try {
      await world.hearPassage(device, { ...NOWHERE, t: after(1000) });
      expect((await pool.query('select 1 from passages where uid = $1', [device.uid])).rows).toHaveLength(3);
      await vi.waitFor(async () => {
        const { rows } = await pool.query(
          `select last_error from graphile_worker.jobs where task_identifier = 'runs.link-passages' and locked_at is null`,
        );
        expect(rows).toEqual([{ last_error: expect.stringContaining('no') }]);
      });
      expect(await readPassages(runId)).toEqual([]);
    } finally {
      await pool.query('drop trigger refuse on pig_run_passages; drop function refuse()');
    }
    await pool.query(`update graphile_worker._private_jobs set run_at = now() where last_error is not null`);
    // Wakes the queue; a version before batches has queued it.
    await pool.query(
      `select graphile_worker.add_job('runs.link-passage', '{"uid":1,"groupId":1,"endOfSnipAt":1,"isFirst":true}'::json)`,
    );
    await runs.settle();
    expect(await readPassages(runId)).toHaveLength(1);
    expect(await runs.listActions(runId)).toEqual(['run-launched', 'run-passage-added']);
  });

  test('linking many passages concurrently neither loses nor duplicates any', async () => {
    const others = await Promise.all([1, 2, 3].map(() => world.addDevice(nextUid++)));
    const runId = await runs.launch({
      agms: [device, ...others],
      markers: others.map(({ uid }) => ({ linkedUid: uid })),
      launchAt,
    });
    const times = [100, 200, 300, 400, 500].map(after);
    const said = [device, ...others].flatMap((by) => times.flatMap((t) => [ELF, GEO].map((mask) => ({ by, t, mask }))));
    await Promise.all(said.map(({ by, t, mask }) => world.hearPassage(by, { ...NOWHERE, t, mask })));
    await runs.settle();
    const { passages, rev } = await runs.read(runId);
    expect(passages).toHaveLength(20);
    expect(passages.filter(({ elfId, geoId }) => elfId === null || geoId === null)).toEqual([]);
    expect((await runs.listActions(runId)).length).toBe(rev);
  });

  test('consoles receive the linking after the passage', async () => {
    const runId = await runs.launch({
      agms: [device],
      markers: [{ linkedUid: device.uid, autoVerify: true }],
      launchAt,
    });
    const socket = await connectAgm(server, world.callers.admin.token);
    const heard: unknown[] = [];
    socket.on('ReceivePassage', ({ uid }) => heard.push(['passage', uid]));
    socket.on('ReceivePigRunUpdate', (update) => heard.push(update));
    socket.on('ReceivePassageUpdate', ({ uid, passage }: { uid: number; passage: { isVerified: boolean } }) =>
      heard.push(['update', uid, passage.isVerified]),
    );
    await hear({ t: after(1000), mask: ELF });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard[0]).toEqual(['passage', device.uid]);
    expect(heard).toContainEqual(['update', device.uid, true]);
    expect(heard).toContainEqual(expect.objectContaining({ runId, messagegName: 'PassageVerified' }));
    socket.disconnect();
  });
});
