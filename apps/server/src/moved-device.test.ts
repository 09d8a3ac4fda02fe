import { endRun } from '@waymark/domain/run/changes/changes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openConsole } from './features/streaming/testing/stream-world.ts';
import { heartbeatAt, passageAt } from './ingest/testing/test-door.ts';
import { ONLINE, say } from './ingest/testing/mqtt-device.ts';
import { systemOrigin } from './platform/http/call.ts';
import { readProblem } from './testing/test-server.ts';
import { makeMovedWorld, type AgmNotice, type MovedWorld } from './testing/moved-world.ts';
import { recordExternalUser } from './features/session/external/external-users.store.ts';

// A device moves to another company, over real HTTP, hub and MQTT: the old company receives none of its later data.

let moved: MovedWorld;
beforeAll(async () => {
  moved = await makeMovedWorld();
});
afterAll(() => moved.close());

const WITHIN = { timeout: 15_000 };
const namesOf = (heard: readonly AgmNotice[]) => [...new Set(heard.map(({ name }) => name))].toSorted();

describe('removal of a device that watches an active run', () => {
  test('[W-130] a device of an active run can be neither removed nor moved: 409 names the run, and nothing of it changes', async () => {
    const { world } = moved;
    const { uid, runId } = await moved.launch();
    const before = await moved.readRun(runId);
    const refusal = {
      code: 'device-in-active-run',
      detail: `AGM ${uid} watches the active run ${before.path.name} (${before.pig}). End the run or take the AGM out of it first.`,
    };
    const removed = await world.call('superadmin', 'DELETE', `/admin/apexagm/${uid}`);
    expect([removed.status, await readProblem(removed)]).toEqual([409, expect.objectContaining(refusal)]);
    const away = await world.call('superadmin', 'POST', `/admin/apexagm/${uid}`, { group: world.foreignGroupId });
    expect([away.status, await readProblem(away)]).toEqual([409, expect.objectContaining(refusal)]);
    expect(await moved.readRun(runId)).toEqual(before);
    expect(await world.fetch('admin', `/apexagm/${uid}/device`)).toMatchObject({ groupId: world.groupId });
    const stays = await world.call('superadmin', 'POST', `/admin/apexagm/${uid}`, { group: world.groupId, lat: 36 });
    expect(stays.status).toBe(200);
  });

  test('[W-130] a device can be removed after its run has ended', async () => {
    const { world } = moved;
    const { uid, runId } = await moved.launch();
    await moved.runs.change(runId, (run) => endRun(run, moved.at(60), Date.now()));
    expect((await world.call('superadmin', 'DELETE', `/admin/apexagm/${uid}`)).status).toBe(200);
    expect((await moved.readRun(runId)).path.agms).toEqual([uid]);
  });
});

