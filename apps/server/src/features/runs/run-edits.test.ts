import {
  addManualPassage,
  addMarker,
  changeLaunch,
  changeMarker,
  editPig,
  restoreSkipped,
  verifyPassage,
} from '@waymark/domain/run/changes/changes';
import { findMarker, passageKey, type Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem } from '../../testing/test-server.ts';
import { KM, placeAt } from './engine/testing/straight-runs.ts';
import { countStatuses, expectOk, openRunDesk, type RunDesk } from './testing/run-desk.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(820_001);
});
afterAll(() => desk.server.close());

const db = () => desk.server.app.database.read(systemScope('test')).db;
const note = (name: string, text: string) => (run: Run) => changeMarker(run, name, { note: text });
const sendText = async (runId: number, other: object, by: 'viewer' | 'admin' = 'admin') =>
  desk.world.call(by, 'POST', '/pigrun/add/', { ...(await desk.readText(runId, by)), ...other });
async function refusal(answer: Response) {
  const { status, code, detail } = await readProblem(answer);
  return { status, code, detail };
}
const actionsOf = async (runId: number) => (await desk.listAudit(runId)).map(({ action }) => action);

test('[W-256] the audit log finds all entries of a run, with its path and pig, in the own company only', async () => {
  const { runId } = await desk.launch();
  const { pig, path } = await desk.read(runId);
  await expectOk(desk.post(runId, note('M1', 'wet')));
  type Page = { readonly entries: readonly { readonly action: string; readonly objectName: string | null }[] };
  const list = (by: 'admin' | 'foreignAdmin') => desk.world.fetch<Page>(by, `/audit?objectType=run&objectId=${runId}`);
  const name = `${path.name} (${pig})`;
  expect((await list('admin')).entries).toMatchObject([
    { action: 'run-changed', objectName: name },
    { action: 'run-launched', objectName: name },
  ]);
  expect((await list('foreignAdmin')).entries).toEqual([]);
});

