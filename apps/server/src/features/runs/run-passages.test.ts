import { writePath } from '@waymark/contract/runs/read-path';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { addManualPassage, movePassage, verifyPassage } from '@waymark/domain/run/changes/changes';
import { findMarker, isManual, manualPassage, passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import { formatUtcDatabase, formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem } from '../../testing/test-server.ts';
import type { HeldDevice } from '../devices/testing/device-world.ts';
import { placeAt } from './engine/testing/straight-runs.ts';
import { countStatuses, expectOk, openRunDesk, type RunDesk } from './testing/run-desk.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(830_001);
});
afterAll(() => desk.server.close());

const readTime = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);
const verify = (device: HeldDevice, { passageId }: PassageRow, flag = true) =>
  desk.world.call('admin', 'GET', `/apexagm/verifyPassage/${device.uid}/${passageId}/${flag}`);
const editTime = (device: HeldDevice, { passageId }: PassageRow, at: number) =>
  desk.world.call('admin', 'POST', `/apexagm/passage/${device.uid}/${passageId}/updatetimestamp`, {
    newPassageTime: formatUtcDatabase(at),
  });
const setManually = (runId: number, name: string, seconds: number, from?: Run) =>
  desk.post(runId, (run) => addManualPassage(run, name, desk.after(seconds), Date.now()), from ? { from } : {});
const detailOf = async (answer: Response | Promise<Response>) => (await readProblem(await answer)).detail;

/** Launches a run with a passage at each of these markers, `seconds` after the launch. */
async function launchWith(heard: Readonly<Record<string, number>>) {
  const { runId, device } = await desk.launch();
  const rows: Record<string, PassageRow> = {};
  for (const [name, seconds] of Object.entries(heard)) {
    rows[name] = await desk.hear(device, seconds);
    const key = `${device.uid} ${readTime(rows[name].passageTimeEndOfSnip)}`;
    await expectOk(desk.post(runId, (run) => movePassage(run, key, name, Date.now())));
  }
  const rowOf = (name: string): PassageRow => {
    const row = rows[name];
    if (!row) throw new Error(`nothing was heard at ${name}`);
    return row;
  };
  return { runId, device, rowOf };
}
const verifiedOf = async (runId: number) =>
  (await desk.read(runId)).passages.filter(({ isVerified }) => isVerified).map(({ markerName }) => markerName);

describe('passages of a run', () => {
  test('[T-085] [T-086] [T-087] [T-088] passages of a run carry the values that the device sent', async () => {
    const { runId, device } = await desk.launch();
    const row = await desk.hear(device, 2000, { ...placeAt(2000), detectionCount: 31, isOffline: true });
    const [passage] = JSON.parse((await desk.readText(runId)).passages) as object[];
    expect(passage).toEqual({
      markerName: 'M2',
      passageTimeStamp: formatUtcMillisecond(desk.after(2000)),
      passageTimeEndOfSnip: row.passageTimeEndOfSnip,
      uid: device.uid,
      isVerified: false,
      passageId: row.passageId,
      elfId: row.elfId,
      geoId: row.geoId,
      magId: row.magId,
      passageDetectedFrequency: row.passageDetectedFrequency,
      detectionCount: 31,
      packetComplexInformation: 2,
      isOffline: true,
      isBluetooth: false,
      lat: row.lat,
      lon: row.lon,
      alt: row.alt,
      samplingRate: row.samplingRate,
    });
    expect(row).toMatchObject({
      RunId: runId,
      PigRunName: expect.stringContaining('Straight'),
      ToolName: expect.stringContaining('Straight pig'),
      MarkerName: 'M2',
    });
    expect(await desk.world.fetch('admin', `/apexagm/passage/${device.uid}/${row.elfId}`)).toMatchObject({
      passageId: row.elfId,
      data: expect.any(Array) as number[],
    });
  });

  test('a post moves a passage without a marker to one, and the history shows it', async () => {
    const { runId, device } = await desk.launch([{}, { linkedUid: null }, {}]);
    await desk.hear(device, 1000);
    const [loose] = (await desk.read(runId)).passages;
    expect(loose?.markerName).toBeNull();
    const listening = await desk.listen();
    await expectOk(desk.post(runId, (run) => movePassage(run, loose ? passageKey(loose) : '', 'M1', Date.now())));
    await listening.settle();
    listening.close();
    expect((await desk.listRows(device))[0]).toMatchObject({ MarkerName: 'M1', RunId: runId });
    expect(listening.heard).toEqual([{ runId, messagegName: 'RunUpdated' }]);
  });
});

