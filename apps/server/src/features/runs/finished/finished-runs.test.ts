import { writePath } from '@waymark/contract/runs/read-path';
import { addManualPassage } from '@waymark/domain/run/changes/changes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEvents } from '../../../hub/testing/verify-events.ts';
import { connectAgm } from '../../../testing/hub-client.ts';
import { readProblem } from '../../../testing/test-server.ts';
import { countStatuses, expectOk, openRunDesk, type RunDesk } from '../testing/run-desk.ts';
import { endAfter, findFinished, listFinished, postTimes, readRefusal } from './testing/finish.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(860_001);
});
afterAll(() => desk.server.close());

const typed = (seconds: number) => formatUtcSecond(desk.after(seconds));
const setManually = (runId: number, markerName: string, seconds: number) =>
  desk.post(runId, (run) => addManualPassage(run, markerName, desk.after(seconds), Date.now()));

/** Launched at 0, verified at M2 after 2000 s, received after 6000 s. */
async function finish(notified: readonly number[] = []) {
  const { runId, device } = await desk.launch(undefined, notified);
  await expectOk(setManually(runId, 'M2', 2000));
  await endAfter(desk, runId);
  return { runId, device };
}

describe('completed runs', () => {
  test('[R-010] completed runs are listed in pages without their texts, latest received first', async () => {
    const own = [];
    for (let at = 0; at < 3; at += 1) own.push((await finish()).runId);
    const active = (await desk.launch()).runId;
    for (const [at, runId] of own.entries()) await expectOk(postTimes(desk, runId, { recieveTime: typed(6100 + at) }));
    const [first, second] = [
      await listFinished(desk, { rowsPerPage: 2 }),
      await listFinished(desk, { rowsPerPage: 2, page: 2 }),
    ];
    expect([...first.runList, ...second.runList].map(({ runId }) => runId).slice(0, 3)).toEqual(own.toReversed());
    expect([first.runList.length, first.rowsNumber]).toEqual([2, second.rowsNumber]);
    expect((await listFinished(desk, { rowsPerPage: 1000 })).runList.map(({ runId }) => runId)).not.toContain(active);
    const { pig, path, rev } = await desk.read(own[0] ?? 0);
    expect(await findFinished(desk, own[0] ?? 0)).toEqual({
      runId: own[0],
      groupId: desk.world.groupId,
      timeZone: 'America/Chicago',
      rev,
      pig,
      pigRunName: path.name,
      launchTime: typed(0),
      recieveTime: typed(6100),
      jobNumber: null,
      markers: 4,
      verified: 1,
      devices: 1,
    });
  });

  test('the search finds completed runs by part of name, pig or job number, and by exact id', async () => {
    const { runId } = await finish();
    const { pig, path } = await desk.read(runId);
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/UpdateJobNumber', { runId, jobNumber: `50%_J-${runId}` }));
    const idsOf = async (search: string) =>
      (await listFinished(desk, { search, rowsPerPage: 1000 })).runList.map((run) => run.runId);
    for (const search of [path.name.toUpperCase(), pig.slice(1), `50%_j-${runId}`, String(runId)])
      expect(await idsOf(search)).toContain(runId);
    for (const search of ['50%%', '5_%', 'nothing like it']) expect(await idsOf(search)).toEqual([]);
  });

  test('completed runs of other companies are not listed; a superadmin sees all', async () => {
    const { runId } = await finish();
    expect((await listFinished(desk, {}, 'foreignAdmin')).rowsNumber).toBe(0);
    // The name of another run may contain the number too.
    const { runList } = await listFinished(desk, { search: String(runId) }, 'superadmin');
    expect(runList.map((run) => run.runId)).toContain(runId);
    expect((await desk.world.call('viewer', 'GET', '/pigrun/finished')).status).toBe(403);
  });
});