describe('a posted run', () => {
  test('[T-182] a post changes markers, launch, pig edit and job number of a run, and nothing else', async () => {
    const { runId, device } = await desk.launch();
    const before = await desk.readText(runId);
    await expectOk(
      desk.post(runId, (run) => {
        const patched = changeMarker(run, 'M1', { state: 'SKIP', description: 'VALVE', note: 'wet' });
        const edited = patched.ok
          ? editPig(patched.value, { place: placeAt(1.5 * KM), speed: 2 }, Date.now())
          : patched;
        return edited.ok ? changeLaunch({ ...edited.value, jobNumber: 'J-7' }, desk.after(-60), Date.now()) : edited;
      }),
    );
    const after = await desk.read(runId);
    expect(after).toMatchObject({ rev: 2, jobNumber: 'J-7', launchAt: desk.after(-60), edit: { speed: 2 } });
    expect(findMarker(after, 'M1')).toMatchObject({
      state: 'SKIP',
      description: 'VALVE',
      note: 'wet',
      autoLink: false,
    });
    await expectOk(
      sendText(runId, {
        Phase: 2,
        calculatedSpeed: 99,
        currentPigLocationLat: 1,
        EditNextMarkerIndex: 7,
        pig: 'Other',
        pigPath: before.pigPath.replace(`[${device.uid}]`, '[]').replace('"pigRunName":"', '"pigRunName":"Not '),
      }),
    );
    const { pig, path } = await desk.read(runId);
    expect([pig, path.agms, path.name]).toEqual([before.pig, [device.uid], after.path.name]);
    expect((await desk.readText(runId)).rev).toBe(2);
  });

  test('[T-083] [T-084] [T-179] [T-180] a run is read as it was posted, with its estimates', async () => {
    const { runId } = await desk.launch();
    await expectOk(desk.post(runId, (run) => editPig(run, { place: placeAt(1.5 * KM), speed: 2 }, Date.now())));
    const text = await desk.readText(runId);
    expect(text).toMatchObject({
      runId,
      launchTime: formatUtcSecond(desk.launchAt),
      recieveTime: null,
      IsEdit: true,
      NewSpeed: 2,
      Phase: 1,
      EditNextMarkerIndex: 2,
      EditNextMarkerIndex2: 3,
      jobNumber: null,
      calculatedSpeed: 0,
      passages: '[]',
    });
    expect(text.EditPigLocLon).toBeCloseTo(placeAt(1.5 * KM).lon, 6);
    expect(JSON.parse(text.markers)).toHaveLength(6);
    const listed = await desk.world.fetch<{ runId: number; markers: string }[]>('admin', '/pigrun?active=true');
    expect(listed.find((run) => run.runId === runId)?.markers).toEqual(expect.any(String));
  });

  test('a post without changes writes nothing, whatever its revision', async () => {
    const { runId } = await desk.launch();
    const old = await desk.read(runId);
    await expectOk(desk.post(runId, note('M1', 'first')));
    const listening = await desk.listen();
    await expectOk(desk.post(runId, (run) => ({ ok: true, value: run }), { from: old }));
    await expectOk(desk.post(runId, (run) => ({ ok: true, value: run })));
    await expectOk(desk.post(runId, note('M1', 'first'), { from: old }));
    await listening.settle();
    listening.close();
    expect([(await desk.read(runId)).rev, listening.heard, await actionsOf(runId)]).toEqual([
      2,
      [],
      ['run-launched', 'run-changed'],
    ]);
  });

  test('two posts from the same revision merge different fields; for the same field the second gets the current run', async () => {
    const { runId } = await desk.launch();
    const read = await desk.read(runId);
    await expectOk(desk.post(runId, note('M1', 'mine'), { from: read }));
    await expectOk(desk.post(runId, (run) => changeMarker(run, 'M1', { description: 'TEE' }), { from: read }));
    const refused = await desk.post(runId, note('M1', 'yours'), { from: read });
    const problem = await readProblem(refused);
    expect(problem).toMatchObject({ status: 409, code: 'run-changed', current: { runId, rev: 3 } });
    expect(findMarker(await desk.read(runId), 'M1')).toMatchObject({ note: 'mine', description: 'TEE' });
    await expectOk(desk.post(runId, note('M1', 'yours'), { from: read, withoutRev: true }));
    const after = findMarker(await desk.read(runId), 'M1');
    expect(after).toMatchObject({ note: 'yours', description: 'AGM' });
  });

  test('a post of an unknown revision gets the current run', async () => {
    const { runId } = await desk.launch();
    expect(await readProblem(await sendText(runId, { rev: 99 }))).toMatchObject({
      code: 'run-changed',
      current: { rev: 1 },
    });
  });

  test('a post is audited with old and new values and notifies other consoles', async () => {
    const { runId } = await desk.launch();
    const [listening, foreign] = [await desk.listen(), await desk.listen('foreignAdmin')];
    await expectOk(desk.post(runId, note('M1', 'wet')));
    await Promise.all([listening.settle(), foreign.settle()]);
    for (const each of [listening, foreign]) each.close();
    expect([listening.heard, foreign.heard]).toEqual([[{ runId, messagegName: 'RunUpdated' }], []]);
    const field = JSON.stringify(['marker', 'M1', 'note']);
    expect((await desk.listAudit(runId)).at(-1)).toEqual({
      action: 'run-changed',
      user_name: 'Dana Reyes',
      before: { [field]: '' },
      after: { [field]: 'wet' },
    });
  });

  test('[T-104] a post adds markers at their place on the line', async () => {
    const { runId } = await desk.launch();
    await expectOk(desk.post(runId, (run) => addMarker(run, { name: 'New', ...placeAt(1.5 * KM), note: 'gate' })));
    const { markers } = (await desk.read(runId)).path;
    expect(markers.map(({ name }) => name)).toEqual(['Launch', 'M1', 'New', 'M2', 'M3', 'M4', 'Receive']);
    expect(markers[2]).toMatchObject({ state: 'TRACK', description: 'AGM', note: 'gate' });
    expect(Math.abs((markers[2]?.fromLaunchM ?? 0) - 1.5 * KM)).toBeLessThan(2);
  });

  test('a post links devices manually and immediately links those of auto-link markers', async () => {
    const { runId, device } = await desk.launch();
    await desk.world.setState(device.uid, placeAt(3 * KM));
    await expectOk(desk.post(runId, (run) => changeMarker(run, 'M2', { linkedUid: null })));
    await expectOk(desk.post(runId, (run) => changeMarker(run, 'M3', { autoLink: true, autoVerify: true })));
    expect(findMarker(await desk.read(runId), 'M3')).toMatchObject({ autoVerify: true, autoLinkedUids: [device.uid] });
    await expectOk(desk.post(runId, (run) => changeMarker(run, 'M3', { state: 'SKIP' })));
    expect(findMarker(await desk.read(runId), 'M3')).toMatchObject({
      autoLink: false,
      autoVerify: false,
      autoLinkedUids: [],
    });
    await expectOk(desk.post(runId, (run) => changeMarker(run, 'M4', { linkedUid: device.uid })));
    expect(findMarker(await desk.read(runId), 'M4')?.linkedUid).toBe(device.uid);
  });

  test('[T-166] [T-201] refuses a post against the rules in the words of the rule', async () => {
    const { runId } = await desk.launch();
    await expectOk(desk.post(runId, (run) => addManualPassage(run, 'M2', desk.after(2000), Date.now())));
    const launch = async (launchTime: string) => refusal(await sendText(runId, { launchTime }));
    expect(await launch('2999-01-01 00:00:00')).toEqual({
      status: 409,
      code: 'run-refused',
      detail: 'Error ! Launch cannot be set to future time.',
    });
    expect((await launch(formatUtcSecond(desk.after(2000)))).detail).toBe(
      `There is a verified passage at ${formatUtcSecond(desk.after(2000))}.`,
    );
    const titled = (await (await sendText(runId, { launchTime: '2999-01-01 00:00:00' })).json()) as { title: string };
    expect(titled.title).toBe('Unable to update Pig Run');
    const edit = { IsEdit: true, EditPigLocLat: 36, EditPigLocLon: -96 };
    expect((await refusal(await sendText(runId, { ...edit, EditPigLocLat: null }))).detail).toBe(
      'Valid Lat value is required',
    );
    expect((await refusal(await sendText(runId, { ...edit, EditPigLocLon: null }))).detail).toBe(
      'Valid Lon value is required',
    );
    expect((await refusal(await sendText(runId, { recieveTime: formatUtcSecond(Date.now() - 1000) }))).code).toBe(
      'run-invalid',
    );
  });

  test.each<[string, object, number]>([
    ['a text that is not JSON', { markers: '[{' }, 400],
    ['NaN in a text', { markers: '[{"name":"A","lat":NaN}]' }, 400],
    ['malformed passages', { passages: '"none"' }, 400],
    ['a malformed path', { pigPath: '[]' }, 400],
    [
      'a zero character in a note',
      {
        markers: JSON.stringify([
          { name: 'N\u0000', lat: 36, lon: -96, state: 'TRACK', description: 'AGM', DistanceFromLaunch: 1 },
        ]),
      },
      400,
    ],
    [
      'half a character',
      {
        markers: '[{"name":"N\\ud800","lat":36,"lon":-96,"state":"TRACK","description":"AGM","DistanceFromLaunch":1}]',
      },
      400,
    ],
    ['a zero character in the job number', { jobNumber: 'J\u0000' }, 400],
    ['an invalid date', { launchTime: '2026-02-30 00:00:00' }, 400],
    ['more than 16 MB', { pigPath: 'x'.repeat(17 * 1024 * 1024) }, 413],
    ['an unknown run', { runId: 999_999 }, 404],
  ])('refuses a post with %s and keeps the run unchanged', async (_what, wrong, status) => {
    const { runId } = await desk.launch();
    await expectOk(desk.post(runId, note('M1', 'kept')));
    const before = await desk.read(runId);
    expect((await sendText(runId, wrong)).status).toBe(status);
    expect(await desk.read(runId)).toEqual(before);
  });

  test('accepts a backslash before the escape of a zero character', async () => {
    const { runId } = await desk.launch();
    await expectOk(desk.post(runId, note('M1', 'C:\\u0000\\ud800 ünï 🚀')));
    expect(findMarker(await desk.read(runId), 'M1')?.note).toBe('C:\\u0000\\ud800 ünï 🚀');
  });

  test('concurrent posts end in one consistent state without server errors', async () => {
    const { runId } = await desk.launch();
    for (let round = 0; round < 15; round += 1) {
      const read = await desk.read(runId);
      const answers = await Promise.all([
        desk.post(runId, note('M1', `one ${round}`), { from: read }),
        desk.post(runId, note('M1', `two ${round}`), { from: read, by: 'superadmin' }),
        desk.post(runId, note('M3', `three ${round}`), { from: read }),
      ]);
      expect(countStatuses(answers)).toEqual({ 200: 2, 409: 1 });
      const after = await desk.read(runId);
      expect(after.rev).toBe(read.rev + 2);
      expect([`one ${round}`, `two ${round}`]).toContain(findMarker(after, 'M1')?.note);
      expect(findMarker(after, 'M3')?.note).toBe(`three ${round}`);
    }
  });
});

