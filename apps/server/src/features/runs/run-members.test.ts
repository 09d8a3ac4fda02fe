import { writePath } from '@waymark/contract/runs/read-path';
import { addManualPassage, changeMarker, verifyPassage } from '@waymark/domain/run/changes/changes';
import { findMarker, isManual, passageKey } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem } from '../../testing/test-server.ts';
import { KM, placeAt } from './engine/testing/straight-runs.ts';
import { expectOk, openRunDesk, type RunDesk } from './testing/run-desk.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(821_001);
});
afterAll(() => desk.server.close());

const db = () => desk.server.app.database.read(systemScope('test')).db;
async function refusal(answer: Response) {
  const { status, code, detail } = await readProblem(answer);
  return { status, code, detail };
}
const actionsOf = async (runId: number) => (await desk.listAudit(runId)).map(({ action }) => action);
const ruleFor = (userId: number, other: object = {}) => ({
  name: 'V',
  userId,
  launch: true,
  receive: true,
  medium: 'none',
  passageType: 'verified',
  manualPassage: true,
  allMarkers: true,
  markers: [],
  ...other,
});
const update = async (what: 'updateAgms' | 'updateNotifications', runId: number, part: object) => {
  const { path } = await desk.read(runId);
  return desk.world.call('admin', 'POST', `/pigrun/${what}`, {
    runId,
    path: JSON.stringify({ ...writePath(path), ...part }),
  });
};

test('[T-002, T-195] a run is launched, changed, verified and ended, and another one is cancelled', async () => {
  const { runId, device } = await desk.launch([{}, {}, {}, {}]);
  await expectOk(desk.post(runId, (run) => changeMarker(run, 'M2', { linkedUid: null })));
  await expectOk(desk.post(runId, (run) => changeMarker(run, 'M3', { linkedUid: device.uid, note: 'by the gate' })));
  await expectOk(
    update('updateNotifications', runId, { notifications: [ruleFor(desk.world.viewerId, { medium: 'both' })] }),
  );
  await expectOk(desk.post(runId, (run) => addManualPassage(run, 'M1', desk.after(700), Date.now())));
  await desk.hear(device, 2100);
  const heard = (await desk.read(runId)).passages.find((passage) => !isManual(passage));
  await expectOk(desk.post(runId, (run) => verifyPassage(run, heard ? passageKey(heard) : '', Date.now())));
  const run = await desk.read(runId);
  expect(findMarker(run, 'M3')).toMatchObject({ linkedUid: device.uid, note: 'by the gate' });
  expect(run.path.notifications).toMatchObject([{ userId: desk.world.viewerId, medium: 'both' }]);
  expect(run.passages.map(({ markerName, isVerified }) => [markerName, isVerified])).toEqual([
    ['M1', true],
    ['M3', true],
  ]);
  await expectOk(
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(runId)),
      recieveTime: formatUtcSecond(desk.after(6000)),
    }),
  );
  expect((await desk.read(runId)).completedAt).toBe(desk.after(6000));
  const other = await desk.launch();
  await expectOk(desk.world.call('admin', 'DELETE', `/pigrun/${other.runId}`));
  expect((await desk.world.call('admin', 'GET', `/pigrun/${other.runId}`)).status).toBe(404);
});