describe('who verified a passage', () => {
  const namesOf = async (runId: number) =>
    (await desk.read(runId)).passages.map(({ markerName, verifiedBy = null }) => [markerName, verifiedBy]);

  test('[W-248] a run and the history name the user who verified a passage, and a manual passage names its user', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 2000 });
    await expectOk(verify(device, rowOf('M1')));
    const [, second] = (await desk.read(runId)).passages;
    await expectOk(
      desk.post(runId, (run) => verifyPassage(run, second ? passageKey(second) : '', Date.now()), { by: 'superadmin' }),
    );
    await expectOk(setManually(runId, 'M3', 3000));
    const [{ name: superadmin } = { name: '' }] = (
      await desk.server.app.database.pool.query<{ name: string }>("select name from users where role = 'superadmin'")
    ).rows;
    expect(await namesOf(runId)).toEqual([
      ['M1', 'Dana Reyes'],
      ['M2', superadmin],
      ['M3', 'Dana Reyes'],
    ]);
    expect((await desk.listRows(device)).map(({ MarkerName, verifiedBy }) => [MarkerName, verifiedBy])).toEqual(
      expect.arrayContaining([
        ['M1', 'Dana Reyes'],
        ['M2', superadmin],
      ]),
    );
  });

  test('[W-248] the name goes with the verification, stays with other changes, and no client can set it', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900 });
    await expectOk(verify(device, rowOf('M1')));
    await expectOk(editTime(device, rowOf('M1'), desk.after(950)));
    expect(await namesOf(runId)).toEqual([['M1', 'Dana Reyes']]);
    const forged = await desk.post(runId, (run) => ({
      ok: true,
      value: { ...run, passages: run.passages.map((passage) => ({ ...passage, verifiedBy: 'Somebody Else' })) },
    }));
    expect(forged.status).toBe(200);
    expect(await namesOf(runId)).toEqual([['M1', 'Dana Reyes']]);
    await expectOk(verify(device, rowOf('M1'), false));
    expect(await namesOf(runId)).toEqual([['M1', null]]);
    expect((await desk.listRows(device)).map(({ verifiedBy }) => verifiedBy)).toEqual([null]);
    const forge = (passage: RunPassage) => ({ ...passage, isVerified: true, verifiedBy: 'Somebody Else' });
    await expectOk(
      desk.post(runId, (run) => ({
        ok: true,
        value: { ...run, passages: [...run.passages, manualPassage('M2', desk.after(2000))].map(forge) },
      })),
    );
    expect(await namesOf(runId)).toEqual([
      ['M1', 'Dana Reyes'],
      ['M2', 'Dana Reyes'],
    ]);
  });

  test('[W-248] a passage outside of runs names its user, and keeps the name that the user had', async () => {
    const { world } = desk;
    const loose = await world.addDevice(839_001);
    await world.hearPassage(loose, { t: desk.after(1000), lat: 0, lon: 0 });
    const [row] = await desk.listRows(loose);
    if (!row) throw new Error('nothing was heard');
    await expectOk(verify(loose, row));
    expect((await desk.listRows(loose))[0]).toMatchObject({ isVerified: true, verifiedBy: 'Dana Reyes' });
    await desk.server.app.database.pool.query("update users set name = 'Renamed' where name = 'Dana Reyes'");
    expect((await desk.listRows(loose))[0]).toMatchObject({ verifiedBy: 'Dana Reyes' });
    await desk.server.app.database.pool.query("update users set name = 'Dana Reyes' where name = 'Renamed'");
  });
});