describe('a marker that was changed to SKIP', () => {
  const skip = (runId: number) => desk.post(runId, (run) => changeMarker(run, 'M2', { state: 'SKIP' }));
  const undo = (runId: number, by: 'admin' | 'superadmin' = 'superadmin') =>
    desk.post(runId, (run) => restoreSkipped(run, 'M2'), { by });
  const markerOf = async (runId: number) => findMarker(await desk.read(runId), 'M2');

  test('[W-257] another admin restores what the change took, audited', async () => {
    const { runId, device } = await desk.launch([{}, { autoVerify: true }, {}]);
    const before = await markerOf(runId);
    await expectOk(skip(runId));
    expect(await markerOf(runId)).toMatchObject({ state: 'SKIP', linkedUid: null });
    await expectOk(undo(runId));
    expect(await markerOf(runId)).toEqual(before);
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-changed',
      after: {
        '["marker","M2","state"]': 'TRACK',
        '["marker","M2","autoVerify"]': true,
        '["marker","M2","linkedUid"]': device.uid,
      },
    });
  });

  test('[W-257] a run that was ended and reopened restores it too', async () => {
    const { runId, device } = await desk.launch();
    await expectOk(skip(runId));
    await expectOk(
      desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
        ...(await desk.readText(runId)),
        recieveTime: formatUtcSecond(desk.after(6000)),
      }),
    );
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/reopen', { runId }));
    await expectOk(undo(runId, 'admin'));
    expect(await markerOf(runId)).toMatchObject({ state: 'TRACK', linkedUid: device.uid });
  });

  test('[W-257] the server stores what it took itself, whatever a client posts', async () => {
    const { runId, device } = await desk.launch();
    await expectOk(skip(runId));
    const text = await desk.readText(runId);
    const forged = text.markers.replace(`"linkedUid":${device.uid}`, `"linkedUid":1`);
    expect(forged).not.toBe(text.markers);
    await expectOk(sendText(runId, { markers: forged }));
    expect((await markerOf(runId))?.beforeSkip?.linkedUid).toBe(device.uid);
  });
});

