import { writeMarker, writePath } from '../packages/contract/src/runs/read-path.ts';
import { exampleSentRun } from '../packages/contract/src/runs/pig-run.ts';
import { computeDistanceM, moveFrom, type Place } from '../packages/domain/src/geo/great-circle.ts';
import type { Marker } from '../packages/domain/src/path/marker.ts';
import { DEFAULT_RULE, type NotificationRule } from '../packages/domain/src/path/notification-rule.ts';
import type { LinePoint, PigPath } from '../packages/domain/src/path/pig-path.ts';

// Runs for journeys: a path on a straight line, and what is posted to launch a pig on it. `site.launchRun` uses these.
//
//   const device = await site.addDeviceAt(380_101, 5000);          stands 5 km down the line, is online
//   const { runId } = await site.launchRun({ markers: [{ name: 'M1', atM: 5000 }], agms: [380_101], launchAt: minutesAgo(60) });
//   await device.passage({ at: minutesAgo(10) });                  heard then; its record came 15 s later
//   await site.untilRun(runId, ({ passages }) => passages.length === 1);
//   await site.endRuns();                                          in afterEach: all runs and paths are gone

const LAUNCH: Place = { lat: 35.985, lon: -96.767 };
const BEARING = 77;
const LENGTH_M = 20_000;

/** A place on the line that runs are launched on. */
export const placeAt = (distanceM: number): Place => moveFrom(LAUNCH, BEARING, distanceM);

/** UTC milliseconds, whole seconds. */
export const minutesAgo = (minutes: number): number => Math.floor(Date.now() / 1000 - minutes * 60) * 1000;

/** Tracked with autoLink and autoVerify by default. Placed at a distance along the line, or at a place. */
export type MarkerChoice = { readonly name: string } & Partial<Marker> & ({ readonly atM: number } | Place);

export interface RunChoice {
  readonly pathName?: string;
  readonly pig?: string;
  /** Markers between launch and receive, in order. */
  readonly markers?: readonly MarkerChoice[];
  /** The watching devices; at least one is required. */
  readonly agms: readonly number[];
  /** `await site.ruleFor('viewer')`. */
  readonly rules?: readonly NotificationRule[];
  /** UTC milliseconds; not in the future. */
  readonly launchAt: number;
  /** Expected speed, metres per second. */
  readonly speed?: number;
  /** All markers, from launch to receive. */
  readonly lengthM?: number;
}

export interface LaunchedRun {
  readonly runId: number;
  readonly pathId: number;
  readonly pig: string;
  /** Markers as the server stored them, launch and receive included. */
  readonly markers: readonly Marker[];
}

function toMarker(choice: MarkerChoice): Marker {
  const { lat, lon } = 'atM' in choice ? placeAt(choice.atM) : choice;
  const distanceM = 'atM' in choice ? choice.atM : computeDistanceM(LAUNCH, choice);
  const plain = {
    state: 'TRACK',
    description: 'AGM',
    note: '',
    autoLink: true,
    autoVerify: true,
    autoLinkedUids: [],
    linkedUid: null,
  } as const;
  const { atM: _atM, ...own } = { atM: 0, ...choice };
  return { ...plain, distanceMetres: distanceM, fromLaunchM: distanceM, ...own, lat, lon };
}

const toPoint = ({ lat, lon }: Place): LinePoint => [lon, lat];

export function buildPathOf(choice: RunChoice): PigPath {
  const {
    pathName = 'Journey',
    pig = 'PIG-1',
    markers = [],
    agms,
    rules = [],
    speed = 1.5,
    lengthM = LENGTH_M,
  } = choice;
  const ends = { state: 'SKIP', autoLink: false, autoVerify: false } as const;
  const all = [
    toMarker({ name: 'Launch', atM: 0, description: 'LAUNCH', ...ends }),
    ...markers.map(toMarker),
    toMarker({ name: 'Receive', atM: lengthM, description: 'RECEIVE', ...ends }),
  ];
  const receive = placeAt(lengthM);
  return {
    pathId: -1,
    name: pathName,
    pigs: [pig],
    agms,
    offlineAgms: {},
    markers: all,
    notifications: rules,
    launchSiteLat: LAUNCH.lat,
    launchSiteLon: LAUNCH.lon,
    receiveSiteLat: receive.lat,
    receiveSiteLon: receive.lon,
    pigLineGenerated: all.map(toPoint),
    pigLineKml: null,
    expectedSpeed: speed,
    pipelineDiameter: 16,
    notes: '',
    csvFileName: 'journey.csv',
  };
}

/** The request body that launches a pig on a saved path. */
export function buildLaunch(path: PigPath, pig: string, launchTime: string) {
  return {
    ...exampleSentRun,
    pigPath: JSON.stringify(writePath(path)),
    markers: JSON.stringify(path.markers.map(writeMarker)),
    passages: '[]',
    pig,
    launchTime,
  };
}

/** A rule without a medium, so that it sends nothing, unless `changes` has one. */
export function buildRule(name: string, userId: number, changes: Partial<NotificationRule> = {}): NotificationRule {
  return { ...DEFAULT_RULE, name, userId, medium: 'none', ...changes };
}
