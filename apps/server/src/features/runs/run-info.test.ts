import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem } from '../../testing/test-server.ts';
import type { HeldDevice } from '../devices/testing/device-world.ts';
import { countStatuses, expectOk, openRunDesk, type Caller, type RunDesk } from './testing/run-desk.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(840_001);
});
afterAll(() => desk.server.close());

const give = (device: HeldDevice, { passageId }: PassageRow, info: readonly unknown[], by: Caller = 'admin') =>
  desk.world.call(by, 'POST', `/apexagm/passage/${device.uid}/${passageId}/updateruninfo`, info);
const clear = (
  device: HeldDevice,
  { geoId, magId, elfId }: Pick<PassageRow, 'geoId' | 'magId' | 'elfId'>,
  by: Caller = 'admin',
) =>
  desk.world.call(by, 'POST', `/apexagm/passage/${device.uid}/${geoId ?? 0}/${magId ?? 0}/${elfId ?? 0}/clearruninfo`);
const verify = (device: HeldDevice, { passageId }: PassageRow) =>
  desk.world.call('admin', 'GET', `/apexagm/verifyPassage/${device.uid}/${passageId}`);
async function rowOf(device: HeldDevice): Promise<PassageRow> {
  const [row] = await desk.listRows(device);
  if (!row) throw new Error('no passage');
  return row;
}
async function listPassageAudit(device: HeldDevice): Promise<string[]> {
  const lines = await desk.server.app.database.pool.query<{ action: string }>(
    `select action from audit where object_type = 'device' and object_id = $1 and action like 'passage-%' order by id`,
    [String(device.uid)],
  );
  return lines.rows.map(({ action }) => action);
}

/** A passage in a run, and another run that can get it. */
async function heardInOne() {
  const { runId, device } = await desk.launch();
  const row = await desk.hear(device, 2000);
  const other = await desk.launch();
  return { runId, device, row, otherId: other.runId };
}