describe('a viewer whom the run notifies', () => {
  test('[T-019] a viewer may only add informational markers', async () => {
    const { runId, device } = await desk.launch(undefined, [desk.world.viewerId]);
    await expectOk(
      desk.post(
        runId,
        (run) => {
          const marked = addMarker(run, {
            name: 'Seen here',
            ...placeAt(1.5 * KM),
            description: 'TAP',
            autoLink: true,
            autoVerify: true,
          });
          const noted = marked.ok ? changeMarker(marked.value, 'M1', { note: 'mine', state: 'SKIP' }) : marked;
          return noted.ok
            ? addManualPassage({ ...noted.value, jobNumber: 'J' }, 'M2', desk.after(900), Date.now())
            : noted;
        },
        { by: 'viewer' },
      ),
    );
    const after = await desk.read(runId);
    expect(findMarker(after, 'Seen here')).toMatchObject({
      state: 'SKIP',
      description: 'OTHER',
      autoLink: false,
      autoVerify: false,
      note: '',
    });
    expect(findMarker(after, 'M1')).toMatchObject({ note: '', state: 'TRACK' });
    expect(after).toMatchObject({ jobNumber: null, passages: [], path: { agms: [device.uid] } });
    expect(await actionsOf(runId)).toEqual(['run-launched', 'run-markers-added']);
    await expectOk(sendText(runId, { recieveTime: formatUtcSecond(Date.now() - 1000), launchTime: null }, 'viewer'));
    expect(await desk.read(runId)).toEqual(after);
  });

  test('viewers add at most 20 markers to a run, also with concurrent posts', async () => {
    const { runId } = await desk.launch(undefined, [desk.world.viewerId]);
    const read = await desk.read(runId, 'viewer');
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_none, at) =>
        desk.post(runId, (run) => addMarker(run, { name: `V${at}`, ...placeAt(500 + at) }), {
          by: 'viewer',
          from: read,
        }),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 200: 20, 409: 5 });
    expect((await desk.read(runId)).path.markers).toHaveLength(26);
    expect(
      (
        await refusal(
          await desk.post(runId, (run) => addMarker(run, { name: 'One more', ...placeAt(700) }), { by: 'viewer' }),
        )
      ).detail,
    ).toBe('Viewers can add at most 20 markers to a run.');
    await expectOk(desk.post(runId, (run) => addMarker(run, { name: 'One more', ...placeAt(700) })));
  });

  test('a viewer finds no run that does not notify them, and cannot launch one', async () => {
    const { runId } = await desk.launch();
    const text = await desk.readText(runId);
    expect((await desk.world.call('viewer', 'POST', '/pigrun/add/', text)).status).toBe(404);
    expect((await desk.world.call('viewer', 'POST', '/pigrun/add/', { ...text, runId: -1 })).status).toBe(403);
    expect((await desk.world.call('foreignAdmin', 'POST', '/pigrun/add/', text)).status).toBe(404);
  });
});