describe('verifying a passage', () => {
  test('[T-111] [T-112] verifying in the history moves the pig, and verifying in the run shows in the history', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 2000 });
    const listening = await desk.listen();
    expect(await (await verify(device, rowOf('M1'))).json()).toBe(true);
    await listening.settle();
    listening.close();
    expect(listening.heard).toEqual([{ runId, messagegName: 'PassageVerified' }]);
    const moved = await desk.readText(runId);
    expect(moved.calculatedSpeed).toBeCloseTo(1000 / 900, 2);
    expect(moved.EditNextMarkerIndex).toBe(2);
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-passage-verified',
      user_name: 'Dana Reyes',
    });
    await expectOk(
      desk.post(runId, (run) =>
        verifyPassage(
          run,
          passageKey(
            run.passages.find(({ markerName }) => markerName === 'M2') ?? (run.passages[0] as Run['passages'][number]),
          ),
          Date.now(),
        ),
      ),
    );
    expect((await desk.listRows(device)).map(({ isVerified }) => isVerified)).toEqual([true, true]);
    const records = await desk.server.app.database
      .read(systemScope('test'))
      .db.selectFrom('passages')
      .select('is_verified')
      .where('uid', '=', device.uid)
      .execute();
    expect(records.every((record) => record.is_verified)).toBe(true);
  });

  test('[T-111] [T-113] [T-114] unverifying returns the run to the previous verified passage, or to no speed without one', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 2000 });
    for (const name of ['M1', 'M2']) await expectOk(verify(device, rowOf(name)));
    const speedAtTwo = (await desk.readText(runId)).calculatedSpeed;
    await expectOk(verify(device, rowOf('M2'), false));
    const one = await desk.readText(runId);
    expect(one.calculatedSpeed).toBeGreaterThan(speedAtTwo);
    expect([one.EditNextMarkerIndex, await verifiedOf(runId)]).toEqual([2, ['M1']]);
    await expectOk(verify(device, rowOf('M1'), false));
    expect(await desk.readText(runId)).toMatchObject({ calculatedSpeed: 0, EditNextMarkerIndex: 1 });
  });

  test('[T-115] verifying behind the furthest verified passage does not move the pig', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 1500, M3: 3000 });
    await expectOk(verify(device, rowOf('M3')));
    const before = await desk.readText(runId);
    await expectOk(verify(device, rowOf('M1')));
    const { EditNextMarkerIndex, EditNextMarkerIndex2 } = await desk.readText(runId);
    expect([EditNextMarkerIndex, EditNextMarkerIndex2]).toEqual([
      before.EditNextMarkerIndex,
      before.EditNextMarkerIndex2,
    ]);
    expect(EditNextMarkerIndex).toBe(4);
  });

  test('[T-192] verifying by record ids has the same effect', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900 });
    const { elfId, geoId, magId } = rowOf('M1');
    const set = (isVerified: boolean) =>
      desk.world.call('admin', 'POST', '/pigrun/SetPassageVerification', { elfId, geoId, magId, isVerified });
    expect(await (await set(true)).json()).toEqual({ isVerified: true });
    expect(await verifiedOf(runId)).toEqual(['M1']);
    await expectOk(set(false));
    expect([await verifiedOf(runId), (await desk.listRows(device))[0]?.isVerified]).toEqual([[], false]);
  });

  test('[P-035] [P-038] [P-039] refuses a verification against the rules, in the words of the chart or of the marker', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 800, M3: 3000 });
    await expectOk(verify(device, rowOf('M1')));
    const [earlier, later] = [
      'Passage time is before a previous Verified Psg !',
      'Passage time is ahead of a further Verified Psg !',
    ];
    expect(await detailOf(verify(device, rowOf('M2')))).toBe(earlier);
    const { magId } = rowOf('M2');
    expect(
      await detailOf(desk.world.call('admin', 'POST', '/pigrun/SetPassageVerification', { magId, isVerified: true })),
    ).toBe(earlier);
    await expectOk(verify(device, rowOf('M1'), false));
    await expectOk(verify(device, rowOf('M2')));
    expect(await detailOf(verify(device, rowOf('M1')))).toBe(later);
    const again = await desk.hear(device, 850);
    expect(again.MarkerName).toBe('M2');
    expect(await readProblem(await verify(device, again))).toMatchObject({
      status: 409,
      code: 'passage-not-verifiable',
      detail: 'Marker has a previously verified passage !',
    });
    const text = await desk.readText(runId);
    const passages = (JSON.parse(text.passages) as PassageRow[]).map((passage) =>
      passage.passageId === again.passageId ? { ...passage, isVerified: true } : passage,
    );
    expect(
      await detailOf(desk.world.call('admin', 'POST', '/pigrun/add/', { ...text, passages: JSON.stringify(passages) })),
    ).toBe('This marker has previously verified passage');
    expect((await verifiedOf(runId)).length).toBe(1);
  });

  test('[P-022] [P-023] verifying changes active and completed runs; unverifying is always allowed', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 800 });
    await expectOk(verify(device, rowOf('M1')));
    expect(await verifiedOf(runId)).toEqual(['M1']);
    expect((await verify(device, rowOf('M2'))).status).toBe(409);
    await expectOk(verify(device, rowOf('M2'), false));
    await expectOk(
      desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
        ...(await desk.readText(runId)),
        recieveTime: formatUtcSecond(desk.after(2000)),
      }),
    );
    await expectOk(verify(device, rowOf('M1'), false));
    expect(await verifiedOf(runId)).toEqual([]);
    await expectOk(verify(device, rowOf('M1')));
    expect(await verifiedOf(runId)).toEqual(['M1']);
  });

  test('[P-054] the device routes correct the time of a passage and delete it', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900 });
    await expectOk(verify(device, rowOf('M1')));
    await expectOk(editTime(device, rowOf('M1'), desk.after(905)));
    expect((await desk.read(runId)).passages).toMatchObject([{ isVerified: true, passageAt: desk.after(905) }]);
    await expectOk(desk.world.call('admin', 'DELETE', `/apexagm/passage/${device.uid}/${rowOf('M1').passageId}`));
    expect((await desk.read(runId)).passages).toEqual([]);
  });

  test('only one of two concurrent verifications at a marker succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { runId, device } = await desk.launch();
      const rows = [await desk.hear(device, 2000), await desk.hear(device, 2010), await desk.hear(device, 2020)];
      const answers = await Promise.all(rows.map((row) => verify(device, row)));
      expect(countStatuses(answers)).toEqual({ 200: 1, 409: 2 });
      expect(await verifiedOf(runId)).toEqual(['M2']);
    }
  });
});