describe('the run info of a passage', () => {
  test('[H-025] [H-058] run info of four or five values moves the passage to a marker of a run', async () => {
    const { runId, device, row, otherId } = await heardInOne();
    expect(row).toMatchObject({ RunId: runId, MarkerName: 'M2' });
    const names = await desk.read(otherId);
    const answer = await give(device, row, [otherId, names.path.name, names.pig, 'M3']);
    const given = { ...row, RunId: otherId, PigRunName: names.path.name, ToolName: names.pig, MarkerName: 'M3' };
    expect(await answer.json()).toEqual(given);
    expect(await rowOf(device)).toEqual(given);
    expect([(await desk.read(runId)).passages, (await desk.read(otherId)).passages]).toMatchObject([
      [],
      [{ uid: device.uid, markerName: 'M3', isVerified: false, elfId: row.elfId, magId: row.magId }],
    ]);
    await expectOk(give(device, row, [runId, null, null, 'M1', row.passageTimeStamp]));
    expect(await rowOf(device)).toMatchObject({ RunId: runId, MarkerName: 'M1' });
    expect((await desk.read(otherId)).passages).toEqual([]);
  });

  test('a moved passage stays verified only where the rules of the new run allow it', async () => {
    const { runId, device, row, otherId } = await heardInOne();
    await expectOk(verify(device, row));
    await expectOk(give(device, row, [otherId, null, null, 'M2']));
    expect([(await desk.read(otherId)).passages, (await rowOf(device)).isVerified]).toMatchObject([
      [{ isVerified: true }],
      true,
    ]);
    const blocker = await desk.hear({ ...device }, 1900);
    await expectOk(verify(device, blocker));
    expect(blocker).toMatchObject({ RunId: runId, MarkerName: 'M2' });
    await expectOk(give(device, row, [runId, null, null, 'M2']));
    expect((await desk.read(runId)).passages.map(({ isVerified }) => isVerified)).toEqual([true, false]);
    expect((await desk.listRows(device)).map(({ isVerified }) => isVerified)).toEqual([false, true]);
  });

  test('run info moves a passage to another marker of its run', async () => {
    const { runId, device, row } = await heardInOne();
    await expectOk(give(device, row, [runId, null, null, 'M4']));
    expect((await desk.read(runId)).passages).toMatchObject([{ markerName: 'M4' }]);
    expect((await desk.listAudit(runId)).at(-1)?.action).toBe('run-passage-moved');
    const { rev } = await desk.readText(runId);
    await expectOk(give(device, row, [runId, null, null, 'M4']));
    expect((await desk.readText(runId)).rev).toBe(rev);
    expect(await listPassageAudit(device)).toEqual(['passage-run-changed']);
  });

  test('run info adds a passage without a run to an active or completed run', async () => {
    const { runId } = await desk.launch();
    const stranger = await desk.world.addDevice(849_001);
    const row = await desk.hear(stranger, 2000);
    expect(row.RunId).toBeNull();
    await expectOk(
      desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
        ...(await desk.readText(runId)),
        recieveTime: formatUtcSecond(desk.after(4000)),
      }),
    );
    await expectOk(give(stranger, row, [runId, null, null, 'M2']));
    expect((await desk.read(runId)).passages).toMatchObject([{ uid: stranger.uid, markerName: 'M2' }]);
  });

  test('[H-045] run info accepts tracked markers and markers with an AGM', async () => {
    const { runId, device } = await desk.launch([{}, {}, { state: 'SKIP' }, { state: 'SKIP', description: 'BEND' }]);
    const row = await desk.hear(device, 2000);
    await expectOk(give(device, row, [runId, null, null, 'M3']));
    expect(await readProblem(await give(device, row, [runId, null, null, 'M4']))).toMatchObject({
      status: 409,
      code: 'run-refused',
      detail: 'M4 is not tracked.',
    });
    expect((await give(device, row, [runId, null, null, 'M99'])).status).toBe(409);
    expect((await rowOf(device)).MarkerName).toBe('M3');
  });

  test('answers 404 for a run or passage that the caller may not see, and moves nothing', async () => {
    const { runId, device, row, otherId } = await heardInOne();
    const { uid } = await desk.world.addDevice(849_002, { groupId: desk.world.foreignGroupId });
    expect((await give(device, row, [999_999, null, null, 'M2'])).status).toBe(404);
    expect((await give(device, row, [otherId, null, null, 'M2'], 'foreignAdmin')).status).toBe(404);
    expect((await give({ uid, groupId: 0 }, row, [otherId, null, null, 'M2'])).status).toBe(404);
    expect((await desk.read(runId)).passages).toHaveLength(1);
  });

  test.each<[string, readonly unknown[]]>([
    ['three values', [1, null, null]],
    ['six values', [1, null, null, 'M1', '2026-03-16 09:41:56', 1]],
    ['no run', [null, null, null, 'M1']],
    ['no marker', [1, null, null, '']],
    ['an invalid time', [1, null, null, 'M1', 'yesterday']],
  ])('refuses run info with %s', async (_what, info) => {
    const { device, row } = await heardInOne();
    expect((await give(device, row, info)).status).toBe(400);
  });

  test('[H-051] [H-052] only admins and superadmins may set run info', async () => {
    const { runId } = await desk.launch(undefined, [desk.world.viewerId]);
    const { device, row } = await heardInOne();
    const info = [runId, null, null, 'M1'];
    const statuses = await Promise.all(
      (['viewer', 'admin', 'superadmin'] as const).map(async (by) => (await give(device, row, info, by)).status),
    );
    expect(statuses).toEqual([403, 200, 200]);
    expect([(await clear(device, row, 'viewer')).status, (await clear(device, row, 'superadmin')).status]).toEqual([
      403, 200,
    ]);
  });

  test('run info notifies the followers of device and runs, and is audited for all three', async () => {
    const { runId, device, row, otherId } = await heardInOne();
    const [listening, socket] = [await desk.listen(), await connectAgm(desk.server, desk.world.callers.admin.token)];
    const rows: Array<number | null> = [];
    socket.on('ReceivePassageUpdate', ({ passage }: { passage: PassageRow }) => rows.push(passage.RunId));
    await expectOk(give(device, row, [otherId, null, null, 'M1']));
    await Promise.all([listening.settle(), socket.emitWithAck('Fence')]);
    listening.close();
    socket.disconnect();
    expect(listening.heard).toEqual([
      { runId, messagegName: 'RunUpdated' },
      { runId: otherId, messagegName: 'RunUpdated' },
    ]);
    expect(rows.at(-1)).toBe(otherId);
    const lastOf = async (id: number) => (await desk.listAudit(id)).at(-1);
    expect(await lastOf(runId)).toMatchObject({
      action: 'run-passage-removed',
      before: { passages: [{ passageId: row.passageId }] },
      after: { passages: [] },
    });
    expect(await lastOf(otherId)).toMatchObject({
      action: 'run-passage-added',
      after: { passages: [{ passageId: row.passageId, markerName: 'M1' }] },
    });
    expect(await listPassageAudit(device)).toEqual(['passage-run-changed']);
  });

  test('concurrent moves to different runs leave the passage in one run', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { runId, device, row, otherId } = await heardInOne();
      const answers = await Promise.all([
        give(device, row, [otherId, null, null, 'M1']),
        give(device, row, [runId, null, null, 'M3'], 'superadmin'),
        clear(device, row),
        verify(device, row),
      ]);
      expect(countStatuses(answers)).toEqual({ 200: 4 });
      const counts = [(await desk.read(runId)).passages.length, (await desk.read(otherId)).passages.length];
      const { RunId, isVerified } = await rowOf(device);
      expect(counts).toEqual(RunId === null ? [0, 0] : RunId === runId ? [1, 0] : [0, 1]);
      const ofRun = RunId === null ? [{ isVerified }] : (await desk.read(RunId)).passages;
      expect(ofRun.map((passage) => passage.isVerified)).toEqual([isVerified]);
    }
  });
});

