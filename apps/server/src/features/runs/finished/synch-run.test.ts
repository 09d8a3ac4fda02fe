import { writePath } from '@waymark/contract/runs/read-path';
import { pigRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { addManualPassage } from '@waymark/domain/run/changes/changes';
import { listMissing } from '@waymark/domain/run/estimate/missing';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcDatabase, formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeldDevice } from '../../devices/testing/device-world.ts';
import { KM, placeAt } from '../engine/testing/straight-runs.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../testing/run-desk.ts';
import { endAfter, postTimes, readRefusal } from './testing/finish.ts';

let desk: RunDesk;
let nextUid = 879_001;
beforeAll(async () => {
  desk = await openRunDesk(870_001);
});
afterAll(() => desk.server.close());

const [ELF, GEO] = [1, 2];
const NOWHERE = { lat: 0, lon: 0 };
const postSynch = async (runId: number, by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/finished/pigrun/synch/', await desk.readText(runId));

async function synch(runId: number): Promise<Run> {
  const answer = await postSynch(runId);
  expect(answer.status).toBe(200);
  return readRun(pigRun.parse(await answer.json()));
}

/** Stores a passage while the run is completed, so that no job links it. */
const hearLate = (device: HeldDevice, seconds: number, said: object = {}) =>
  desk.world.hearPassage(device, { t: desk.after(seconds), ...NOWHERE, ...said });
const verify = ({ uid }: HeldDevice, passageId: number | null) =>
  desk.world.call('admin', 'GET', `/apexagm/verifyPassage/${uid}/${passageId}/true`);
const brief = ({ passages }: Run) => passages.map(({ markerName, uid, passageAt }) => [markerName, uid, passageAt]);

/** Launched at 0 and received after 6000 s, with its device linked to M2. */
async function finish(markers?: Parameters<RunDesk['launch']>[0]) {
  const launched = await desk.launch(markers);
  await endAfter(desk, launched.runId);
  return launched;
}

describe('synchronising a run', () => {
  test('[F-005] [F-020] synchronising adds the devices’ passages between launch and receive, unverified, each at its marker', async () => {
    const { runId, device } = await finish();
    for (const seconds of [-1, 0, 2000, 2500, 6000, 6001]) await hearLate(device, seconds);
    const synchronised = await synch(runId);
    expect(brief(synchronised)).toEqual([2000, 2500, 6000].map((seconds) => ['M2', device.uid, desk.after(seconds)]));
    expect(synchronised.passages.map(({ isVerified }) => isVerified)).toEqual([false, false, false]);
    expect(synchronised).toEqual(await desk.read(runId));
    expect(await desk.listRows(device)).toEqual(
      expect.arrayContaining([expect.objectContaining({ RunId: runId, MarkerName: 'M2', ToolName: synchronised.pig })]),
    );
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({ action: 'run-synchronised', user_name: 'Dana Reyes' });
  });

  test('synchronising locates a device by the passage, else by its heartbeats, else by its place in the run', async () => {
    const automatic = { autoLink: true, linkedUid: null };
    const { runId, device } = await finish([automatic, automatic, automatic, automatic]);
    const [told, put] = [await desk.world.addDevice(nextUid++), await desk.world.addDevice(nextUid++)];
    const { path } = await desk.read(runId);
    const watching = {
      ...path,
      agms: [device, told, put].map(({ uid }) => uid),
      offlineAgms: { [put.uid]: placeAt(4 * KM) },
    };
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/updateAgms', { runId, path: JSON.stringify(writePath(watching)) }),
    );
    await desk.world.hearHeartbeats(told, [
      { t: desk.after(900), ...placeAt(KM) },
      { t: desk.after(2000), ...placeAt(2 * KM) },
    ]);
    await hearLate(device, 3000, placeAt(3 * KM));
    await hearLate(told, 1000);
    await hearLate(put, 4000);
    await hearLate(put, 4500, placeAt(3.5 * KM));
    const { passages, path: linked } = await synch(runId);
    expect(passages.map(({ markerName }) => markerName)).toEqual(['M1', 'M3', 'M4', null]);
    expect(linked.markers.map(({ autoLinkedUids }) => autoLinkedUids)).toEqual([
      [],
      [told.uid],
      [],
      [device.uid],
      [put.uid],
      [],
    ]);
  });

  test('synchronising again changes nothing and sends no event', async () => {
    const { runId, device } = await finish();
    await hearLate(device, 2000);
    const first = await synch(runId);
    const listening = await desk.listen();
    const audit = await desk.listAudit(runId);
    expect(await synch(runId)).toEqual(first);
    await listening.settle();
    listening.close();
    expect([listening.heard, await desk.listAudit(runId)]).toEqual([[], audit]);
  });

  test('synchronising fills in later records and keeps verification and time', async () => {
    const { runId, device } = await desk.launch();
    const row = await desk.hear(device, 2000, { mask: ELF });
    await expectOk(verify(device, row.passageId));
    const newPassageTime = formatUtcDatabase(desk.after(2010));
    await expectOk(
      desk.world.call('admin', 'POST', `/apexagm/passage/${device.uid}/${row.passageId}/updatetimestamp`, {
        newPassageTime,
      }),
    );
    await endAfter(desk, runId);
    await desk.server.app.database.pool.query('update pig_run_passages set elf_id = null where run_id = $1', [runId]);
    await desk.world.hearPassage(device, { t: desk.after(2000), ...NOWHERE, mask: ELF | GEO });
    const { passages } = await synch(runId);
    expect(passages).toMatchObject([
      {
        markerName: 'M2',
        isVerified: true,
        passageAt: desk.after(2010),
        elfId: row.elfId,
        geoId: expect.any(Number),
        magId: null,
      },
    ]);
    expect(passages).toHaveLength(1);
  });

  test('synchronising never verifies automatically; a user’s verification stays where the rules allow it', async () => {
    const { runId, device } = await finish([{}, { autoVerify: true }, {}, {}]);
    for (const seconds of [2000, 2050]) await hearLate(device, seconds);
    for (const { passageId } of await desk.listRows(device)) await expectOk(verify(device, passageId));
    await hearLate(device, 2100);
    const { passages } = await synch(runId);
    expect(passages.map(({ isVerified }) => isVerified)).toEqual([true, false, false]);
    expect((await desk.listRows(device)).map(({ isVerified }) => isVerified)).toEqual([false, false, true]);
  });

  test('synchronising keeps manual passages and fills missed markers', async () => {
    const { runId, device } = await desk.launch();
    await expectOk(desk.post(runId, (run) => addManualPassage(run, 'M1', desk.after(1000), Date.now())));
    await expectOk(desk.post(runId, (run) => addManualPassage(run, 'M4', desk.after(4000), Date.now())));
    await endAfter(desk, runId);
    const missing = async () => listMissing(await desk.read(runId)).map(({ name }) => name);
    expect(await missing()).toEqual(['M2', 'M3']);
    await hearLate(device, 2000);
    const { passages } = await synch(runId);
    expect(passages.map(({ markerName, uid }) => [markerName, uid])).toEqual([
      ['M1', null],
      ['M2', device.uid],
      ['M4', null],
    ]);
    await expectOk(verify(device, (await desk.listRows(device))[0]?.passageId ?? 0));
    expect(await missing()).toEqual(['M3']);
  });

  test('synchronising leaves out passages of other runs and companies', async () => {
    const { runId, device } = await desk.launch();
    await desk.hear(device, 2000);
    await endAfter(desk, runId);
    const other = await desk.runs.launch({
      agms: [device],
      markers: [{ linkedUid: device.uid }],
      launchAt: desk.launchAt,
    });
    await endAfter(desk, other);
    await desk.world.hearPassage(
      { uid: device.uid, groupId: desk.world.foreignGroupId },
      { t: desk.after(3000), ...NOWHERE },
    );
    await hearLate(device, 4000);
    expect(brief(await synch(other))).toEqual([['M1', device.uid, desk.after(4000)]]);
    expect(brief(await synch(runId))).toEqual([['M2', device.uid, desk.after(2000)]]);
  });

  test('a run shows its passages as the records of its devices have them', async () => {
    const { runId, device } = await desk.launch();
    const row = await desk.hear(device, 2000);
    await expectOk(verify(device, row.passageId));
    await endAfter(desk, runId);
    const seen = async () =>
      (await desk.read(runId)).passages.map(({ isVerified, passageAt }) => [isVerified, passageAt]);
    expect(await seen()).toEqual([[true, desk.after(2000)]]);
    await desk.server.app.database.pool.query(
      'update passages set is_verified = false, passage_at = $2 where uid = $1',
      [device.uid, new Date(desk.after(2001))],
    );
    expect(await seen()).toEqual([[false, desk.after(2001)]]);
    const { rev } = await desk.read(runId);
    expect((await synch(runId)).rev).toBe(rev);
  });

  test('synchronising is refused for active runs and for callers who may not see the run', async () => {
    const { runId } = await desk.launch(undefined, [desk.world.viewerId]);
    expect(await readRefusal(postSynch(runId))).toMatchObject({ status: 409, code: 'run-not-completed' });
    const text = await desk.readText(runId);
    await endAfter(desk, runId);
    const statuses = await Promise.all(
      (['viewer', 'foreignAdmin', 'superadmin'] as const).map(
        async (by) => (await desk.world.call(by, 'POST', '/finished/pigrun/synch/', text)).status,
      ),
    );
    expect(statuses).toEqual([403, 404, 200]);
    expect(
      (await desk.world.call('admin', 'POST', '/finished/pigrun/synch/', { ...text, runId: 999_999 })).status,
    ).toBe(404);
  });

  test('synchronising and a concurrent correction of the times both take effect', async () => {
    const { runId, device } = await finish();
    await hearLate(device, 2000);
    const [synchronised, corrected] = await Promise.all([
      postSynch(runId),
      postTimes(desk, runId, { recieveTime: formatUtcSecond(desk.after(6100)) }),
    ]);
    expect([synchronised.status, corrected.status]).toEqual([200, 200]);
    expect(await desk.read(runId)).toMatchObject({ completedAt: desk.after(6100), passages: [{ uid: device.uid }] });
  });
});