describe('correcting the time of a passage', () => {
  test('[T-193] correcting the time of a passage changes the run too and notifies consoles', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900 });
    const listening = await desk.listen();
    const answer = await desk.world.call('admin', 'POST', '/pigrun/UpdatePassageTimeStamp', {
      passageId: rowOf('M1').passageId,
      newPassageTime: formatUtcDatabase(desk.after(950)),
    });
    expect(await answer.json()).toMatchObject({
      passageTimeStamp: formatUtcMillisecond(desk.after(950)),
      RunId: runId,
      MarkerName: 'M1',
    });
    await listening.settle();
    listening.close();
    expect((await desk.read(runId)).passages).toMatchObject([
      { uid: device.uid, passageAt: desk.after(950), endOfSnipAt: desk.after(915) },
    ]);
    expect(listening.heard).toEqual([{ runId, messagegName: 'PassageTimeUpdated' }]);
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-passage-time-changed',
      before: { passages: [{ passageTimeStamp: formatUtcMillisecond(desk.after(900)) }] },
      after: { passages: [{ passageTimeStamp: formatUtcMillisecond(desk.after(950)) }] },
    });
  });

  test('[T-156] [T-157] [T-158] [T-159] refuses a time against the rules and changes nothing', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 2000, M3: 3000 });
    for (const name of ['M1', 'M2', 'M3']) await expectOk(verify(device, rowOf(name)));
    const before = await desk.read(runId);
    const wordsAt = (at: number) => detailOf(editTime(device, rowOf('M2'), at));
    expect(await wordsAt(desk.after(0))).toBe('Entered Time is before Launch Time');
    expect(await wordsAt(Date.now() + 60_000)).toBe('Entered Time is in the Future');
    expect(await wordsAt(desk.after(900))).toBe('Entered Time is before of a previous Verified Psg');
    expect(await wordsAt(desk.after(3000))).toBe('Entered Time is ahead of a further Verified Psg');
    expect([await desk.read(runId), (await desk.listRows(device)).length]).toEqual([before, 3]);
    await expectOk(editTime(device, rowOf('M2'), desk.after(2999)));
  });

  test('[T-143] refuses a time or a verification after the receive of a completed run', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900 });
    await expectOk(
      desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
        ...(await desk.readText(runId)),
        recieveTime: formatUtcSecond(desk.after(2000)),
      }),
    );
    const words = { status: 409, detail: 'Entered Time is after Receive Time' };
    expect(await readProblem(await editTime(device, rowOf('M1'), desk.after(2001)))).toMatchObject({
      ...words,
      code: 'passage-time-refused',
    });
    await expectOk(editTime(device, rowOf('M1'), desk.after(1999)));
    expect((await desk.listRows(device))[0]?.passageTimeStamp).toBe(formatUtcMillisecond(desk.after(1999)));
    const late = await desk.hear(device, 2001);
    await expectOk(
      desk.world.call('admin', 'POST', `/apexagm/passage/${device.uid}/${late.passageId}/updateruninfo`, [
        runId,
        null,
        null,
        'M2',
      ]),
    );
    expect(await readProblem(await verify(device, late))).toMatchObject({ ...words, code: 'passage-not-verifiable' });
    expect((await desk.listRows(device)).map(({ isVerified }) => isVerified)).toEqual([false, false]);
  });
});

