import { HOOK_EVENT_TYPES, SENT_EVENTS } from '@waymark/contract/event-hooks/catalogue';
import type { CloudEvent } from '@waymark/contract/event-hooks/cloud-event';
import { ANSWER } from '@waymark/commands/answers';
import { addManualPassage, editPig, endRun, takePassage, verifyPassage } from '@waymark/domain/run/changes/changes';
import { passageKey } from '@waymark/domain/run/run';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { createLog } from '../../../platform/log.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { storeDeviceAnswer } from '../../commands/answers.store.ts';
import { claimNext } from '../../commands/deliveries.store.ts';
import { makeDeviceWorld, type DeviceWorld } from '../../devices/testing/device-world.ts';
import { sweepPresence } from '../../records/presence.store.ts';
import { storeStatuses } from '../../records/statuses.store.ts';
import { heardAt, makeToldRuns, type ToldRuns } from '../../runs/alerts/testing/told-runs.ts';
import { RunWatch } from '../../runs/alerts/watch-runs.ts';
import { ActiveRuns } from '../../runs/engine/active-runs.ts';
import { placeAt } from '../../runs/engine/testing/straight-runs.ts';
import { HookReceiver } from '../testing/hook-receiver.ts';
import { ALLOW_LOCAL, sentHook } from '../testing/hook-world.ts';

// Changes of runs, alerts and devices, and the events that a receiver gets of them.