describe('devices and rules of a run', () => {
  test('[T-184] updateAgms stores only the devices of the posted path, notifies consoles and audits', async () => {
    const { runId, device } = await desk.launch();
    const added = await desk.world.addDevice(829_001);
    const listening = await desk.listen();
    await expectOk(
      update('updateAgms', runId, {
        agms: [added.uid],
        offlineAgms: { [added.uid]: placeAt(KM) },
        pigRunName: 'Else',
        notifications: [ruleFor(desk.world.viewerId)],
      }),
    );
    await expectOk(update('updateAgms', runId, { agms: [added.uid] }));
    await listening.settle();
    listening.close();
    const { path } = await desk.read(runId);
    expect(path).toMatchObject({
      agms: [added.uid],
      offlineAgms: { [added.uid]: placeAt(KM) },
      notifications: [],
      name: expect.stringContaining('Straight'),
    });
    expect(findMarker({ path }, 'M2')?.linkedUid).toBeNull();
    expect(listening.heard).toEqual([{ runId, messagegName: 'AgmsUpdated' }]);
    expect((await desk.listAudit(runId)).at(-1)).toMatchObject({
      action: 'run-agms-changed',
      before: { agms: [device.uid] },
      after: { agms: [added.uid] },
    });
  });

  test('[T-184] updateAgms changes completed runs too and refuses devices of another company', async () => {
    const { runId, device } = await desk.launch();
    const { uid: foreign } = await desk.world.addDevice(829_002, { groupId: desk.world.foreignGroupId });
    const { uid: added } = await desk.world.addDevice(829_003);
    await desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(runId)),
      recieveTime: formatUtcSecond(desk.after(6000)),
    });
    await expectOk(update('updateAgms', runId, { agms: [device.uid, added] }));
    expect((await desk.read(runId)).path.agms).toEqual([device.uid, added]);
    expect(await refusal(await update('updateAgms', runId, { agms: [device.uid, foreign] }))).toMatchObject({
      status: 400,
      detail: `There is no AGM ${foreign} in this company.`,
    });
  });

  test('[T-185] updateNotifications stores only the rules, audits, and hides the run from viewers without a rule', async () => {
    const { runId, device } = await desk.launch();
    const listening = await desk.listen();
    await expectOk(update('updateNotifications', runId, { notifications: [ruleFor(desk.world.viewerId)], agms: [] }));
    await listening.settle();
    listening.close();
    expect(listening.heard).toEqual([{ runId, messagegName: 'NotificationsUpdated' }]);
    expect((await desk.read(runId)).path).toMatchObject({
      agms: [device.uid],
      notifications: [{ userId: desk.world.viewerId }],
    });
    expect((await desk.world.call('viewer', 'GET', `/pigrun/${runId}`)).status).toBe(200);
    await expectOk(update('updateNotifications', runId, { notifications: [] }));
    expect((await desk.world.call('viewer', 'GET', `/pigrun/${runId}`)).status).toBe(404);
    expect((await actionsOf(runId)).slice(1)).toEqual(['run-notifications-changed', 'run-notifications-changed']);
  });

  test('refuses rules for users of other companies, two rules per user and malformed texts', async () => {
    const { runId } = await desk.launch();
    const detailFor = async (notifications: unknown) =>
      (await refusal(await update('updateNotifications', runId, { notifications }))).detail;
    expect(await detailFor([ruleFor(999_999)])).toBe('V is not a user of this company.');
    expect(await detailFor([ruleFor(desk.world.viewerId), ruleFor(desk.world.viewerId)])).toBe(
      'Each user has at most one notification.',
    );
    for (const what of ['updateNotifications', 'updateAgms']) {
      expect((await desk.world.call('admin', 'POST', `/pigrun/${what}`, { runId, path: '{' })).status).toBe(400);
    }
  });

  test('a deleted user leaves the rules of a run, and consoles are told', async () => {
    const { runId } = await desk.launch();
    const { id } = await db()
      .insertInto('users')
      .values({ group_id: desk.world.groupId, email: 'leaver@demo.waymark', name: 'Leaver', role: 'viewer' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expectOk(update('updateNotifications', runId, { notifications: [ruleFor(id)] }));
    const mail = {
      medium: 'mail',
      recipient: 'leaver@demo.waymark',
      subject: 'Launch',
      body_text: 'Launched',
    } as const;
    const inAnHour = new Date(Date.now() + 3_600_000);
    await db()
      .insertInto('outbox')
      .values({ ...mail, group_id: desk.world.groupId, run_id: runId, user_id: id, next_attempt_at: inAnHour })
      .execute();
    const listening = await desk.listen();
    expect((await desk.world.call('superadmin', 'DELETE', `/admin/user/${id}`)).status).toBe(200);
    await listening.settle();
    listening.close();
    expect(listening.heard).toEqual([{ runId, messagegName: 'NotificationsUpdated' }]);
    expect((await actionsOf(runId)).at(-1)).toBe('run-notifications-changed');
    expect(await db().selectFrom('outbox').select('id').where('recipient', '=', mail.recipient).execute()).toEqual([]);
  });

  test('removing a user keeps the run intact, also while the user gets a rule', async () => {
    const { runId } = await desk.launch();
    for (let round = 0; round < 8; round += 1) {
      const user = await db()
        .insertInto('users')
        .values({ group_id: desk.world.groupId, email: `gone-${round}@demo.waymark`, name: 'Gone', role: 'viewer' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await expectOk(update('updateNotifications', runId, { notifications: [ruleFor(user.id)] }));
      const answers = await Promise.all([
        update('updateNotifications', runId, { notifications: [ruleFor(user.id, { launch: false })] }),
        desk.world.call('superadmin', 'DELETE', `/admin/user/${user.id}`),
      ]);
      expect([200, 400]).toContain(answers[0].status);
      expect(answers[1].status).toBe(200);
      expect((await desk.read(runId)).path.notifications).toEqual([]);
    }
  });
});

describe('the runs that notify a user', () => {
  test('[T-186] [T-187] users may list their own notifying runs, admins those of their company’s users', async () => {
    const { viewerId } = desk.world;
    const { runId, device } = await desk.launch(undefined, [viewerId]);
    const ended = await desk.launch(undefined, [viewerId]);
    await desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(ended.runId)),
      recieveTime: formatUtcSecond(desk.after(6000)),
    });
    for (const by of ['viewer', 'admin', 'superadmin'] as const) {
      const { pigRunIdList } = await desk.world.fetch<{ pigRunIdList: number[] }>(
        by,
        `/pigrun/ActivePigRunListWithUserNotification/${viewerId}`,
      );
      const { uidList } = await desk.world.fetch<{ uidList: number[] }>(
        by,
        `/pigrun/ActivePigRunUidListWithUserNotification/${viewerId}`,
      );
      expect([pigRunIdList.includes(runId), pigRunIdList.includes(ended.runId)]).toEqual([true, false]);
      expect([uidList.includes(device.uid), uidList.includes(ended.device.uid), new Set(uidList).size]).toEqual([
        true,
        false,
        uidList.length,
      ]);
    }
    const admin = await db()
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'admin@demo.waymark')
      .executeTakeFirstOrThrow();
    const statusOf = async (by: 'viewer' | 'foreignAdmin', id: number) =>
      (await desk.world.call(by, 'GET', `/pigrun/ActivePigRunListWithUserNotification/${id}`)).status;
    expect([await statusOf('viewer', admin.id), await statusOf('foreignAdmin', viewerId)]).toEqual([404, 404]);
  });
});