describe('the times of a completed run', () => {
  const FORM = '{YYYY-MM-DD HH:MM:SS}';
  const soon = () => formatUtcSecond(Date.now() + 60_000);
  const REFUSED: ReadonlyArray<
    readonly [ids: string, what: string, times: () => Parameters<typeof postTimes>[2], words: string, status: number]
  > = [
    ['[F-008]', 'no launch', () => ({ launchTime: '' }), 'Error ! Launch Time is Empty.', 400],
    ['[F-008]', 'null for the launch', () => ({ launchTime: null }), 'Error ! Launch Time is Empty.', 400],
    ['[F-009]', 'no receive', () => ({ recieveTime: null }), 'Error ! Receive Time is Empty.', 400],
    [
      '[F-010]',
      'a launch that is no time',
      () => ({ launchTime: '2026-02-30 00:00:00' }),
      `Please enter valid Launch Time ${FORM}`,
      400,
    ],
    [
      '[F-011]',
      'a receive that is no time',
      () => ({ recieveTime: 'noon' }),
      `Please enter valid Receive Time ${FORM}`,
      400,
    ],
    [
      '[F-012]',
      'a launch to come',
      () => ({ launchTime: soon(), recieveTime: soon() }),
      'Error ! Launch Time entered is in the Future.',
      409,
    ],
    [
      '[F-013]',
      'a receive to come',
      () => ({ recieveTime: soon() }),
      'Error ! Receive Time entered is in the Future.',
      409,
    ],
    [
      '[F-014]',
      'a receive before the launch',
      () => ({ recieveTime: typed(-1) }),
      'Error ! Receive Time entered is before Launch Time.',
      409,
    ],
    [
      '[F-015]',
      'a launch after a verified passage',
      () => ({ launchTime: typed(2001) }),
      'Entered Launch time is ahead of Verified Passage Time.',
      409,
    ],
    [
      '[F-016]',
      'a receive before a verified passage',
      () => ({ recieveTime: typed(1999) }),
      'Entered Receive time is before of Verified Passage Time.',
      409,
    ],
  ];

  test.each(REFUSED)('%s refuses to change a completed run to %s', async (_ids, _what, times, words, status) => {
    const { runId } = await finish();
    const before = await desk.readText(runId);
    expect(await readRefusal(postTimes(desk, runId, times()))).toMatchObject({ status, detail: words });
    expect(await desk.readText(runId)).toEqual(before);
  });

  test('[F-003] [F-019] posting a completed run saves its times and nothing else, and audits the old ones', async () => {
    const { runId } = await finish();
    const text = await desk.readText(runId);
    const answer = await postTimes(desk, runId, { launchTime: typed(-60), recieveTime: typed(6060) }, 'admin', {
      ...text,
      pig: 'Other',
      jobNumber: 'J',
      passages: '[]',
    });
    expect(await answer.json()).toEqual({ runId });
    expect(await desk.readText(runId)).toEqual({
      ...text,
      rev: text.rev + 1,
      launchTime: typed(-60),
      recieveTime: typed(6060),
      calculatedSpeed: expect.any(Number),
      currentPigLocationLat: expect.any(Number),
      currentPigLocationLon: expect.any(Number),
    });
    expect((await desk.listAudit(runId)).at(-1)).toEqual({
      action: 'run-times-changed',
      user_name: 'Dana Reyes',
      before: { launch: desk.after(0), completedAt: desk.after(6000) },
      after: { launch: desk.after(-60), completedAt: desk.after(6060) },
    });
  });

  test('[F-015] [F-016] launch and receive may be at the instant of a verified passage', async () => {
    const { runId } = await finish();
    await expectOk(postTimes(desk, runId, { launchTime: typed(2000), recieveTime: typed(2000) }));
    expect(await desk.read(runId)).toMatchObject({ launchAt: desk.after(2000), completedAt: desk.after(2000) });
  });

  test('accepts the time formats of programs; posting the same times again writes nothing', async () => {
    const { runId } = await finish();
    await expectOk(
      postTimes(desk, runId, {
        recieveTime: `${typed(6060).replace(' ', 'T')}.250Z`,
        launchTime: typed(-60).replaceAll(/[-: ]/g, ''),
      }),
    );
    expect(await desk.read(runId)).toMatchObject({ launchAt: desk.after(-60), completedAt: desk.after(6060) });
    const { rev } = await desk.readText(runId);
    await expectOk(postTimes(desk, runId, {}));
    expect((await desk.readText(runId)).rev).toBe(rev);
  });

  test('two admins may each correct a different time; for the same time the second gets a conflict', async () => {
    const { runId } = await finish();
    const read = await desk.readText(runId);
    const answers = await Promise.all([
      postTimes(desk, runId, { launchTime: typed(-60) }, 'admin', read),
      postTimes(desk, runId, { recieveTime: typed(6060) }, 'superadmin', read),
    ]);
    expect(countStatuses(answers)).toEqual({ 200: 2 });
    const again = await desk.readText(runId);
    expect(again).toMatchObject({ launchTime: typed(-60), recieveTime: typed(6060) });
    const same = await Promise.all(
      [6070, 6080].map((seconds) => postTimes(desk, runId, { recieveTime: typed(seconds) }, 'admin', again)),
    );
    expect(countStatuses(same)).toEqual({ 200: 1, 409: 1 });
    const refused = await readProblem(same.find(({ status }) => status === 409) ?? Response.error());
    const now = await desk.readText(runId);
    expect(refused).toMatchObject({
      code: 'run-changed',
      current: { runId, rev: now.rev, recieveTime: now.recieveTime },
    });
    await expectOk(postTimes(desk, runId, { recieveTime: typed(6090), rev: undefined }, 'admin', again));
    expect((await desk.readText(runId)).recieveTime).toBe(typed(6090));
  });

  test("tolerates a console's clock that is a second ahead", async () => {
    const { runId } = await desk.launch();
    const text = await desk.readText(runId);
    const end = (aheadS: number) =>
      desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
        ...text,
        recieveTime: formatUtcSecond(Date.now() + aheadS * 1000),
      });
    expect(await readRefusal(end(5))).toEqual({
      status: 409,
      code: 'run-refused',
      detail: 'Error ! Receive Time entered is in the Future.',
    });
    await expectOk(end(1));
  });

  test('ending a run that is already completed fails and changes nothing', async () => {
    const { runId } = await desk.launch();
    const text = await desk.readText(runId);
    await endAfter(desk, runId);
    const late = desk.world.call('admin', 'POST', '/finished/pigrun/add/', { ...text, recieveTime: typed(6500) });
    expect(await readRefusal(late)).toMatchObject({ status: 409, code: 'run-completed' });
    const stale = postTimes(desk, runId, { recieveTime: typed(6500) }, 'admin', text);
    expect(await readRefusal(stale)).toMatchObject({ status: 409, code: 'run-changed' });
    expect((await desk.readText(runId)).recieveTime).toBe(typed(6000));
  });

  test('answers 404 to times of a run that the caller may not see', async () => {
    const { runId } = await finish();
    const text = await desk.readText(runId);
    expect((await postTimes(desk, runId, {}, 'foreignAdmin', text)).status).toBe(404);
    expect((await postTimes(desk, runId, {}, 'viewer', text)).status).toBe(403);
    expect((await postTimes(desk, 0, {}, 'admin', { ...text, runId: 999_999 })).status).toBe(404);
  });
});