describe('clearing run info', () => {
  test('[H-059] clearing takes the passage out of its run and unverifies it; 0 means no record', async () => {
    const { runId, device } = await desk.launch();
    const row = await desk.hear(device, 2000, { mask: 1 });
    await expectOk(verify(device, row));
    expect((await desk.readText(runId)).EditNextMarkerIndex).toBe(3);
    const listening = await desk.listen();
    const answer = await clear(device, row);
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    await listening.settle();
    listening.close();
    expect(await rowOf(device)).toEqual({
      ...row,
      RunId: null,
      PigRunName: null,
      ToolName: null,
      MarkerName: null,
      isVerified: false,
    });
    expect(await desk.readText(runId)).toMatchObject({ passages: '[]', EditNextMarkerIndex: 1, calculatedSpeed: 0 });
    expect(listening.heard).toEqual([{ runId, messagegName: 'RunUpdated' }]);
    expect(await listPassageAudit(device)).toEqual(['passage-verified', 'passage-run-cleared']);
  });

  test('clearing a passage without a run only unverifies it', async () => {
    const stranger = await desk.world.addDevice(849_003);
    const row = await desk.hear(stranger, 2000);
    await expectOk(verify(stranger, row));
    await expectOk(clear(stranger, row));
    expect(await rowOf(stranger)).toEqual({ ...row, isVerified: false });
  });

  test('clearing refuses records of different passages', async () => {
    const { device, row } = await heardInOne();
    const second = await desk.hear(device, 3000);
    expect((await clear(device, { geoId: 0, magId: 0, elfId: 0 })).status).toBe(404);
    expect((await clear(device, { geoId: row.geoId, magId: second.magId, elfId: 0 })).status).toBe(404);
    expect((await clear(device, row, 'foreignAdmin')).status).toBe(404);
    expect((await desk.listRows(device)).every(({ RunId }) => RunId !== null)).toBe(true);
  });
});