describe('move of a device', () => {
  test('[W-060] a move removes the device from the plan, the queue, the downloads, the gateway and the streams of its old company', async () => {
    const { world } = moved;
    const { uid, pathId } = await moved.launch();
    await world.call('admin', 'POST', '/gateway', { name: `truck-${uid}`, uids: [uid, await moved.addDevice()] });
    const { commandId } = await moved.queue(uid);
    const stream = await openConsole(moved.server, world.callers.admin.token);
    await stream.listen(uid);
    await moved.move(uid, world.foreignGroupId);
    const path = await world.fetch<{ agms: number[]; markers: { linkedUid: number | null }[] }>(
      'admin',
      `/pigrun/pigpath/${pathId}`,
    );
    expect([path.agms, path.markers.some(({ linkedUid }) => linkedUid === uid)]).toEqual([[], false]);
    expect(await moved.query('select state from commands where id = $1', [commandId])).toEqual([{ state: 'deleted' }]);
    expect(
      await moved.query(`select refusal from downloads where uid = $1 and state <> 'DC' and refused_at is null`, [uid]),
    ).toEqual([]);
    expect(await moved.query('select name from relay_devices where uid = $1', [uid])).toEqual([]);
    await vi.waitFor(
      async () => expect(await moved.query('select node_id from stream_listeners where uid = $1', [uid])).toEqual([]),
      WITHIN,
    );
    expect(await stream.listen(uid)).toMatchObject({ error: 'device-not-found' });
    stream.socket.disconnect();
    const actions = await moved.query<{ action: string; group_id: number }>(
      `select action, group_id::int from audit where action = 'path-agm-removed' and object_id = $1`,
      [String(pathId)],
    );
    expect(actions).toEqual([{ action: 'path-agm-removed', group_id: world.groupId }]);
    expect(
      await world.fetch('viewer', `/pigrun/ActivePigRunUidListWithUserNotification/${world.viewerId}`),
    ).not.toMatchObject({ uidList: expect.arrayContaining([uid]) });
  });

  test('[W-060] later messages reach neither hub, run nor mailbox of the old company, and all of the new one', async () => {
    const { world } = moved;
    const { uid, runId } = await moved.launch();
    const device = await moved.connect(uid);
    await say(device, uid, heartbeatAt(moved.at(10)));
    await moved.move(uid, world.foreignGroupId);
    // The alerts of the run itself, which goes on without the device.
    await moved.look(runId);
    const before = await moved.readRun(runId);
    const mails = await moved.countMails(runId);
    const [admin, viewer, foreign] = await Promise.all([
      moved.listen('admin'),
      moved.listen('viewer'),
      moved.listen('foreignAdmin'),
    ]);

    const again = await moved.connect(uid);
    await say(again, uid, ONLINE);
    await say(again, uid, heartbeatAt(moved.at(20)));
    await say(again, uid, passageAt(moved.at(25), { psgSeq: 2 }));
    await moved.breakOff(again);
    await vi.waitFor(
      () =>
        expect(namesOf(foreign.heard)).toEqual(
          expect.arrayContaining(['ReceiveConnectionUpdate', 'ReceiveHeartbeat', 'ReceivePassage']),
        ),
      WITHIN,
    );
    await moved.runs.settle();
    await moved.look(runId);
    await Promise.all([admin.settle(), viewer.settle()]);

    expect([admin.heard, viewer.heard]).toEqual([[], []]);
    expect(await moved.readRun(runId)).toEqual(before);
    expect(await moved.countMails(runId)).toBe(mails);
    expect(
      await moved.query(`select cause from pig_run_alerts where run_id = $1 and uid = $2 and ended_at is null`, [
        runId,
        uid,
      ]),
    ).toEqual([]);
    const history = `/apexagm/${uid}/getPassageHistoricData?rowsPerPage=0`;
    expect(await world.fetch('foreignAdmin', history)).toMatchObject({ rowsNumber: 1 });
    for (const each of [admin, viewer, foreign]) each.close();
  });

  test('[W-060] an alert ignores the device of another company, even if a marker names it', async () => {
    const { world } = moved;
    const foreign = await moved.addDevice(world.foreignGroupId);
    const { runId } = await moved.launch({ linkedUid: foreign });
    await moved.look(runId);
    expect(
      await moved.query('select cause from pig_run_alerts where run_id = $1 and uid = $2', [runId, foreign]),
    ).toEqual([]);
  });

  test('[W-060] reports of the old company contain only what was recorded for it', async () => {
    const { world } = moved;
    const { uid, runId } = await moved.launch();
    const device = await moved.connect(uid);
    await say(device, uid, heartbeatAt(moved.at(10), { battery: 8111 }));
    await say(device, uid, passageAt(moved.at(15), { psgSeq: 1 }));
    await vi.waitFor(async () => expect((await moved.readRun(runId)).passages).toHaveLength(1), WITHIN);
    await moved.runs.change(runId, (run) => endRun(run, moved.at(60), Date.now()));
    await moved.move(uid, world.foreignGroupId);
    const again = await moved.connect(uid);
    // Closer in time than the heartbeat that the old company has.
    await say(again, uid, heartbeatAt(moved.at(15) + 1000, { battery: 7222 }));
    await say(again, uid, passageAt(moved.at(30), { psgSeq: 2 }));
    const passed = await world.fetch<{ passageEventList: unknown[] }>(
      'foreignAdmin',
      `/apexagm/${uid}/getPassageHistoricData?rowsPerPage=0`,
    );
    expect(passed.passageEventList).toHaveLength(1);

    const csv = async (by: 'admin' | 'superadmin') =>
      (await world.call(by, 'POST', '/pigrun/WriteReport', { runId, reportType: 'Default', format: 'csv' })).text();
    const report = await csv('admin');
    expect(report).toContain(String(uid));
    expect(await csv('superadmin')).toBe(report);
    const asked = { startDate: formatUtcSecond(moved.at(0)), endDate: formatUtcSecond(moved.at(60)), uidList: [uid] };
    const rowsOf = async (by: 'admin' | 'foreignAdmin') =>
      (await (await world.call(by, 'POST', '/pigrun/GetReportDataForDevices', asked)).json()) as { rowsNumber: number };
    expect([(await rowsOf('admin')).rowsNumber, (await rowsOf('foreignAdmin')).rowsNumber]).toEqual([1, 1]);
    const synchronised = await world.call(
      'admin',
      'POST',
      '/finished/pigrun/synch/',
      await world.fetch('admin', `/pigrun/${runId}`),
    );
    expect(synchronised.status).toBe(200);
    expect((await moved.readRun(runId)).passages).toHaveLength(1);
    // A completed run keeps the uid of the device without a link to it.
    expect((await moved.readRun(runId)).path.agms).toEqual([uid]);
    expect(await moved.query('select group_id from pig_run_devices where run_id = $1', [runId])).toEqual([
      { group_id: null },
    ]);
  });

  test('[W-060] an answer to a command of the old company does not reach it, and changes nothing in the new one', async () => {
    const { world } = moved;
    const uid = await moved.addDevice();
    const { commandId } = await moved.queue(uid, 'PowerMode', { powerMode: 1, connectSchedule: 2 });
    await moved.query(`update commands set state = 'sent', attempts = 1 where id = $1`, [commandId]);
    await moved.move(uid, world.foreignGroupId);
    const [admin, foreign] = await Promise.all([moved.listen('admin'), moved.listen('foreignAdmin')]);
    const device = await moved.connect(uid);
    await say(device, uid, { name: 'ack', body: { id: commandId, status: 0, detail: 0, t: moved.at(5) } });
    await say(device, uid, heartbeatAt(moved.at(6)));
    await vi.waitFor(() => expect(namesOf(foreign.heard)).toContain('ReceiveHeartbeat'), WITHIN);
    await admin.settle();
    expect(admin.heard).toEqual([]);
    expect(namesOf(foreign.heard)).not.toContain('ReceiveCommandResponse');
    expect(await world.fetch('foreignAdmin', `/apexagm/${uid}/device`)).toMatchObject({ lastPowerMode: null });
    for (const each of [admin, foreign]) each.close();
  });

  test('[W-060] a passage of the old company stays there when the device sends it again', async () => {
    const { world } = moved;
    const { uid, runId } = await moved.launch();
    const device = await moved.connect(uid);
    const passage = { psgSeq: 1, mask: 1 };
    await say(device, uid, passageAt(moved.at(15), passage));
    await vi.waitFor(async () => expect((await moved.readRun(runId)).passages).toHaveLength(1), WITHIN);
    await moved.move(uid, world.foreignGroupId);
    const before = await moved.readRun(runId);
    const again = await moved.connect(uid);
    // The same passage with one more channel than the old company has.
    await say(again, uid, passageAt(moved.at(15), { ...passage, mask: 3 }));
    await moved.runs.settle();
    expect(await moved.readRun(runId)).toEqual(before);
    expect(
      await moved.query('select distinct group_id::int as company, kind from passages where uid = $1', [uid]),
    ).toEqual([{ company: world.groupId, kind: 0 }]);
  });

  test('[W-060] a device that returns to its first company has no earlier link, and its messages arrive there again', async () => {
    const { world } = moved;
    const { uid, runId } = await moved.launch();
    await moved.move(uid, world.foreignGroupId);
    await moved.move(uid, world.groupId);
    const [admin, viewer, foreign] = await Promise.all([
      moved.listen('admin'),
      moved.listen('viewer'),
      moved.listen('foreignAdmin'),
    ]);
    const device = await moved.connect(uid);
    await say(device, uid, passageAt(moved.at(25), { psgSeq: 3 }));
    await vi.waitFor(() => expect(namesOf(admin.heard)).toContain('ReceivePassage'), WITHIN);
    await moved.runs.settle();
    await Promise.all([viewer.settle(), foreign.settle()]);
    expect([viewer.heard, foreign.heard]).toEqual([[], []]);
    expect((await moved.readRun(runId)).passages).toEqual([]);
    for (const each of [admin, viewer, foreign]) each.close();
  });
});

