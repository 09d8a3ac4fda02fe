import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Socket } from 'socket.io-client';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { Notices } from '../../../platform/database/notices.ts';
import { createLog } from '../../../platform/log.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { HEARTBEAT } from '../../../testing/device-samples.ts';
import { connectAgm } from '../../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { storeHeartbeats } from '../../records/heartbeats.store.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../../devices/testing/device-world.ts';
import { createRunEngine, type RunEngine, type Look } from './engine.ts';
import { KM, makeStraightRuns, placeAt, type StraightRuns } from './testing/straight-runs.ts';

// Two nodes without Redis, with engines on manual clocks.
const SECOND_MS = 1000;
const clocks = { here: new ManualClock(), there: new ManualClock() };
let here: TestServer;
let there: TestServer;
let world: DeviceWorld;
let runs: StraightRuns;
let device: HeldDevice;
let nextUid = 820_001;
const sockets: Socket[] = [];
/** 15 minutes before the time of the manual clocks. */
const launchAt = clocks.here.now() - 900 * SECOND_MS;

beforeAll(async () => {
  here = await startTestServer({ runClock: clocks.here });
  there = await startTestServer({ beside: here, runClock: clocks.there });
  world = await makeDeviceWorld(here);
  runs = makeStraightRuns(here, world);
});
afterAll(async () => {
  await there.close();
  await here.close();
});
beforeEach(async () => {
  device = await world.addDevice(nextUid++);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

interface Update {
  readonly runId: number;
  readonly messagegName: string;
  readonly [field: string]: unknown;
}

/** A console with the run events that it receives. */
async function open(node: TestServer, caller: 'admin' | 'viewer' | 'superadmin' | 'foreignAdmin') {
  const socket = await connectAgm(node, world.callers[caller].token);
  sockets.push(socket);
  const heard: Update[] = [];
  socket.on('ReceivePigRunUpdate', (update: Update) => heard.push(update));
  const call = (method: string, argument: unknown): Promise<unknown> => socket.emitWithAck(method, argument);
  return {
    socket,
    heard,
    call,
    show: (...runIds: readonly number[]) => call('ShowPigRuns', runIds),
    /** Waits until all earlier events have arrived and returns their names. */
    names: async (runId: number) => {
      await call('ShowPigRuns', 'a fence that changes nothing');
      return heard.filter((update) => update.runId === runId).map(({ messagegName }) => messagegName);
    },
  };
}

const POSITIONS = ['UpdateLocation', 'UpdateLocationV2'];

/** Launches a run and waits until both nodes have read it. */
async function launch(launching: Omit<Parameters<StraightRuns['launch']>[0], 'launchAt'>): Promise<number> {
  return runs.launch({ ...launching, launchAt });
}

async function addManualPassage(runId: number, marker: string, seconds: number): Promise<void> {
  const run = await world.fetch<{ passages: string }>('admin', `/pigrun/${runId}`);
  const at = new Date(launchAt + seconds * SECOND_MS).toISOString().slice(0, 19).replace('T', ' ');
  const nothing = Object.fromEntries(
    [
      'uid',
      'passageId',
      'elfId',
      'geoId',
      'magId',
      'passageDetectedFrequency',
      'detectionCount',
      'packetComplexInformation',
      'passageTimeEndOfSnip',
      'lat',
      'lon',
      'alt',
      'samplingRate',
    ].map((field) => [field, null]),
  );
  const passage = {
    ...nothing,
    markerName: marker,
    passageTimeStamp: at,
    isVerified: true,
    isOffline: false,
    isBluetooth: false,
  };
  const passages = JSON.stringify([...(JSON.parse(run.passages) as unknown[]), passage]);
  const response = await world.call('admin', 'POST', '/pigrun/add/', { ...run, passages });
  expect(response.status).toBe(200);
}

describe('the position of the pig', () => {
  test('[T-129] [T-136] [T-200] [V-030] the server pushes the position in both forms every three seconds', async () => {
    expect(clocks.here.intervalsMs).toContain(3000);
    const runId = await launch({ agms: [device] });
    const shower = await open(here, 'admin');
    expect(await shower.show(runId)).toEqual({ ok: true });
    await vi.waitFor(async () => {
      clocks.here.advance(0);
      expect(await shower.names(runId)).toContain('UpdateLocationV2');
    });
    shower.heard.length = 0;
    clocks.here.advance(0);
    expect(await shower.names(runId)).toEqual(POSITIONS);
    const at = clocks.here.now();
    const travelled = (at - launchAt) / SECOND_MS;
    const place = placeAt(travelled);
    const common = {
      runId,
      lat: expect.closeTo(place.lat, 4),
      lon: expect.closeTo(place.lon, 4),
      speed: 1,
      isPaused: false,
    };
    const serverTime = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
    expect(shower.heard).toEqual([
      {
        ...common,
        messagegName: 'UpdateLocation',
        serverTime: expect.stringContaining(serverTime),
        nextETA: '0:01:40',
        completeETA: '0:51:40',
      },
      {
        ...common,
        messagegName: 'UpdateLocationV2',
        serverTime: expect.stringContaining(serverTime),
        nextETA: expect.stringMatching(/^(99|100)$/),
        completeETA: expect.stringMatching(/^(3099|3100)$/),
      },
    ]);
  });

  test('pushes no position of a run that no console shows or may see', async () => {
    const [shown, hidden] = [
      await launch({ agms: [device] }),
      await launch({ agms: [await world.addDevice(nextUid++)] }),
    ];
    const shower = await open(here, 'admin');
    const stranger = await open(here, 'foreignAdmin');
    expect(await stranger.show(shown, hidden)).toEqual({ ok: true });
    await shower.names(shown);
    shower.heard.length = 0;
    clocks.here.advance(0);
    expect(await shower.names(shown)).toEqual([]);
    await shower.show(shown);
    clocks.here.advance(0);
    expect([await shower.names(shown), await shower.names(hidden)]).toEqual([POSITIONS, []]);
    const other = await open(here, 'superadmin');
    await shower.show();
    clocks.here.advance(0);
    expect(await shower.names(shown)).toEqual(POSITIONS);
    await other.show(hidden);
    const gone = new Promise((resolve) => other.socket.once('disconnect', resolve));
    other.socket.disconnect();
    await gone;
    await vi.waitFor(async () => {
      shower.heard.length = 0;
      clocks.here.advance(0);
      expect(await shower.names(hidden)).toEqual([]);
    });
    expect(await stranger.names(shown)).toEqual([]);
  });

  test('pushes the position once after a change, to the consoles of every node', async () => {
    const runId = await launch({ agms: [device] });
    const consoles = [await open(here, 'admin'), await open(there, 'admin')];
    for (const each of consoles) await each.show(runId);
    await vi.waitFor(async () => {
      for (const clock of Object.values(clocks)) clock.advance(0);
      for (const each of consoles) expect(await each.names(runId)).toContain('UpdateLocationV2');
    });
    for (const { heard } of consoles) heard.length = 0;
    await addManualPassage(runId, 'M1', 500);
    for (const { heard } of consoles) {
      await vi.waitFor(() =>
        expect(heard.find(({ messagegName }) => messagegName === 'UpdateLocationV2')).toMatchObject({
          speed: expect.closeTo(2, 2),
        }),
      );
    }
    await vi.waitFor(async () =>
      expect((await consoles[0]?.names(runId))?.toSorted()).toEqual(['RunUpdated', ...POSITIONS]),
    );
    // Without Redis the change event itself does not reach the other node.
    expect(await consoles[1]?.names(runId)).toEqual(POSITIONS);
  });

  test('stops pushing the position when the run ends', async () => {
    const runId = await launch({ agms: [device] });
    const shower = await open(here, 'admin');
    await shower.show(runId);
    expect((await world.call('admin', 'DELETE', `/pigrun/${runId}`)).status).toBe(200);
    await vi.waitFor(async () => {
      await shower.names(runId);
      shower.heard.length = 0;
      clocks.here.advance(0);
      expect(await shower.names(runId)).toEqual([]);
    });
  });
});

describe('SendPigRunUpdate', () => {
  test('[T-199] [W-224] the server sends RunUpdated with the revision to the other consoles that may see the run', async () => {
    const runId = await launch({ agms: [device] });
    const [sender, other, superadmin, stranger] = [
      await open(here, 'admin'),
      await open(here, 'admin'),
      await open(here, 'superadmin'),
      await open(here, 'foreignAdmin'),
    ];
    expect(await sender.call('SendPigRunUpdate', runId)).toEqual({ ok: true, rev: 1 });
    await vi.waitFor(() => expect(other.heard).toContainEqual({ runId, messagegName: 'RunUpdated', rev: 1 }));
    expect(await superadmin.names(runId)).toEqual(['RunUpdated']);
    expect(await sender.names(runId)).toEqual([]);
    expect(await stranger.call('SendPigRunUpdate', runId)).toEqual({ error: 'run-not-found' });
    expect(await sender.call('SendPigRunUpdate', 999_999)).toEqual({ error: 'run-not-found' });
    expect([await stranger.names(runId), await other.names(runId)]).toEqual([[], ['RunUpdated']]);
  });
});

/** Delivers a heartbeat through this node. */
async function hearOn({ app }: TestServer, { uid, groupId }: HeldDevice): Promise<void> {
  const t = Date.now();
  await world.openMonths(t);
  const heartbeat = { uid, groupId, link: 'cellular', receivedAt: t, body: { ...HEARTBEAT, t } } as const;
  await app.database.change(systemOrigin('test'), (change) => storeHeartbeats(change, [heartbeat]));
}

describe('a connected viewer', () => {
  const follows = async () => {
    const viewer = await open(there, 'viewer');
    const devices: number[] = [];
    viewer.socket.on('ReceiveHeartbeat', ({ uid }: { uid: number }) => devices.push(uid));
    return { ...viewer, devices };
  };

  test('a viewer receives events of a run that notifies them, and of its devices, on any node until it ends', async () => {
    const viewer = await follows();
    const runId = await launch({ agms: [device], notified: [world.viewerId] });
    await vi.waitFor(async () => expect(await viewer.names(runId)).toEqual(['RunUpdated']));
    expect((await there.call('GET', `/api/pigrun/${runId}`, { token: world.callers.viewer.token })).status).toBe(200);
    await hearOn(there, device);
    await vi.waitFor(() => expect(viewer.devices).toEqual([device.uid]));
    await viewer.show(runId);
    clocks.there.advance(0);
    expect((await viewer.names(runId)).slice(1)).toEqual(POSITIONS);
    expect((await world.call('admin', 'DELETE', `/pigrun/${runId}`)).status).toBe(200);
    await vi.waitFor(async () => expect((await viewer.names(runId)).at(-1)).toBe('RunUpdated'));
    await hearOn(there, device);
    expect(await viewer.names(runId)).toHaveLength(4);
    expect(viewer.devices).toEqual([device.uid]);
  });

  test('a viewer receives no events of runs that notify only others or no longer notify them', async () => {
    const viewer = await follows();
    const runId = await launch({ agms: [device], notified: [world.viewerId] });
    const untold = await launch({ agms: [await world.addDevice(nextUid++)] });
    await vi.waitFor(async () => expect(await viewer.names(runId)).toHaveLength(1));
    const { pigPath } = await world.fetch<{ pigPath: string }>('admin', `/pigrun/${runId}`);
    const path = JSON.stringify({ ...(JSON.parse(pigPath) as object), notifications: [] });
    expect((await world.call('admin', 'POST', '/pigrun/updateNotifications', { runId, path })).status).toBe(200);
    await vi.waitFor(async () => expect(await viewer.names(runId)).toHaveLength(2));
    await addManualPassage(runId, 'M1', 500);
    expect([await viewer.names(runId), await viewer.names(untold)]).toEqual([['RunUpdated', 'RunUpdated'], []]);
  });
});

describe('linking the devices of a run', () => {
  const look = async () => {
    for (const clock of Object.values(clocks)) clock.advance(0);
  };
  const readLinks = async (runId: number) =>
    (await runs.read(runId)).path.markers.slice(1, -1).map(({ autoLinkedUids }) => autoLinkedUids);
  const auto = { autoLink: true };

  test('[T-135] the engines link a moved device to its new marker every ten seconds, once for all nodes', async () => {
    expect(clocks.here.intervalsMs).toContain(10_000);
    const runId = await launch({ agms: [device], markers: [auto, auto, {}] });
    expect(await readLinks(runId)).toEqual([[], [], []]);
    await world.hearHeartbeats(device, [{ t: Date.now() - 3000, ...placeAt(1 * KM) }]);
    await vi.waitFor(async () => {
      await look();
      expect(await readLinks(runId)).toEqual([[device.uid], [], []]);
    });
    await world.hearHeartbeats(device, [{ t: Date.now() - 2000, ...placeAt(2 * KM) }]);
    await vi.waitFor(async () => {
      await look();
      expect(await readLinks(runId)).toEqual([[], [device.uid], []]);
    });
    expect(await runs.listActions(runId)).toEqual(['run-launched', 'run-devices-linked', 'run-devices-linked']);
  });

  test('a device is linked by its last reported place on every node; without one it keeps the link from its passage', async () => {
    const silent = await world.addDevice(nextUid++);
    await world.hearHeartbeats(device, [{ t: Date.now() - 4000, ...placeAt(1 * KM) }]);
    const runId = await launch({ agms: [device, silent], markers: [{}, auto, auto] });
    const [first, second] = [await startOwnEngine(), await startOwnEngine()];
    await first.engine.look();
    for (const [by, place] of [
      [device, placeAt(2 * KM)],
      [silent, placeAt(3 * KM)],
    ] as const) {
      await world.hearPassage(by, { t: launchAt + 500 * SECOND_MS, mask: 1, ...place });
      await runs.settle();
    }
    expect(await readLinks(runId)).toEqual([[], [device.uid], [silent.uid]]);
    const { rev } = await runs.read(runId);
    await vi.waitFor(() =>
      expect([first, second].map(({ engine }) => engine.runs.get(runId)?.run.rev)).toEqual([rev, rev]),
    );
    await first.engine.look();
    expect(await readLinks(runId)).toEqual([[], [], [silent.uid]]);
    await second.engine.look();
    expect(await runs.listActions(runId)).toEqual([
      'run-launched',
      'run-passage-added',
      'run-passage-added',
      'run-devices-linked',
    ]);
    for (const { close } of [first, second]) await close();
  });

  test('does not store device links when a device stays within range', async () => {
    await world.hearHeartbeats(device, [{ t: Date.now() - 4000, ...placeAt(1 * KM) }]);
    const runId = await launch({ agms: [device], markers: [auto] });
    expect(await readLinks(runId)).toEqual([[device.uid]]);
    const { engine, close } = await startOwnEngine();
    await engine.look();
    await world.hearHeartbeats(device, [{ t: Date.now() - 3000, ...placeAt(1 * KM + 50) }]);
    await engine.look();
    expect(await runs.listActions(runId)).toEqual(['run-launched']);
    await close();
  });
});

/** A third engine without a hub, to observe what no console receives. */
async function startOwnEngine(
  looks: readonly Look[] = [],
): Promise<{ engine: RunEngine; clock: ManualClock; sent: unknown[]; close: () => Promise<void>; notices: Notices }> {
  const log = createLog('silent');
  const notices = new Notices(here.connection, log);
  const clock = new ManualClock();
  const sent: unknown[] = [];
  const hub = {
    sendToShowing: (events: readonly unknown[]) => sent.push(...events),
    sendToOthers: () => undefined,
    shownRuns: () => new Set<number>(),
    reviewRooms: async (groupId: number | null) => void sent.push(groupId),
  };
  const engine = createRunEngine({
    database: here.app.database,
    notices,
    log,
    hub: () => hub,
    clock,
    looks: () => looks,
  });
  await notices.start();
  await engine.start();
  const close = async () => {
    engine.close();
    await notices.close();
  };
  return { engine, clock, sent, close, notices };
}

describe('the run engine', () => {
  test('the engine runs every check, also after another one has failed', async () => {
    const looked: string[] = [];
    const make = (name: string, look: () => void): Look => ({ name, look: async () => look() });
    const failing = make('failing', () => {
      looked.push('failing');
      throw new Error('no');
    });
    const { engine, clock, close } = await startOwnEngine([failing, make('other', () => looked.push('other'))]);
    await engine.look();
    clock.advance(10_000);
    await vi.waitFor(() => expect(looked).toEqual(['failing', 'other', 'failing', 'other']));
    await close();
    clock.advance(10_000);
    expect(looked).toHaveLength(4);
  });

  test('the engine reads all runs again after its database listener was disconnected', async () => {
    const runId = await launch({ agms: [device] });
    const { engine, sent, close, notices } = await startOwnEngine();
    expect(engine.runs.get(runId)).toBeDefined();
    const { pool } = here.app.database;
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark notices' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(notices.isListening).toBe(false));
    // Another node may delete a run meanwhile.
    await pool.query('delete from pig_runs where id = $1', [runId]);
    const later = await launch({ agms: [device] });
    await vi.waitFor(() =>
      expect([engine.runs.get(runId), engine.runs.get(later)]).toEqual([undefined, expect.anything()]),
    );
    expect(sent).toContain(null);
    await close();
  });

  test('the engine retries a failed read at the next check', async () => {
    const runId = await launch({ agms: [device] });
    const { engine, close } = await startOwnEngine();
    const { pool } = here.app.database;
    await pool.query('alter table pig_runs rename to pig_runs_away');
    try {
      await engine.runs.refresh(runId);
      expect(engine.runs.get(runId)?.run.jobNumber).toBeNull();
    } finally {
      await pool.query('alter table pig_runs_away rename to pig_runs');
    }
    await pool.query(`update pig_runs set job_number = 'J1' where id = $1`, [runId]);
    await engine.look();
    expect(engine.runs.get(runId)?.run.jobNumber).toBe('J1');
    await close();
  });

  test('the engine skips a run that it cannot estimate', async () => {
    const [runId, other] = [
      await launch({ agms: [device] }),
      await launch({ agms: [await world.addDevice(nextUid++)] }),
    ];
    const { pool } = here.app.database;
    await pool.query(`update pig_runs set path = path - 'pigLineGenerated' where id = $1`, [runId]);
    const { engine, close } = await startOwnEngine();
    expect([engine.runs.get(runId), engine.runs.get(other)]).toEqual([undefined, expect.anything()]);
    await pool.query('delete from pig_runs where id = $1', [runId]);
    await close();
  });
});