const HOUR_MS = 3_600_000;
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
let receiver: HookReceiver;
let launchAt: number;
let uid = 880_001;
beforeAll(async () => {
  server = await startTestServer({ settings: ALLOW_LOCAL, runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
  receiver = await HookReceiver.open();
});
beforeEach(async () => {
  launchAt = Math.floor(Date.now() / 1000) * 1000 - 2 * HOUR_MS;
  await server.app.database.pool.query('delete from event_hooks; delete from pig_runs; delete from alerts');
  receiver.accepted.length = 0;
});
afterAll(async () => {
  receiver.close();
  await server.close();
});

const after = (seconds: number) => launchAt + seconds * 1000;

async function addHook(sent: object = {}): Promise<number> {
  const body = { ...sentHook(receiver.url, HOOK_EVENT_TYPES), ...sent };
  const response = await world.call('admin', 'POST', '/event-hooks', body);
  if (response.status !== 201) throw new Error(await response.text());
  const made = (await response.json()) as { id: number; secret: string };
  receiver.secret = made.secret;
  return made.id;
}

const isOf = (subject: string) => (event: CloudEvent) => event.subject === subject;
const short = ({ type }: CloudEvent) => type.replace('waymark.', '');
async function expectEvents(isWanted: (event: CloudEvent) => boolean, ...types: readonly string[]): Promise<void> {
  await expect.poll(() => receiver.accepted.filter(isWanted).map(short), { timeout: 10_000 }).toEqual(types);
}
const expectRun = (runId: number, ...types: readonly string[]) => expectEvents(isOf(`runs/${runId}`), ...types);

/** The data of the last event of a type; it fits the catalogue. */
function dataOf(type: keyof typeof SENT_EVENTS): Record<string, unknown> {
  const event = receiver.accepted.findLast((each) => each.type === type);
  if (!event) throw new Error(`no ${type}`);
  expect(SENT_EVENTS[type].data.parse(event.data)).toEqual(event.data);
  return event.data;
}

const launch = () => runs.launch({ rules: [], launchAt, markers: [{}, {}, {}] });
const setByHand = (runId: number, marker: string, seconds: number) =>
  runs.change(runId, (run) => addManualPassage(run, marker, after(seconds), Date.now()));

describe('events of runs', () => {
  test('[W-389] launch, passage, verification, receive and reopening reach the receiver in order', async () => {
    await addHook({ etaMinutes: 1440 });
    const runId = await launch();
    await expectRun(runId, 'run.launched');
    expect(dataOf('waymark.run.launched')).toMatchObject({
      run: { runId, jobNumber: null },
      launchedAt: new Date(launchAt).toISOString(),
      expectedAt: new Date(after(4000)).toISOString(),
    });
    const passage = heardAt(uid, 'M1', after(1000));
    await runs.change(runId, (run) => takePassage(run, passage));
    await runs.change(runId, (run) => verifyPassage(run, passageKey(passage), Date.now()));
    await expectRun(runId, 'run.launched', 'run.passage', 'run.passage-verified');
    expect(dataOf('waymark.run.passage')).toMatchObject({ marker: 'M1', uid, isVerified: false, verifiedBy: null });
    expect(dataOf('waymark.run.passage-verified')).toMatchObject({ isVerified: true, verifiedBy: 'automatic' });
    await runs.change(runId, (run) => endRun(run, after(4100), Date.now()));
    await runs.change(runId, (run) => ({ ...run, completedAt: null }));
    await expectEvents(
      isOf(`runs/${runId}`),
      'run.launched',
      'run.passage',
      'run.passage-verified',
      'run.received',
      'run.reopened',
    );
    expect(dataOf('waymark.run.received')).toMatchObject({ receivedAt: new Date(after(4100)).toISOString() });
    expect(dataOf('waymark.run.reopened')).toMatchObject({ run: { runId } });
  });

  test('[W-389] a passage that is verified at once is two events', async () => {
    await addHook({ etaMinutes: 1440 });
    const runId = await launch();
    await setByHand(runId, 'M1', 1000);
    await expectRun(runId, 'run.launched', 'run.passage', 'run.passage-verified');
    expect(dataOf('waymark.run.passage')).toMatchObject({ uid: null, isVerified: true });
  });

  test('[W-389] the expected arrival is told once it has moved by more than the minutes of the webhook, in small steps too', async () => {
    await addHook({ eventTypes: ['waymark.run.eta-changed'], etaMinutes: 30 });
    const runId = await launch();
    // 20 minutes later than planned, then 35.
    await setByHand(runId, 'M1', 1300);
    await setByHand(runId, 'M2', 2900);
    await expectRun(runId, 'run.eta-changed');
    expect(dataOf('waymark.run.eta-changed')).toMatchObject({
      expectedBefore: new Date(after(4000)).toISOString(),
      expectedAt: new Date(after(6100)).toISOString(),
    });
    await runs.change(runId, (run) => editPig(run, { place: placeAt(2500), speed: 0 }, Date.now()));
    await expectRun(runId, 'run.eta-changed', 'run.eta-changed');
    expect(dataOf('waymark.run.eta-changed')).toMatchObject({ expectedAt: null });
  });

  test('[W-389] a change that is rolled back leaves no event', async () => {
    await addHook();
    const runId = await launch();
    await expectRun(runId, 'run.launched');
    const failing = runs.change(runId, (run) => {
      throw new Error(`undo ${run.runId}`);
    });
    await expect(failing).rejects.toThrow('undo');
    const { rows } = await server.app.database.pool.query('select id from event_deliveries');
    expect(rows).toHaveLength(1);
  });

  test('[W-389] a webhook gets only the types and the path that it has chosen', async () => {
    const [mine, other] = [await launch(), await launch()];
    const { rows } = await server.app.database.pool.query<{ path_id: number }>(
      'select path_id from pig_runs where id = $1',
      [mine],
    );
    await addHook({ eventTypes: ['waymark.run.received'], pathId: rows[0]?.path_id });
    for (const runId of [other, mine]) {
      await setByHand(runId, 'M1', 1000);
      await runs.change(runId, (run) => endRun(run, after(4100), Date.now()));
    }
    await expectEvents(() => true, 'run.received');
    expect(receiver.accepted[0]?.subject).toBe(`runs/${mine}`);
  });
});

describe('events of alerts', () => {
  test('[W-389] raising, acknowledgement and end of an alert reach the receiver', async () => {
    await addHook({
      eventTypes: ['waymark.alert.raised', 'waymark.alert.acknowledged', 'waymark.alert.ended'],
    });
    const runId = await launch();
    const look = async (seconds: number) => {
      const active = new ActiveRuns(server.app.database, createLog('silent'));
      await active.refresh(runId);
      const options = { database: server.app.database, runs: active, log: createLog('silent'), publicUrl: '' };
      await new RunWatch({ ...options, now: () => after(seconds) }).look();
    };
    await runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed: 0 }, after(100)));
    await look(110);
    const stopped = (event: CloudEvent) => event.data['kind'] === 'pig-stopped';
    await expectEvents(stopped, 'alert.raised');
    const raised = dataOf('waymark.alert.raised');
    expect(raised).toMatchObject({ severity: 'urgent', run: { runId }, acknowledged: null, endedAt: null });
    const body = { ids: [raised['alertId']], note: 'Seen' };
    expect((await world.call('admin', 'POST', '/alerts/acknowledge', body)).status).toBe(200);
    await runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed: 1 }, after(200)));
    await look(210);
    await expectEvents(stopped, 'alert.raised', 'alert.acknowledged', 'alert.ended');
    expect(dataOf('waymark.alert.acknowledged')).toMatchObject({ acknowledged: { note: 'Seen' } });
    expect(dataOf('waymark.alert.ended')['endedAt']).toBe(new Date(after(210)).toISOString());
  });
});