describe('deleting a passage', () => {
  test('[T-113] a deleted passage leaves its run, which returns to the previous passage', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900, M2: 2000 });
    for (const name of ['M1', 'M2']) await expectOk(verify(device, rowOf(name)));
    await expectOk(desk.world.call('admin', 'DELETE', `/apexagm/passage/${device.uid}/${rowOf('M2').geoId}`));
    expect((await desk.read(runId)).passages).toMatchObject([{ markerName: 'M1' }]);
    expect(await desk.readText(runId)).toMatchObject({ EditNextMarkerIndex: 2 });
  });

  test('a passage that is deleted and verified concurrently ends deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { runId, device, rowOf } = await launchWith({ M1: 900 });
      const [verified, deleted] = await Promise.all([
        verify(device, rowOf('M1')),
        desk.world.call('admin', 'DELETE', `/apexagm/passage/${device.uid}/${rowOf('M1').passageId}`),
      ]);
      expect([200, 404]).toContain(verified.status);
      expect(deleted.status).toBe(200);
      expect([(await desk.read(runId)).passages, await desk.listRows(device)]).toEqual([[], []]);
    }
  });

  test('clearing the history of a device keeps passages that belong to a run', async () => {
    const { runId, device } = await launchWith({ M1: 900 });
    await expectOk(desk.world.call('admin', 'DELETE', `/apexagm/${device.uid}/passage`));
    expect((await desk.read(runId)).passages).toHaveLength(1);
    expect(await desk.listRows(device)).toHaveLength(1);
  });
});

