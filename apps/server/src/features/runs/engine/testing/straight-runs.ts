import { readPath, writePath } from '@waymark/contract/runs/read-path';
import type { SavedPigPath } from '@waymark/contract/runs/pig-path';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { exampleSentRun } from '@waymark/contract/runs/pig-run';
import type { Marker } from '@waymark/domain/path/marker';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Place } from '@waymark/domain/geo/great-circle';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, vi } from 'vitest';
import { systemScope } from '../../../../platform/access/scope.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import type { DeviceWorld, HeldDevice } from '../../../devices/testing/device-world.ts';
import { findRun } from '../../runs.queries.ts';

// Runs on a straight line to the east with a marker per kilometre and a pig at 1 m/s.

const START: Place = { lat: 36, lon: -96 };
const METRES_PER_DEGREE = 111_195 * Math.cos((START.lat * Math.PI) / 180);
export const KM = 1000;

/** The place at a distance along the line. */
export const placeAt = (distanceM: number): Place => ({
  lat: START.lat,
  lon: START.lon + distanceM / METRES_PER_DEGREE,
});

const END = {
  note: '',
  state: 'SKIP',
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
} as const;

/** Launch, M1, M2 … Receive, one kilometre apart. */
export function makeMarkers(changes: readonly Partial<Marker>[]): Marker[] {
  const stand = (at: number) => ({ ...placeAt(at * KM), distanceMetres: at * KM, fromLaunchM: at * KM });
  return [
    { ...END, ...stand(0), name: 'Launch', description: 'LAUNCH' },
    ...changes.map((change, at): Marker => ({
      ...END,
      ...stand(at + 1),
      name: `M${at + 1}`,
      description: 'AGM',
      state: 'TRACK',
      ...change,
    })),
    { ...END, ...stand(changes.length + 1), name: 'Receive', description: 'RECEIVE' },
  ];
}

export interface Launching {
  readonly agms: readonly HeldDevice[];
  readonly markers?: readonly Partial<Marker>[];
  readonly offlineAgms?: Readonly<Record<string, Place>>;
  readonly notified?: readonly number[];
  /** UTC milliseconds. */
  readonly launchAt: number;
}

export interface StraightRuns {
  /** Returns the id of the run. */
  launch(launching: Launching): Promise<number>;
  read(runId: number): Promise<Run>;
  /** Resolves once every linking job has finished. */
  settle(): Promise<void>;
  /** The run's actions in the audit trail, oldest first. */
  listActions(runId: number): Promise<string[]>;
}

let launched = 0;

export function makeStraightRuns(server: TestServer, world: DeviceWorld): StraightRuns {
  const reader = server.app.database.read(systemScope('test'));
  const savePath = async ({
    agms,
    markers = [{}, {}, {}],
    offlineAgms = {},
    notified = [],
  }: Launching): Promise<SavedPigPath> => {
    const line = makeMarkers(markers);
    const [from, to] = [placeAt(0), placeAt(line.length * KM - KM)];
    const rule = (userId: number): NotificationRule =>
      ({ ...examplePath.notifications[0], name: 'Somebody', userId, medium: 'none' }) as NotificationRule;
    const sent = writePath({
      ...readPath(examplePath),
      name: `Straight ${++launched}`,
      agms: agms.map(({ uid }) => uid),
      offlineAgms,
      markers: line,
      expectedSpeed: 1,
      launchSiteLat: from.lat,
      launchSiteLon: from.lon,
      receiveSiteLat: to.lat,
      receiveSiteLon: to.lon,
      pigLineGenerated: line.map(({ lat, lon }) => [lon, lat] as const),
      notifications: notified.map(rule),
    });
    const response = await world.call('admin', 'POST', '/pigrun/pigpath/add', sent);
    expect(response.status).toBe(200);
    return world.fetch('admin', `/pigrun/pigpath/${(await response.json()) as number}`);
  };
  return {
    launch: async (launching) => {
      const path = await savePath(launching);
      const launchTime = formatUtcSecond(launching.launchAt);
      const run = {
        ...exampleSentRun,
        pig: `Straight pig ${launched}`,
        launchTime,
        pigPath: JSON.stringify(path),
        markers: JSON.stringify(path.markers),
      };
      const response = await world.call('admin', 'POST', '/pigrun/add/', run);
      expect(response.status).toBe(200);
      return ((await response.json()) as { runId: number }).runId;
    },
    read: async (runId) => {
      const run = await findRun(reader, runId);
      if (!run) throw new Error(`there is no run ${runId}`);
      return run;
    },
    settle: async () => {
      await vi.waitFor(
        async () => {
          const waiting = await server.app.database.pool.query(
            `select id from graphile_worker.jobs where task_identifier in ('runs.link-passages', 'runs.link-passage')`,
          );
          expect(waiting.rows).toEqual([]);
        },
        { interval: 10 },
      );
    },
    listActions: async (runId) => {
      const lines = await server.app.database.pool.query<{ action: string }>(
        `select action from audit where object_type = 'run' and object_id = $1 order by id`,
        [String(runId)],
      );
      return lines.rows.map(({ action }) => action);
    },
  };
}