describe('events of devices', () => {
  async function addDevice() {
    const device = await world.addDevice(uid++);
    const say = (body: Parameters<typeof storeStatuses>[1][number]['body'], receivedAt = Date.now()) =>
      server.app.database.change(systemOrigin('test'), (change) =>
        storeStatuses(change, [{ ...device, link: 'cellular', receivedAt, body }]),
      );
    const expectDevice = (...types: readonly string[]) => expectEvents(isOf(`devices/${device.uid}`), ...types);
    return { device, say, expectDevice };
  }

  test('[W-389] a device that comes, repeats itself and goes to sleep is online once and offline once', async () => {
    await addHook();
    const { device, say, expectDevice } = await addDevice();
    const now = Date.now();
    await say({ online: 1, via: 'cell', fw: '10.71', t: now }, now);
    await say({ online: 1, via: 'bt', fw: '10.72', t: now + 1 }, now + 1);
    await say({ online: 0, via: 'bt', why: 'sleep', until: now + HOUR_MS, t: now + 2 }, now + 2);
    await expectDevice('device.online', 'device.offline');
    expect(dataOf('waymark.device.offline')).toEqual({ uid: device.uid, reason: 'asleep' });
  });

  test('[W-389] a silent device is lost, and one that does not wake up is overdue', async () => {
    await addHook();
    const silent = await addDevice();
    const sleeper = await addDevice();
    const now = Date.now();
    await silent.say({ online: 1, via: 'cell', fw: '10.71', t: now }, now);
    await sleeper.say({ online: 1, via: 'cell', fw: '10.71', t: now }, now);
    await sleeper.say({ online: 0, via: 'cell', why: 'sleep', until: now + HOUR_MS, t: now + 1 }, now + 1);
    await server.app.database.change(systemOrigin('test'), (change) =>
      sweepPresence(change, { now: now + 24 * HOUR_MS, listeningSince: now - HOUR_MS }),
    );
    await silent.expectDevice('device.online', 'device.offline');
    await sleeper.expectDevice('device.online', 'device.offline', 'device.offline');
    const reasons = receiver.accepted.flatMap(({ data }) => data['reason'] ?? []);
    expect(new Set(reasons)).toEqual(new Set(['asleep', 'lost', 'overdue']));
  });

  test('[W-389] accepted and rejected commands reach the receiver with their reason', async () => {
    await addHook({ eventTypes: ['waymark.command.accepted', 'waymark.command.rejected'] });
    const { device, expectDevice } = await addDevice();
    await world.setState(device.uid, { firmware_version: 10.71, is_iridium: false });
    const send = async (status: (typeof ANSWER)[keyof typeof ANSWER]) => {
      const body = { uid: device.uid, commandType: 'DeviceRestart', timeStampSent: '2026-03-18 00:03:59' };
      expect((await world.call('admin', 'POST', '/commands/queue', body)).status).toBe(201);
      const now = Date.now();
      await server.app.database.change(systemOrigin('test'), async (change) => {
        const [sent] = await claimNext(change, { uids: [device.uid], link: 'cellular', now, dueAt: now + 30_000 });
        const answer = { ...device, commandId: sent?.id ?? 0, status, detail: 0, at: now };
        await storeDeviceAnswer(change, answer);
      });
    };
    await send(ANSWER.accepted);
    await send(ANSWER.rejected);
    await expectDevice('command.accepted', 'command.rejected');
    expect(dataOf('waymark.command.accepted')).toMatchObject({ commandType: 'DeviceRestart', note: null });
    expect(dataOf('waymark.command.rejected')['note']).not.toBeNull();
  });

  test('[W-389] a webhook of a path gets the devices that watch it, and no others', async () => {
    const watching = await addDevice();
    const other = await addDevice();
    await runs.launch({ rules: [], launchAt, agms: [watching.device.uid] });
    const { rows } = await server.app.database.pool.query<{ path_id: number }>(
      'select path_id from pig_path_devices where uid = $1',
      [watching.device.uid],
    );
    await addHook({ eventTypes: ['waymark.device.online'], pathId: rows[0]?.path_id });
    const status = { online: 1, via: 'cell', fw: '10.71', t: Date.now() } as const;
    await other.say(status);
    await watching.say(status);
    await watching.expectDevice('device.online');
    expect(receiver.accepted.filter(isOf(`devices/${other.device.uid}`))).toEqual([]);
  });
});