describe('move of a user', () => {
  test("[W-060] a moved user gets no more news of the old company's runs, and these runs no longer list them", async () => {
    const { world } = moved;
    const person = await moved.addPerson();
    const { uid, runId } = await moved.launch({}, [person.userId]);
    const ended = await moved.launch({}, [person.userId]);
    await moved.runs.change(ended.runId, (run) => endRun(run, moved.at(60), Date.now()));
    await moved.query(`update outbox set status = 'waiting', sent_at = null where recipient = $1`, [person.email]);
    const response = await world.call('superadmin', 'POST', '/admin/user', {
      ...person.sent,
      id: person.userId,
      group: world.foreignGroupId,
    });
    expect(await response.json()).toMatchObject({ group: world.foreignGroupId });
    for (const run of [runId, ended.runId]) {
      expect((await moved.readRun(run)).path.notifications.map(({ userId }) => userId)).not.toContain(person.userId);
    }
    expect(
      await moved.query(`select id from outbox where recipient = $1 and run_id is not null and status <> 'sent'`, [
        person.email,
      ]),
    ).toEqual([]);
    const device = await moved.connect(uid);
    await say(device, uid, passageAt(moved.at(15), { psgSeq: 1 }));
    await vi.waitFor(async () => expect((await moved.readRun(runId)).passages).toHaveLength(1), WITHIN);
    expect(
      await moved.query('select id from outbox where recipient = $1 and run_id = $2', [person.email, runId]),
    ).toEqual([]);
    const changed = await moved.query(
      `select before from audit where action = 'run-notifications-changed' and object_id = $1`,
      [String(runId)],
    );
    expect(changed).toEqual([{ before: { userId: person.userId } }]);
  });

  test('[W-060] a user loses the rules of the old company when an external provider assigns another company', async () => {
    const { world } = moved;
    const { userId, email } = await moved.addPerson();
    const { runId } = await moved.launch({}, [userId]);
    const identity = { issuer: 'https://id.test', subject: email };
    await moved.query('update users set external_issuer = $2, external_subject = $3 where id = $1', [
      userId,
      identity.issuer,
      identity.subject,
    ]);
    const seen = { ...identity, email, name: 'Told', role: 'viewer', groupId: world.foreignGroupId } as const;
    await moved.server.app.database.change(systemOrigin('test'), (change) => recordExternalUser(change, seen));
    expect((await moved.readRun(runId)).path.notifications.map((rule) => rule.userId)).toEqual([world.viewerId]);
    expect(await moved.query('select group_id::int as company from users where id = $1', [userId])).toEqual([
      { company: world.foreignGroupId },
    ]);
  });
});