describe('ending a run', () => {
  const end = async (runId: number, recieveTime: string | null) =>
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', { ...(await desk.readText(runId)), recieveTime });

  test('[T-091] [T-092] ending completes a run, notifies consoles and removes it from the active runs', async () => {
    const { runId } = await desk.launch();
    const listening = await desk.listen();
    const answer = await end(runId, formatUtcSecond(desk.after(6000)));
    expect(await answer.json()).toEqual({ runId });
    await listening.settle();
    listening.close();
    expect(listening.heard).toEqual([{ runId, messagegName: 'RunCompleted' }]);
    expect(await desk.readText(runId)).toMatchObject({ recieveTime: formatUtcSecond(desk.after(6000)), Phase: 2 });
    const ids = async (query: string) =>
      (await desk.world.fetch<{ runId: number }[]>('admin', `/pigrun?${query}`)).map((run) => run.runId);
    expect([(await ids('active=true')).includes(runId), (await ids('active=false')).includes(runId)]).toEqual([
      false,
      true,
    ]);
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-ended',
      before: { completedAt: null },
      after: { completedAt: desk.after(6000) },
    });
  });

  test('[T-163] [T-164] refuses an end before the launch or the last verified passage', async () => {
    const { runId } = await desk.launch();
    await expectOk(desk.post(runId, (run) => addManualPassage(run, 'M2', desk.after(2000), Date.now())));
    const detailAt = async (seconds: number) =>
      (await refusal(await end(runId, formatUtcSecond(desk.after(seconds))))).detail;
    expect(await detailAt(0)).toBe('Receive Time is before Launch Time');
    expect(await detailAt(2000)).toBe('Time is before Psg at Marker M2');
    expect((await refusal(await end(runId, '2999-01-01 00:00:00'))).status).toBe(409);
    expect(await refusal(await end(runId, null))).toMatchObject({
      status: 400,
      detail: 'Error ! Receive Time is Empty.',
    });
    expect((await desk.read(runId)).completedAt).toBeNull();
    await expectOk(end(runId, formatUtcSecond(desk.after(2001))));
  });

  test('a run ends once; later posts change nothing', async () => {
    const { runId } = await desk.launch();
    const times = [6000, 6001, 6002].map((seconds) => formatUtcSecond(desk.after(seconds)));
    const answers = await Promise.all(times.map((time) => end(runId, time)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 2 });
    expect((await refusal(await desk.post(runId, note('M1', 'late')))).code).toBe('run-completed');
    expect(findMarker(await desk.read(runId), 'M1')?.note).toBe('');
  });

  test("ending a run fires the path's flags: the download covers launch to receive", async () => {
    const { runId, device } = await desk.launch();
    const { path } = await desk.read(runId);
    const flags = await desk.world.fetch<object>('admin', `/pigpath/GetBroadcastCommandData/${path.pathId}`);
    await expectOk(
      desk.world.call('admin', 'POST', '/pigpath/UpdateBroadcastCommandData', {
        ...flags,
        pathId: path.pathId,
        requestFileDownloadBroadcastCommandReceiveEvent: 'Y',
      }),
    );
    await expectOk(end(runId, formatUtcSecond(desk.after(6000))));
    const commands = await desk.world.fetch<{ source: string; commandType: string }[]>(
      'admin',
      `/commands/${device.uid}`,
    );
    expect(commands).toMatchObject([{ source: 'path' }]);
  });

  test('ending and verifying concurrently never leaves a verified passage after the receive', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { runId, device } = await desk.launch();
      const { passageId } = await desk.hear(device, 2000);
      const [ended, verified] = await Promise.all([
        end(runId, formatUtcSecond(desk.after(1500))),
        desk.world.call('admin', 'GET', `/apexagm/verifyPassage/${device.uid}/${passageId}`),
      ]);
      const { completedAt, passages } = await desk.read(runId);
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([ended.status, verified.status]);
      expect(completedAt === null).toBe(passages[0]?.isVerified);
    }
  });
});