describe('a run that was ended by mistake', () => {
  const reopen = (runId: number, by: 'viewer' | 'admin' | 'foreignAdmin' = 'admin') =>
    desk.world.call(by, 'POST', '/pigrun/reopen', { runId });

  test('[W-251] is reopened by an admin, with what its AGMs heard since, and audited', async () => {
    const { runId, device } = await finish();
    await desk.hear(device, 6300);
    expect((await desk.read(runId)).passages).toHaveLength(1);
    await expectOk(reopen(runId));
    const run = await desk.read(runId);
    expect(run.completedAt).toBeNull();
    expect(run.passages.map(({ passageAt, markerName }) => [passageAt, markerName])).toEqual(
      expect.arrayContaining([
        [desk.after(2000), 'M2'],
        [desk.after(6300), 'M2'],
      ]),
    );
    expect(await findFinished(desk, runId)).toBeUndefined();
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-reopened',
      user_name: 'Dana Reyes',
      before: { completedAt: desk.after(6000) },
      after: { completedAt: null },
    });
    expect(await readRefusal(reopen(runId))).toMatchObject({ status: 409, code: 'run-not-completed' });
  });

  test('[W-258] the day counts from the act of ending, not from the receive time', async () => {
    const longAgo = Date.now() - 3 * 24 * 3_600_000;
    const device = await desk.world.addDevice(839_001);
    const runId = await desk.runs.launch({ agms: [device], markers: [{}, {}], launchAt: longAgo, notified: [] });
    await expectOk(postTimes(desk, runId, { recieveTime: formatUtcSecond(longAgo + 60_000) }));
    const { endedTime } = await desk.readText(runId);
    expect(Date.now() - Date.parse(`${endedTime}Z`)).toBeLessThan(60_000);
    await expectOk(reopen(runId));
    expect((await desk.readText(runId)).endedTime).toBeNull();

    const { runId: old } = await finish();
    await desk.server.app.database.pool.query(
      `update pig_runs set ended_at = now() - interval '25 hours' where id = $1`,
      [old],
    );
    expect(await readRefusal(reopen(old))).toMatchObject({
      code: 'run-refused',
      detail: 'A run can be reopened for a day after it was ended.',
    });
  });

  test('[W-251] is not reopened by viewers or other companies', async () => {
    const { runId } = await finish();
    expect([(await reopen(runId, 'viewer')).status, (await reopen(runId, 'foreignAdmin')).status]).toEqual([403, 404]);
    expect((await desk.read(runId)).completedAt).toBe(desk.after(6000));
  });

  test('[W-251] is refused in words while its AGM watches another run', async () => {
    const { runId, device } = await finish();
    const other = await desk.runs.launch({ agms: [device], markers: [{}, {}], launchAt: desk.launchAt, notified: [] });
    const { pig, path } = await desk.read(other);
    expect(await readRefusal(reopen(runId))).toEqual({
      status: 409,
      code: 'run-refused',
      detail: `AGM ${device.uid} of this run watches ${path.name} (${pig}) now.`,
    });
    expect((await desk.read(runId)).completedAt).toBe(desk.after(6000));
  });
});

