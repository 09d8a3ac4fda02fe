import type { Marker } from '@waymark/domain/path/marker';
import { changeDevices } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { connectAsync, type MqttClient } from 'mqtt';
import { systemScope } from '../platform/access/scope.ts';
import { createLog } from '../platform/log.ts';
import { makeDeviceWorld, type DeviceWorld } from '../features/devices/testing/device-world.ts';
import { makeToldRuns, type Person, type ToldRuns } from '../features/runs/alerts/testing/told-runs.ts';
import { RunWatch } from '../features/runs/alerts/watch-runs.ts';
import { ActiveRuns } from '../features/runs/engine/active-runs.ts';
import { DeviceLinks } from '../features/runs/engine/link-devices.ts';
import { placeAt, makeStraightRuns, KM } from '../features/runs/engine/testing/straight-runs.ts';
import { findRun } from '../features/runs/runs.queries.ts';
import { breakOff } from '../ingest/testing/mqtt-device.ts';
import { connectAgm } from './hub-client.ts';
import { findFreePort } from './server-process.ts';
import { startTestServer, type TestServer } from './test-server.ts';

// Two companies, devices on real MQTT connections that move between them, and consoles that receive their events.

const MINUTE_MS = 60_000;
const LAUNCHED_AGO_MS = 2 * 60 * MINUTE_MS;

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

export interface AgmNotice {
  readonly name: string;
  readonly data: unknown;
}

interface Hearing {
  readonly heard: readonly AgmNotice[];
  settle(): Promise<void>;
  close(): void;
}

interface Launched {
  readonly uid: number;
  readonly runId: number;
  readonly pathId: number;
}

export interface MovedWorld {
  readonly server: TestServer;
  readonly world: DeviceWorld;
  readonly runs: ToldRuns & { settle(): Promise<void> };
  /** UTC milliseconds, counted in minutes after the launch of every run. */
  at(minutes: number): number;
  /** Adds a device with a credential; of the first company by default. */
  addDevice(groupId?: number): Promise<number>;
  /**
   * Launches a run of the first company with a separate device at M1; it notifies the viewer and these users of
   * everything.
   */
  launch(marker?: Partial<Marker>, notified?: readonly number[]): Promise<Launched>;
  addPerson(): Promise<Person & { readonly sent: object }>;
  queue(uid: number, commandType?: string, parameters?: object): Promise<{ readonly commandId: number }>;
  /** Moves the device after removing it from its active runs: a device that watches an active run cannot move. */
  move(uid: number, groupId: number): Promise<void>;
  connect(uid: number): Promise<MqttClient>;
  breakOff(client: MqttClient): Promise<void>;
  listen(by: 'admin' | 'viewer' | 'foreignAdmin'): Promise<Hearing>;
  readRun(runId: number): Promise<Run>;
  countMails(runId: number): Promise<number>;
  /** Runs the periodic work of the run engine. */
  look(runId: number): Promise<void>;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Collects everything that the hub sends to a console. */
async function listenTo(server: TestServer, token: string): Promise<Hearing> {
  const socket = await connectAgm(server, token);
  const heard: AgmNotice[] = [];
  socket.onAny((name: string, data: unknown) => heard.push({ name, data }));
  return { heard, settle: async () => void (await socket.emitWithAck('Fence')), close: () => socket.disconnect() };
}

export async function makeMovedWorld(): Promise<MovedWorld> {
  const port = await findFreePort();
  const server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  const world = await makeDeviceWorld(server);
  const { database } = server.app;
  const told = makeToldRuns(server, world);
  const straight = makeStraightRuns(server, world);
  const launchAt = Math.floor(Date.now() / 1000) * 1000 - LAUNCHED_AGO_MS;
  const credentials = new Map<number, Credential>();
  const clients = new Map<number, MqttClient>();
  let uids = 840_000;
  const post = async (address: string, body: object) => {
    const response = await world.call('superadmin', 'POST', address, body);
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly credential: Credential | null; readonly commandId: number };
  };
  const keep = (uid: number, credential: Credential | null) => {
    if (credential) credentials.set(uid, credential);
  };

  const moved: MovedWorld = {
    server,
    world,
    runs: { ...told, settle: () => straight.settle() },
    at: (minutes) => launchAt + minutes * MINUTE_MS,
    addDevice: async (groupId = world.groupId) => {
      uids += 1;
      const { lat, lon } = placeAt(KM);
      keep(uids, (await post('/admin/apexagm/add', { uid: uids, group: groupId, lat, lon })).credential);
      await world.setState(uids, { firmware_version: 10.71 });
      return uids;
    },
    launch: async (marker = {}, notified = []) => {
      const uid = await moved.addDevice();
      const rule = { launch: true, allMarkers: true, alerts: ['agm-offline', 'agm-battery'] } as const;
      const rules = [world.viewerId, ...notified].map((userId) => ({ ...rule, userId }));
      const runId = await told.launch({
        rules,
        launchAt,
        agms: [uid],
        markers: [{ linkedUid: uid, autoVerify: true, ...marker }, {}],
      });
      return { uid, runId, pathId: (await moved.readRun(runId)).path.pathId };
    },
    addPerson: async () => {
      const person = await told.addPerson();
      return { ...person, sent: { name: 'Told', email: person.email, role: 'viewer' } };
    },
    queue: (uid, commandType = 'DeviceRestart', parameters = {}) =>
      post('/commands/queue', { uid, commandType, parameters, timeStampSent: '2026-03-18 00:03:59' }),
    move: async (uid, group) => {
      const watched = await moved.query<{ run_id: number }>(
        'select run_id::int from pig_run_devices join pig_runs on id = run_id where uid = $1 and completed_at is null',
        [uid],
      );
      for (const { run_id: runId } of watched) {
        await told.change(runId, (run) =>
          changeDevices(run, { agms: run.path.agms.filter((each) => each !== uid), offlineAgms: {} }),
        );
      }
      keep(uid, (await post(`/admin/apexagm/${uid}`, { group })).credential);
      clients.get(uid)?.end(true);
    },
    connect: async (uid) => {
      const login = credentials.get(uid);
      // The notice of the move may end a connection even with the new credential; a device reconnects and sends again.
      const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
        ...login,
        protocolVersion: 4,
        reconnectPeriod: 50,
      });
      client.on('error', () => undefined);
      clients.set(uid, client);
      return client;
    },
    breakOff: async (client) => {
      client.options.reconnectPeriod = 0;
      await breakOff(client);
    },
    listen: (by) => listenTo(server, world.callers[by].token),
    readRun: async (runId) => {
      const run = await findRun(database.read(systemScope('test')), runId);
      if (!run) throw new Error(`there is no run ${runId}`);
      return run;
    },
    countMails: async (runId) => (await told.listTold(runId)).length,
    look: async (runId) => {
      const runs = new ActiveRuns(database, createLog('silent'));
      await runs.refresh(runId);
      const parts = { database, runs, log: createLog('silent'), now: Date.now, publicUrl: 'http://waymark.test' };
      await new DeviceLinks(parts).look();
      await new RunWatch(parts).look();
    },
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await database.pool.query<Row>(text, [...values])).rows,
    close: async () => {
      for (const client of clients.values()) client.end(true);
      await server.close();
    },
  };
  return moved;
}