describe('a manual passage', () => {
  const remove = (runId: number, seconds: number) =>
    desk.world.call('admin', 'POST', '/pigrun/DeleteManualPassage', {
      runId,
      passageTimeStamp: formatUtcSecond(desk.after(seconds)),
    });
  const correct = (runId: number, seconds: number, to: number) =>
    desk.world.call('admin', 'POST', '/pigrun/UpdateManualPassage', {
      runId,
      passageTimeStamp: formatUtcSecond(desk.after(seconds)),
      newPassageTime: formatUtcSecond(desk.after(to)),
    });

  test('[T-089] [T-141] a post adds a manual passage in whole UTC seconds without a device, which moves the pig', async () => {
    const { runId } = await desk.launch();
    await expectOk(setManually(runId, 'M2', 2000));
    expect(JSON.parse((await desk.readText(runId)).passages)).toMatchObject([
      {
        markerName: 'M2',
        passageTimeStamp: formatUtcSecond(desk.after(2000)),
        uid: null,
        passageId: null,
        elfId: null,
        isVerified: true,
      },
    ]);
    expect(await desk.readText(runId)).toMatchObject({ EditNextMarkerIndex: 3, calculatedSpeed: expect.closeTo(1, 1) });
  });

  test('[T-149] [T-150] [T-152] [T-153] [T-154] refuses a manual passage in the words of the rule', async () => {
    const { runId } = await desk.launch();
    for (const [name, seconds] of [
      ['M1', 1000],
      ['M3', 3000],
    ] as const)
      await expectOk(setManually(runId, name, seconds));
    const text = await desk.readText(runId);
    const wordsFor = async (markerName: string, at: number) => {
      const passage = {
        ...(JSON.parse(text.passages) as object[])[0],
        markerName,
        passageTimeStamp: formatUtcSecond(at),
      };
      const passages = JSON.stringify([...(JSON.parse(text.passages) as object[]), passage]);
      return detailOf(desk.world.call('admin', 'POST', '/pigrun/add/', { ...text, passages }));
    };
    expect(await wordsFor('M1', desk.after(1100))).toBe('This marker has previously verified passage');
    expect(await wordsFor('M2', desk.after(0))).toBe('Manual passage Time is before Launch Time');
    expect(await wordsFor('M2', Date.now() + 60_000)).toBe('Entered Time is in the Future');
    expect(await wordsFor('M2', desk.after(1000))).toBe(
      'Entered Time is before or equals to a previously verified psg',
    );
    expect(await wordsFor('M2', desk.after(3000))).toBe('Entered Time is ahead of a further Verified Psg');
    expect((await desk.read(runId)).rev).toBe(text.rev);
  });

  test('[T-191] deletes exactly the manual passage at a time, and the pig moves back', async () => {
    const { runId, device } = await desk.launch();
    await setManually(runId, 'M1', 1000);
    await setManually(runId, 'M3', 3000);
    await desk.hear(device, 2000);
    expect((await remove(runId, 2000)).status).toBe(404);
    expect((await remove(runId, 1001)).status).toBe(404);
    const listening = await desk.listen();
    await expectOk(remove(runId, 3000));
    await listening.settle();
    listening.close();
    expect((await desk.read(runId)).passages.map(({ markerName }) => markerName)).toEqual(['M1', 'M2']);
    expect((await desk.readText(runId)).EditNextMarkerIndex).toBe(2);
    expect(listening.heard).toEqual([{ runId, messagegName: 'RunUpdated' }]);
    expect((await remove(runId, 3000)).status).toBe(404);
  });

  test('an outdated post does not restore a deleted manual passage', async () => {
    const { runId } = await desk.launch();
    await setManually(runId, 'M1', 1000);
    const read = await desk.read(runId);
    await expectOk(remove(runId, 1000));
    await expectOk(desk.post(runId, (run) => ({ ok: true, value: { ...run, jobNumber: 'J-9' } }), { from: read }));
    expect(await desk.read(runId)).toMatchObject({ passages: [], jobNumber: 'J-9' });
  });

  test('the time rules apply to correcting a manual passage', async () => {
    const { runId } = await desk.launch();
    for (const [name, seconds] of [
      ['M1', 1000],
      ['M2', 2000],
    ] as const)
      await setManually(runId, name, seconds);
    expect(await readProblem(await correct(runId, 2000, 900))).toMatchObject({
      status: 409,
      code: 'passage-time-refused',
      detail: 'Entered Time is before of a previous Verified Psg',
    });
    expect(await detailOf(correct(runId, 1000, 2000))).toBe('Entered Time is ahead of a further Verified Psg');
    expect(await detailOf(correct(runId, 1000, -1))).toBe('Entered Time is before Launch Time');
    expect((await correct(runId, 1500, 1600)).status).toBe(404);
    const listening = await desk.listen();
    await expectOk(correct(runId, 2000, 2100));
    await listening.settle();
    listening.close();
    expect((await desk.read(runId)).passages.map(({ passageAt }) => passageAt)).toEqual([
      desk.after(1000),
      desk.after(2100),
    ]);
    expect(listening.heard).toEqual([{ runId, messagegName: 'PassageTimeUpdated' }]);
  });

  test('only one of two concurrent manual passages at a marker is stored', async () => {
    const { runId } = await desk.launch();
    const read = await desk.read(runId);
    const answers = await Promise.all(
      [1000, 1001, 1002, 1003].map((seconds) => setManually(runId, 'M1', seconds, read)),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 3 });
    expect((await desk.read(runId)).passages.filter(isManual)).toHaveLength(1);
  });

  test('a manual passage that is posted again after a lost answer is stored once', async () => {
    const { runId } = await desk.launch();
    const read = await desk.read(runId);
    for (const _attempt of [1, 2]) await expectOk(setManually(runId, 'M1', 1000, read));
    expect((await desk.read(runId)).passages).toHaveLength(1);
    expect((await desk.read(runId)).rev).toBe(2);
  });
});