describe('the job number', () => {
  const save = (runId: number, jobNumber: string | null, by: 'admin' | 'foreignAdmin' | 'superadmin' = 'admin') =>
    desk.world.call(by, 'POST', '/pigrun/UpdateJobNumber', { runId, jobNumber });

  test('[T-189] the job number is set, and cleared by an empty one', async () => {
    const { runId } = await finish();
    const numberOf = async () => [(await desk.readText(runId)).jobNumber, (await findFinished(desk, runId))?.jobNumber];
    await expectOk(save(runId, ' J-1042 '));
    expect(await numberOf()).toEqual(['J-1042', 'J-1042']);
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-job-number-changed',
      before: { job: null },
      after: { job: 'J-1042' },
    });
    await expectOk(save(runId, ''));
    expect(await numberOf()).toEqual([null, null]);
    await expectOk(save(runId, 'J-1', 'superadmin'));
    await expectOk(save(runId, null));
    expect(await numberOf()).toEqual([null, null]);
  });

  test('refuses a job number that is too long or for a run of another company', async () => {
    const { runId } = await finish();
    expect([(await save(runId, 'J-1', 'foreignAdmin')).status, (await save(runId, 'x'.repeat(101))).status]).toEqual([
      404, 400,
    ]);
    expect((await desk.readText(runId)).jobNumber).toBeNull();
  });
});