describe('cancelling a run', () => {
  test('[T-093] [T-181] [T-190] cancelling deletes the run and its tools; the passages of the devices stay without a run', async () => {
    const { runId, device } = await desk.launch();
    await desk.hear(device, 2000);
    expect((await desk.listRows(device))[0]).toMatchObject({
      RunId: runId,
      MarkerName: 'M2',
      ToolName: expect.any(String),
    });
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/AddPigRunTool', { runId, toolId: 6 }));
    const listening = await desk.listen();
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/DeleteAllPigRunTools', { runId }));
    await expectOk(desk.world.call('admin', 'DELETE', `/pigrun/${runId}`));
    await listening.settle();
    listening.close();
    expect(listening.heard).toEqual([{ runId, messagegName: 'RunDeleted' }]);
    expect((await desk.listRows(device))[0]).toMatchObject({
      RunId: null,
      PigRunName: null,
      ToolName: null,
      MarkerName: null,
    });
    for (const table of ['pig_run_passages', 'pig_run_revisions', 'pig_run_rules', 'pig_run_devices'] as const) {
      expect(await db().selectFrom(table).select('run_id').where('run_id', '=', runId).execute()).toEqual([]);
    }
    expect((await actionsOf(runId)).at(-1)).toBe('run-cancelled');
  });

  test('[T-181] the same call deletes a completed run', async () => {
    const { runId } = await desk.launch();
    await desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(runId)),
      recieveTime: formatUtcSecond(desk.after(6000)),
    });
    await expectOk(desk.world.call('admin', 'DELETE', `/pigrun/${runId}`));
    expect((await actionsOf(runId)).at(-1)).toBe('run-deleted');
  });

  test('a change concurrent with cancelling either succeeds first or gets 404', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { runId, device } = await desk.launch();
      const { passageId } = await desk.hear(device, 2000);
      const read = await desk.read(runId);
      const answers = await Promise.all([
        desk.post(runId, note('M1', 'x'), { from: read }),
        desk.world.call('admin', 'DELETE', `/pigrun/${runId}`),
        desk.world.call('admin', 'GET', `/apexagm/verifyPassage/${device.uid}/${passageId}`),
        desk.world.call('superadmin', 'DELETE', `/pigrun/${runId}`),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      expect((await desk.world.call('admin', 'GET', `/pigrun/${runId}`)).status).toBe(404);
      expect(answers[2]?.status).toBe(200);
    }
  });
});

test('the server answers 404 to the stub calls of the documents', async () => {
  const { runId } = await desk.launch();
  const stubs = [
    'addMarkerPassage',
    'verifyMarkerPassage',
    'deleteMarkerPassage',
    'endRun',
    'updateMarker',
    'updateMarkers',
  ];
  const answers = await Promise.all(stubs.map((name) => desk.world.call('admin', 'POST', `/pigrun/${name}`, {})));
  expect(answers.map(({ status }) => status)).toEqual(stubs.map(() => 404));
  expect((await desk.read(runId)).rev).toBe(1);
});

describe('editing the launch time while a passage is verified', () => {
  test('the launch time is never after a concurrently verified passage', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { runId, device } = await desk.launch();
      await desk.hear(device, 1000);
      const read = await desk.read(runId);
      const [passage] = read.passages;
      const answers = await Promise.all([
        desk.post(runId, (run) => changeLaunch(run, desk.after(1200), Date.now()), { from: read }),
        desk.post(runId, (run) => verifyPassage(run, passage ? passageKey(passage) : '', Date.now()), { from: read }),
      ]);
      expect(countStatuses(answers)).toEqual({ 200: 1, 409: 1 });
    }
  });
});
