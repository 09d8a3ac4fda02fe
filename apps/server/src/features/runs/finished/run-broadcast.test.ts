import { writePath } from '@waymark/contract/runs/read-path';
import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import { broadcastRoutes } from '@waymark/contract/routes/broadcast';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgm } from '../../../testing/hub-client.ts';
import { endAfter, readRefusal } from './testing/finish.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../testing/run-desk.ts';

let desk: RunDesk;
let nextUid = 889_001;
beforeAll(async () => {
  desk = await openRunDesk(880_001);
});
afterAll(() => desk.server.close());

const post = (runId: number, commandList: readonly string[], by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/pigrun/CreateCompletedPigRunBroadcastCommands', { runId, commandList });

async function send(runId: number, commandList: readonly string[], by: Caller = 'admin') {
  const answer = await post(runId, commandList, by);
  expect(answer.status).toBe(200);
  return broadcastRoutes.createRunBroadcast.reply.parse(await answer.json());
}

async function readQueue(uid: number) {
  const commands = await desk.world.fetch<QueuedCommand[]>('superadmin', `/commands/${uid}`);
  return commands.map(({ commandType, parameters, source }) => [commandType, parameters, source]);
}

/** A completed run with a cellular and a satellite device. */
async function finish() {
  const { runId, device } = await desk.launch();
  const satellite = await desk.world.addDevice(nextUid++);
  await desk.world.setState(satellite.uid, { is_iridium: true, firmware_version: 10.71 });
  const { path } = await desk.read(runId);
  const watching = { ...path, agms: [device.uid, satellite.uid] };
  await expectOk(
    desk.world.call('admin', 'POST', '/pigrun/updateAgms', { runId, path: JSON.stringify(writePath(watching)) }),
  );
  await endAfter(desk, runId);
  return { runId, device, satellite };
}

const typed = (seconds: number) => formatUtcSecond(desk.after(seconds));

describe('a broadcast to the devices of a completed run', () => {
  test('[B-034] [B-035] [L-077] [F-006] a run broadcast enqueues the chosen commands; its download covers launch to receive', async () => {
    const { runId, device, satellite } = await finish();
    await desk.world.hearPassage(satellite, { t: desk.after(3000), lat: 0, lon: 0 });
    const reply = await send(runId, ['PM', 'RFD']);
    expect(reply).toMatchObject({ queued: 4, broadcastId: expect.any(Number), failed: [] });
    expect(await readQueue(device.uid)).toEqual([
      ['PowerMode', { powerMode: 0 }, 'run'],
      ['DownloadRange', { FileType: 1, FileNamesStartDate: typed(0), FileNamesEndDate: typed(6000) }, 'run'],
    ]);
    expect((await readQueue(satellite.uid)).map(([type]) => type)).toEqual([
      'IridiumSettings',
      'IridiumOfflineDownload',
    ]);
    const progress = broadcastRoutes.readBroadcast.reply.parse(
      await desk.world.fetch('admin', `/pigrun/broadcast/${reply.broadcastId}`),
    );
    expect(progress).toMatchObject({ by: 'Dana Reyes', commandList: ['PM', 'RFD'], counts: { queued: 4 } });
  });

  test('[B-035] a satellite device downloads only around its passages in the run', async () => {
    const { runId, satellite } = await finish();
    for (const seconds of [-7200, 3000, 6600])
      await desk.world.hearPassage(satellite, { t: desk.after(seconds), lat: 0, lon: 0 });
    expect(await send(runId, ['RFD'])).toMatchObject({ queued: 2, failed: [] });
    expect(await readQueue(satellite.uid)).toEqual([
      ['IridiumOfflineDownload', { FileNamesStartDate: typed(2700), FileNamesEndDate: typed(3300) }, 'run'],
    ]);
  });

  test('a run broadcast uses the corrected times and is audited with its run', async () => {
    const { runId, device } = await finish();
    const text = await desk.readText(runId);
    await expectOk(
      desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
        ...text,
        launchTime: typed(-600),
        recieveTime: typed(6600),
      }),
    );
    const { broadcastId } = await send(runId, ['RFD'], 'superadmin');
    expect(await readQueue(device.uid)).toMatchObject([
      ['DownloadRange', { FileNamesStartDate: typed(-600), FileNamesEndDate: typed(6600) }, 'run'],
    ]);
    const { rows } = await desk.server.app.database.pool.query<{ group_id: number; after: object }>(
      `select group_id, after from audit where action = 'broadcast-sent' and object_id = $1`,
      [String(broadcastId)],
    );
    expect(rows).toMatchObject([
      {
        group_id: desk.world.groupId,
        after: { codes: ['RFD'], runId, devices: 2, window: { startAt: desk.after(-600), endAt: desk.after(6600) } },
      },
    ]);
  });

  test('a run broadcast skips devices that left the company and lists them', async () => {
    const { runId, device, satellite } = await finish();
    await desk.world.call('superadmin', 'POST', `/admin/apexagm/${device.uid}`, { group: desk.world.foreignGroupId });
    expect(await send(runId, ['PM'], 'superadmin')).toMatchObject({
      queued: 1,
      failed: [{ uid: device.uid, reason: 'There is no such device.' }],
    });
    expect([(await readQueue(device.uid)).length, (await readQueue(satellite.uid)).length]).toEqual([0, 1]);
  });

  test('a run broadcast notifies the consoles of the company', async () => {
    const { runId, device } = await finish();
    const console_ = await connectAgm(desk.server, desk.world.callers.admin.token);
    const heard: string[] = [];
    console_.onAny((name: string, data: { readonly uid?: number }) => {
      if (data.uid === device.uid) heard.push(name);
    });
    await send(runId, ['PM']);
    await console_.emitWithAck('Fence');
    console_.disconnect();
    expect(heard.length).toBeGreaterThan(0);
  });

  test.each([
    ['no command', [], 'At least one broadcast command must be selected.'],
    ['two settings', ['FS1', 'FS2'], 'Only one settings broadcast command may be selected at a time.'],
    ['both power modes', ['PM', 'PMLP'], 'Power mode active and low power are mutually exclusive.'],
    [
      'a download of a disk that is formatted',
      ['SD', 'RFD'],
      'Format disk and download between dates are mutually exclusive.',
    ],
  ])('refuses a run broadcast with %s', async (_what, codes, detail) => {
    const { runId, device } = await finish();
    expect(await readRefusal(post(runId, codes))).toMatchObject({ status: 400, code: 'broadcast-invalid', detail });
    expect(await readQueue(device.uid)).toEqual([]);
  });

  test('refuses a run broadcast without devices, for an active run and for an unknown run', async () => {
    const { runId } = await finish();
    const { path } = await desk.read(runId);
    await expectOk(
      desk.world.call('admin', 'POST', '/pigrun/updateAgms', {
        runId,
        path: JSON.stringify(writePath({ ...path, agms: [] })),
      }),
    );
    expect(await readRefusal(post(runId, ['PM']))).toMatchObject({
      status: 400,
      detail: 'At least one AGM must be selected.',
    });
    const active = (await desk.launch()).runId;
    expect(await readRefusal(post(active, ['PM']))).toMatchObject({ status: 409, code: 'run-not-completed' });
    expect(await readRefusal(post(runId, ['PM'], 'foreignAdmin'))).toMatchObject({
      status: 404,
      code: 'run-not-found',
    });
    expect((await post(999_999, ['PM'])).status).toBe(404);
    expect((await post(runId, ['PM'], 'viewer')).status).toBe(403);
  });
});