describe('a completed run', () => {
  const revsOf = async () =>
    Object.fromEntries((await listFinished(desk, { rowsPerPage: 1000 })).runList.map(({ runId, rev }) => [runId, rev]));

  test('[T-132] the consoles of the company receive one event per revision and one for the end of the run', async () => {
    const { runId } = await finish();
    const [client, foreign] = [
      await connectAgm(desk.server, desk.world.callers.admin.token),
      await desk.listen('foreignAdmin'),
    ];
    const follow = async (action: () => Promise<unknown>) => {
      const [event] = await verifyEvents<Record<string, number>, 'ReceivePigRunUpdate'>({
        client,
        fetch: revsOf,
        action,
        expected: ['ReceivePigRunUpdate'],
        apply: ({ [runId]: rev = 0, ...others }, { data }) =>
          data.messagegName === 'RunDeleted' ? others : { ...others, [data.runId]: data.rev ?? rev },
      });
      return event?.data;
    };
    const remove = desk.world.call.bind(desk.world, 'admin', 'POST', '/pigrun/DeleteManualPassage', {
      runId,
      passageTimeStamp: typed(2000),
    });
    expect(await follow(() => expectOk(postTimes(desk, runId, { recieveTime: typed(6060) })))).toMatchObject({
      runId,
      messagegName: 'RunUpdated',
    });
    expect(
      await follow(() =>
        expectOk(desk.world.call('admin', 'POST', '/pigrun/UpdateJobNumber', { runId, jobNumber: 'J-2' })),
      ),
    ).toMatchObject({ runId, messagegName: 'RunUpdated' });
    expect(await follow(() => expectOk(remove()))).toMatchObject({ runId, messagegName: 'RunUpdated' });
    expect(await follow(() => expectOk(desk.world.call('admin', 'DELETE', `/pigrun/${runId}`)))).toEqual({
      runId,
      messagegName: 'RunDeleted',
    });
    client.disconnect();
    await foreign.settle();
    foreign.close();
    expect(foreign.heard).toEqual([]);
  });

  test('[F-001] devices and markers of a completed run can be corrected without activating it', async () => {
    const { runId, device } = await finish();
    const other = await desk.world.addDevice(869_001);
    const { path } = await desk.read(runId);
    const agms = [device.uid, other.uid];
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/updateAgms', {
        runId,
        path: JSON.stringify(writePath({ ...path, agms })),
      }),
    );
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/UpdateManualPassage', {
        runId,
        passageTimeStamp: typed(2000),
        newPassageTime: typed(2100),
      }),
    );
    const late = desk.world.call('admin', 'POST', '/pigrun/UpdateManualPassage', {
      runId,
      passageTimeStamp: typed(2100),
      newPassageTime: typed(6001),
    });
    expect(await readRefusal(late)).toMatchObject({
      status: 409,
      code: 'passage-time-refused',
      detail: 'Entered Time is after Receive Time',
    });
    const after = await desk.read(runId);
    expect([after.path.agms, after.path.markers, after.passages.map(({ passageAt }) => passageAt)]).toEqual([
      agms,
      path.markers,
      [desk.after(2100)],
    ]);
    expect(await desk.world.fetch('admin', `/pigrun?active=true&runId=${runId}`)).toEqual([]);
    expect(await desk.readText(runId)).toMatchObject({ Phase: 2, recieveTime: typed(6000) });
  });

  test('[F-004] synchronising adds the passages of AGMs that were added to the completed run', async () => {
    const { runId, device } = await finish();
    const { path } = await desk.read(runId);
    const other = await desk.world.addDevice(869_002);
    await desk.world.hearPassage(other, { t: desk.after(3000), lat: 0, lon: 0 });
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/updateAgms', {
        runId,
        path: JSON.stringify(writePath({ ...path, agms: [device.uid, other.uid] })),
      }),
    );
    expect((await desk.read(runId)).passages).toHaveLength(1);
    await expectOk(desk.world.call('admin', 'POST', '/finished/pigrun/synch/', await desk.readText(runId)));
    expect((await desk.read(runId)).passages).toMatchObject([
      { uid: null },
      { uid: other.uid, markerName: null, isVerified: false },
    ]);
  });

  test('[F-002] deleting a completed run frees its passages for other runs', async () => {
    const { runId, device } = await desk.launch();
    const row = await desk.hear(device, 2000);
    expect(row.RunId).toBe(runId);
    await endAfter(desk, runId);
    expect((await desk.world.call('foreignAdmin', 'DELETE', `/pigrun/${runId}`)).status).toBe(404);
    await expectOk(desk.world.call('admin', 'DELETE', `/pigrun/${runId}`));
    expect(await findFinished(desk, runId)).toBeUndefined();
    expect(await desk.listRows(device)).toMatchObject([
      { passageId: row.passageId, RunId: null, MarkerName: null, PigRunName: null, ToolName: null },
    ]);
    expect((await desk.listAudit(runId)).at(-1)?.action).toBe('run-deleted');
  });

  test('correcting a completed run sends no message to users', async () => {
    const { runId, device } = await desk.launch(undefined, [desk.world.viewerId]);
    const row = await desk.hear(device, 2000);
    await endAfter(desk, runId);
    const count = async () => (await desk.server.app.database.pool.query('select id from outbox')).rowCount;
    const before = await count();
    const { path } = await desk.read(runId);
    const loud = { ...path, notifications: path.notifications.map((rule) => ({ ...rule, medium: 'email' as const })) };
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/updateNotifications', { runId, path: JSON.stringify(writePath(loud)) }),
    );
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/SetPassageVerification', { magId: row.magId, isVerified: true }),
    );
    await expectOk(postTimes(desk, runId, { recieveTime: typed(6060) }));
    expect((await desk.read(runId)).passages).toMatchObject([{ isVerified: true }]);
    expect(await count()).toBe(before);
  });
});
