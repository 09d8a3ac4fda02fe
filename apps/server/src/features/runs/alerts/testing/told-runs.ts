import { readPath, writeMarker, writePath } from '@waymark/contract/runs/read-path';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { exampleSentRun } from '@waymark/contract/runs/pig-run';
import type { Marker } from '@waymark/domain/path/marker';
import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type { RunChange } from '@waymark/domain/run/changes/changes';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { systemScope } from '../../../../platform/access/scope.ts';
import { systemOrigin } from '../../../../platform/http/call.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import type { DeviceWorld } from '../../../devices/testing/device-world.ts';
import { addUser } from '../../../administration/add-user.store.ts';
import { allowed, changeRun } from '../../change-run.ts';
import { KM, makeMarkers, placeAt } from '../../engine/testing/straight-runs.ts';
import { lockRun } from '../../lock-run.ts';

// Test runs with notification rules, on a straight line with a marker per kilometre and a pig at 1 m/s.

export const PHONE = '9185550134';

export interface Person {
  readonly userId: number;
  readonly email: string;
}

type Rule = Partial<NotificationRule> & { readonly userId: number };

export interface Launching {
  readonly rules: readonly Rule[];
  /** UTC milliseconds. */
  readonly launchAt: number;
  readonly agms?: readonly number[];
  readonly markers?: readonly Partial<Marker>[];
}

interface Told {
  readonly medium: 'mail' | 'sms' | 'push';
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly status: string;
}

export interface ToldRuns {
  /** Adds a user with a phone who has opted in to text messages, unless told otherwise. */
  addPerson(other?: { readonly isOptedIn?: boolean; readonly phone?: string }): Promise<Person>;
  launch(launching: Launching): Promise<number>;
  /** Applies a change of the domain. */
  change(runId: number, step: (run: Run) => RunChange | Run): Promise<void>;
  /** The run's messages in the order of the outbox, with the run's name cut from the title. */
  listTold(runId: number): Promise<Told[]>;
}

/** An unverified passage of a device at a marker. */
export const heardAt = (uid: number, markerName: string, passageAt: number): RunPassage => ({
  markerName,
  passageAt,
  uid,
  endOfSnipAt: passageAt + 15_000,
  isVerified: false,
  elfId: null,
  geoId: 1,
  magId: null,
  detectionCount: null,
  frequency: null,
  isOffline: false,
  isBluetooth: false,
  place: null,
  altitudeMm: null,
  samplingRate: null,
});

let made = 0;

export const makeRule = (rule: Rule): NotificationRule => ({
  ...DEFAULT_RULE,
  name: 'Somebody',
  medium: 'email',
  alerts: [],
  ...rule,
});

export function makeToldRuns(server: TestServer, world: DeviceWorld): ToldRuns {
  const { database } = server.app;
  const { db } = database.read(systemScope('test'));
  const post = async (address: string, body: unknown) => {
    const response = await world.call('admin', 'POST', address, body);
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    addPerson: async ({ isOptedIn = true, phone = PHONE } = {}) => {
      const email = `told-${++made}@example.com`;
      const { groupId } = world;
      const userId = await database.change(systemOrigin('test'), (change) =>
        addUser(change, { groupId, email, name: `Told ${made}`, phone, role: 'viewer', password: 'Waymark-demo-1' }),
      );
      await db.updateTable('users').set({ is_opted_in: isOptedIn }).where('id', '=', userId).execute();
      return { userId, email };
    },
    launch: async ({ rules, launchAt, agms, markers: changes = [{}, {}, {}] }) => {
      const markers = makeMarkers(changes);
      const [from, to] = [placeAt(0), placeAt(markers.length * KM - KM)];
      const watching = agms ?? [(await world.addDevice(830_000 + ++made)).uid];
      const plan = writePath({
        ...readPath(examplePath),
        name: `Told ${++made}`,
        agms: watching,
        markers,
        expectedSpeed: 1,
        notifications: rules.map(makeRule),
        launchSiteLat: from.lat,
        launchSiteLon: from.lon,
        receiveSiteLat: to.lat,
        receiveSiteLon: to.lon,
        pigLineGenerated: markers.map(({ lat, lon }) => [lon, lat] as const),
      });
      const path: unknown = await world.fetch(
        'admin',
        `/pigrun/pigpath/${String(await post('/pigrun/pigpath/add', plan))}`,
      );
      const run = {
        ...exampleSentRun,
        pig: `Pig ${made}`,
        launchTime: formatUtcSecond(launchAt),
        pigPath: JSON.stringify(path),
        markers: JSON.stringify(markers.map(writeMarker)),
      };
      return ((await post('/pigrun/add/', run)) as { runId: number }).runId;
    },
    change: (runId, step) =>
      database.change(systemOrigin('test'), async (change) => {
        const run = await lockRun(change, runId);
        const next = step(run);
        await changeRun(change, run, 'ok' in next ? allowed(next) : next, {
          action: 'run-tested',
          message: 'RunUpdated',
          now: Date.now(),
        });
      }),
    listTold: async (runId) => {
      const rows = await db.selectFrom('outbox').selectAll().where('run_id', '=', runId).orderBy('id').execute();
      return rows.map(({ medium, recipient: to, subject, body_text: text, status }) => ({
        medium,
        to,
        text,
        status,
        title: subject.replace(/^Pig \d+: /, '').replace(/ \(Told \d+\)$/, ''),
      }));
    },
  };
}