describe('a device that moves to another company', () => {
  test('a device that moves to another company keeps its passages in the run but adds no new ones', async () => {
    const { runId, device, rowOf } = await launchWith({ M1: 900 });
    await expectOk(verify(device, rowOf('M1')));
    const before = await desk.read(runId);
    const without = JSON.stringify(writePath({ ...before.path, agms: [] }));
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/updateAgms', { runId, path: without }));
    await expectOk(
      desk.world.call('superadmin', 'POST', `/admin/apexagm/${device.uid}`, { group: desk.world.foreignGroupId }),
    );
    await desk.world.hearPassage(
      { ...device, groupId: desk.world.foreignGroupId },
      { t: desk.after(2000), lat: 0, lon: 0 },
    );
    await desk.runs.settle();
    expect((await desk.read(runId)).passages).toEqual(before.passages);
    expect(findMarker(await desk.read(runId), 'M2')?.linkedUid).toBeNull();
    await expectOk(verify(device, rowOf('M1'), false));
    expect(await verifiedOf(runId)).toEqual([]);
  });
});

describe('the algorithm results of a run', () => {
  test('[P-051] [T-087] [T-203] the server returns the results of every type for each passage of a run, ordered by time', async () => {
    const { runId, device, rowOf } = await launchWith({ M2: 2000, M1: 900 });
    await setManually(runId, 'M3', 3000);
    const scores = JSON.stringify([{ weight: 1, prediction: 1, confidence: 0.93 }]);
    await desk.server.app.database.pool.query('update passages set scores = $1::jsonb where uid = $2 and id = $3', [
      scores,
      device.uid,
      rowOf('M1').elfId,
    ]);
    const answer = await desk.world.call('admin', 'POST', '/pigrun/GetMachineLearningResults', { runId });
    expect(await answer.json()).toEqual({
      machineLearningPassageResultList: [
        {
          uId: device.uid,
          passageId: rowOf('M1').passageId,
          passageTimeStamp: formatUtcMillisecond(desk.after(900)),
          elfMachineLearningResultList: [{ weight: 1, prediction: 1, confidence: 0.93 }],
          geoMachineLearningResultList: [],
          magMachineLearningResultList: [],
        },
        {
          uId: device.uid,
          passageId: rowOf('M2').passageId,
          passageTimeStamp: formatUtcMillisecond(desk.after(2000)),
          elfMachineLearningResultList: [],
          geoMachineLearningResultList: [],
          magMachineLearningResultList: [],
        },
      ],
    });
    expect((await desk.world.call('foreignAdmin', 'POST', '/pigrun/GetMachineLearningResults', { runId })).status).toBe(
      404,
    );
  });
});