describe('a long run', () => {
  const [MARKERS, DEVICES, PASSAGES] = [200, 60, 40];

  /** Stores the same number of passages for every device, at the device's marker. */
  async function fill(devices: readonly HeldDevice[]): Promise<void> {
    await desk.world.openMonths(desk.after(0), desk.after(6000));
    await desk.server.app.database.pool.query(
      `insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency, is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate)
       select d.uid, at + interval '15 s', k, $2, at, now(), n, n, 22, false, false, 36, -96 + d.place * $3::float8, 0, 16.66667
       from unnest($1::bigint[]) with ordinality as d (uid, place), generate_series(1, $4) n, generate_series(0, 2) k,
         lateral (select $5::timestamptz + (d.place + n * 61) * interval '1 s' as at) moment`,
      [
        devices.map(({ uid }) => uid),
        desk.world.groupId,
        placeAt(KM).lon - placeAt(0).lon,
        PASSAGES,
        new Date(desk.launchAt),
      ],
    );
  }

  test('synchronises a run with 200 markers and 60 devices completely', async () => {
    const devices = [];
    for (let at = 0; at < DEVICES; at += 1) devices.push(await desk.world.addDevice(871_000 + at));
    const runId = await desk.runs.launch({
      agms: devices,
      markers: Array.from({ length: MARKERS }, () => ({ autoLink: true })),
      launchAt: desk.launchAt,
    });
    await endAfter(desk, runId);
    await fill(devices);
    const { passages, path } = await synch(runId);
    expect(passages).toHaveLength(DEVICES * PASSAGES);
    for (const [at, { uid }] of devices.entries()) {
      expect(new Set(passages.filter((passage) => passage.uid === uid).map(({ markerName }) => markerName))).toEqual(
        new Set([`M${at + 1}`]),
      );
      expect(path.markers[at + 1]?.autoLinkedUids).toEqual([uid]);
    }
    expect(
      (await desk.listRows(devices[7] ?? { uid: 0, groupId: 0 })).every(
        ({ RunId, MarkerName }) => RunId === runId && MarkerName === 'M8',
      ),
    ).toBe(true);
    expect((await synch(runId)).rev).toBe(3);
  }, 60_000);
});
