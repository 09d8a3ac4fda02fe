import { readPath, writePath } from '@waymark/contract/runs/read-path';
import { savedPigPath, examplePath } from '@waymark/contract/runs/pig-path';
import { exampleSentRun, pigRun, type PigRunText } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import pg from 'pg';
import { createVirtualDevice, type DrivenDevice } from '../../../../simulator/src/create-virtual-device.ts';
import { KM, makeMarkers, placeAt } from '../../features/runs/engine/testing/straight-runs.ts';
import { passwordOf } from '../../ingest/testing/mqtt-device.ts';
import { insertTestDevices, SteadyDevice } from '../../ingest/testing/test-devices.ts';
import { Caller, type Cluster } from './cluster.ts';

// A line with a simulated device at each marker, a pig on its way along it, and devices elsewhere that publish all the
// time.

const MARKERS = 8;
const SECOND_MS = 1000;
const PACE_MS = 20;
/** Between "20%" and "empty". */
const LOW_BATTERY_MV = 7100;
/** The pig moves one metre per second and has passed the last marker by now. */
const LAUNCHED_BEFORE_MS = (MARKERS + 0.5) * KM * SECOND_MS;

const FIRST_UID = 910_001;
export const MARKER_UIDS = Array.from({ length: MARKERS }, (_, at) => FIRST_UID + at);
export const STEADY_UIDS = [920_001, 920_002, 920_003, 920_004];

export interface ClusterField {
  readonly admin: Caller;
  readonly runId: number;
  readonly email: string;
  readonly devices: readonly DrivenDevice[];
  readonly steady: readonly SteadyDevice[];
  readRun(): Promise<Run>;
  readText(): Promise<PigRunText>;
  /** The pig passes this marker (the first is 1); resolves when the server has acknowledged the passage. */
  pass(marker: number): Promise<void>;
  /**
   * The device at this marker reports a low battery, one second later than its possible full-battery report on
   * connecting.
   */
  drain(marker: number): Promise<void>;
  close(): Promise<void>;
}

export async function openClusterField(cluster: Cluster): Promise<ClusterField> {
  const { port } = cluster.line;
  const groupId = await findCompany(cluster);
  await insertTestDevices(cluster.database, [...MARKER_UIDS, ...STEADY_UIDS], groupId);
  const admin = await Caller.signIn(cluster.proxy.url, 'admin@demo.waymark');
  const devices = MARKER_UIDS.map((uid, at) => {
    const server = { url: `mqtt://127.0.0.1:${port}` };
    return createVirtualDevice({
      uid,
      ...placeAt((at + 1) * KM),
      way: { kind: 'cellular', server, password: passwordOf(String(uid)) },
    });
  });
  await Promise.all(devices.map((device) => device.connect()));
  const launchAt = Math.floor((Date.now() - LAUNCHED_BEFORE_MS) / SECOND_MS) * SECOND_MS;
  const me = await admin.ask<{ id: number; email: string }>('GET', '/pigrun/user/get-user');
  const runId = await launch(admin, me.id, launchAt);
  const steady = STEADY_UIDS.map((uid) => new SteadyDevice(port, uid, Date.now() - 86_400_000, PACE_MS));
  const deviceAt = (marker: number): DrivenDevice => {
    const device = devices[marker - 1];
    if (!device) throw new Error(`no marker ${marker}`);
    return device;
  };
  const field: ClusterField = {
    admin,
    runId,
    email: me.email,
    devices,
    steady,
    readText: async () => pigRun.parse(await admin.ask('GET', `/pigrun/${runId}`)),
    readRun: async () => readRun(await field.readText()),
    pass: async (marker) => {
      const heard = await deviceAt(marker).passage({ at: launchAt + marker * KM * SECOND_MS, speedMps: 1 });
      if (!heard) throw new Error(`the device at marker ${marker} has not heard the pig`);
    },
    drain: (marker) => deviceAt(marker).heartbeat({ battery: LOW_BATTERY_MV, t: Date.now() + SECOND_MS }),
    close: async () => {
      await Promise.all([...devices.map((device) => device.close()), ...steady.map((device) => device.stop())]);
    },
  };
  return field;
}

async function findCompany({ database }: Cluster): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ group_id: string }>(
    `select group_id from users where email = 'admin@demo.waymark'`,
  );
  await client.end();
  return Number(rows[0]?.group_id);
}

async function launch(admin: Caller, userId: number, launchAt: number): Promise<number> {
  const markers = makeMarkers(MARKER_UIDS.map((linkedUid) => ({ linkedUid, autoVerify: true })));
  const [from, to] = [placeAt(0), placeAt((MARKERS + 1) * KM)];
  const rule: NotificationRule = {
    ...DEFAULT_RULE,
    name: 'Admin',
    userId,
    medium: 'email',
    passageType: 'passage',
    alerts: ['agm-battery'],
  };
  const plan = writePath({
    ...readPath(examplePath),
    name: 'Several nodes',
    agms: MARKER_UIDS,
    markers,
    expectedSpeed: 1,
    notifications: [rule],
    launchSiteLat: from.lat,
    launchSiteLon: from.lon,
    receiveSiteLat: to.lat,
    receiveSiteLon: to.lon,
    pigLineGenerated: markers.map(({ lat, lon }) => [lon, lat] as const),
  });
  const pathId = await admin.ask<number>('POST', '/pigrun/pigpath/add', plan);
  const path = savedPigPath.parse(await admin.ask('GET', `/pigrun/pigpath/${pathId}`));
  const texts = { pigPath: JSON.stringify(path), markers: JSON.stringify(path.markers) };
  const run = { ...exampleSentRun, ...texts, pig: 'CLN-NODES', launchTime: formatUtcSecond(launchAt) };
  return (await admin.ask<{ runId: number }>('POST', '/pigrun/add/', run)).runId;
}
