import { chooseBatteryLevel } from '../device/battery.ts';
import type { Marker } from '../path/marker.ts';
import type { AlertKind } from '../path/notification-rule.ts';
import { findPresence, LOW_BATTERY, type DeviceState } from '../path/readiness.ts';
import { oddsOfMissing, oddsOfWaiting, type Arrival, type Outlook, type Stop } from './alerts-outlook.ts';
import { MISSED_ABOVE } from './auto-verify.ts';
import type { SeenPoint } from './estimate.ts';

// What people are warned of beyond launch, passages and receive: which causes hold for a run at an instant. What holds
// already is harder to end than it was to begin, so that a value on the edge is told once.

const MINUTE_MS = 60_000;

/** Before the next marker is due. */
const ARRIVING = [
  ['arriving-30', 30 * MINUTE_MS],
  ['arriving-15', 15 * MINUTE_MS],
] as const;
const ARRIVING_ENDS_BEYOND = 1.2;

/** A pig on its way would come later than this three times in a hundred, or five in a thousand; and never before so long after the latest. */
const LATE = { odds: 0.03, afterMs: 5 * MINUTE_MS };
const STOPPED = { odds: 0.005, afterMs: 15 * MINUTE_MS };

/** What was heard needs a while to arrive. */
const MISSED_AFTER_MS = 5 * MINUTE_MS;

/** By how much the speed between two markers differs from the expected one, as a share of it. */
const SPEED_BEGINS = 0.25;
const SPEED_ENDS = 0.2;

/** A device that comes and goes is not gone. */
const OFFLINE_AFTER_MS = 5 * MINUTE_MS;

export type WatchedDevice = Pick<DeviceState, 'uid' | 'isConnected' | 'wakesAt' | 'lastHeartbeatAt' | 'batteryMv'>;

/** Between which points of the line the pig is to be looked for. */
export interface Stretch {
  readonly from: Stop;
  readonly seenAt: number;
  readonly to: Stop;
}

interface Facts {
  readonly 'arriving-30': { readonly arrival: Arrival };
  readonly 'arriving-15': { readonly arrival: Arrival };
  /** The arrival is null once the pig was seen beyond. */
  readonly 'marker-missed': { readonly arrival: Arrival | null; readonly stretch: Stretch | null };
  readonly 'pig-late': { readonly arrival: Arrival; readonly stretch: Stretch | null };
  /** The arrival is null where a person has set the speed to 0. */
  readonly 'pig-stopped': { readonly arrival: Arrival | null; readonly stretch: Stretch | null };
  readonly 'pig-resumed': { readonly speed: number };
  readonly 'over-speed': { readonly speed: number; readonly expected: number };
  readonly 'under-speed': { readonly speed: number; readonly expected: number };
  readonly 'agm-offline': { readonly lastHeartbeatAt: number | null; readonly dueAt: number | null };
  readonly 'agm-battery': { readonly batteryMv: number; readonly dueAt: number | null };
}

/** What somebody may be told of, for as long as it holds. */
export type Cause = {
  readonly [Kind in AlertKind]: {
    readonly kind: Kind;
    /** The same for as long as it is the same cause. */
    readonly key: string;
    /** The marker, or the receive site, that it is about; null: the pig, wherever it is. */
    readonly markerName: string | null;
    readonly isEnd: boolean;
    readonly uid: number | null;
  } & Facts[Kind];
}[AlertKind];

interface Moment {
  readonly outlook: Outlook;
  readonly devices: ReadonlyMap<number, WatchedDevice>;
  /** Keys of the causes that held when it was looked last. */
  readonly held: ReadonlySet<string>;
  readonly now: number;
}

const ofPig = { markerName: null, isEnd: false, uid: null };
const ofStop = ({ name, isEnd }: Stop) => ({ markerName: name, isEnd, uid: null });

function findArriving({ outlook, held, now }: Moment): Cause[] {
  const { next, arrivals } = outlook;
  const arrival = next && arrivals.get(next.name);
  if (!arrival) return [];
  return ARRIVING.flatMap(([kind, beforeMs]): Cause[] => {
    const key = `${kind} ${arrival.name}`;
    const leftMs = arrival.expectedAt - now;
    const holds = held.has(key) ? leftMs <= beforeMs * ARRIVING_ENDS_BEYOND : leftMs > 0 && leftMs <= beforeMs;
    return holds ? [{ kind, key, ...ofStop(arrival), arrival }] : [];
  });
}

function findStretch({ run, reckoning: { seen } }: Outlook, to: Stop | null): Stretch | null {
  const last: SeenPoint | undefined = seen.at(-1);
  const marker = last && run.path.markers[last.at];
  if (!last || !marker || !to) return null;
  return { from: { name: marker.name, distanceM: last.distanceM, isEnd: false }, seenAt: last.seenAt, to };
}

const missedKey = (name: string) => `marker-missed ${name}`;

/** What was passed without being heard, and the next marker once that is likely. */
function findMissed({ outlook, held, now }: Moment): Cause[] {
  const passed = outlook.passed.map((name): Cause => ({
    kind: 'marker-missed',
    key: missedKey(name),
    ...ofPig,
    markerName: name,
    arrival: null,
    stretch: null,
  }));
  const [silent] = outlook.silent;
  const arrival = silent && !silent.isEnd ? outlook.arrivals.get(silent.name) : null;
  if (!arrival || now <= arrival.latestAt + MISSED_AFTER_MS) return passed;
  const key = missedKey(arrival.name);
  const isMissed = held.has(key) || oddsOfMissing(outlook, arrival, now) > MISSED_ABOVE;
  return isMissed
    ? [...passed, { kind: 'marker-missed', key, ...ofStop(arrival), arrival, stretch: findStretch(outlook, arrival) }]
    : passed;
}

/** One silent marker may have missed the pig; where the next is silent too, or there is none, the pig is late. */
function findAwaited({ silent, arrivals }: Outlook, missed: readonly Cause[]): Arrival | null {
  const isMissed = ({ name }: Stop) => missed.some(({ markerName }) => markerName === name);
  const awaited = silent.find((stop) => !isMissed(stop));
  return (awaited && arrivals.get(awaited.name)) ?? null;
}

/** Late, stopped, or on its way again after that. */
function findHalt(moment: Moment, missed: readonly Cause[]): Cause[] {
  const { outlook, held, now } = moment;
  const { base, speed } = outlook.reckoning;
  if (!base) return [];
  const isPut = speed <= 0;
  const awaited = findAwaited(outlook, missed);
  const goesBeyond = ({ odds, afterMs }: typeof LATE) =>
    awaited !== null && now > awaited.latestAt + afterMs && oddsOfWaiting(outlook, awaited, now) < odds;
  const stretch = findStretch(outlook, awaited ?? outlook.next);
  const late: Cause[] =
    awaited && goesBeyond(LATE) ? [{ kind: 'pig-late', key: 'pig-late', ...ofPig, arrival: awaited, stretch }] : [];
  // At the receive site nothing hears it: there somebody has to say that it came.
  if (isPut || (awaited?.isEnd === false && goesBeyond(STOPPED))) {
    return [...late, { kind: 'pig-stopped', key: 'pig-stopped', ...ofPig, arrival: isPut ? null : awaited, stretch }];
  }
  const hasResumed = held.has('pig-stopped') || held.has('pig-resumed');
  return hasResumed ? [...late, { kind: 'pig-resumed', key: 'pig-resumed', ...ofPig, speed }] : late;
}

function findSpeed({ outlook, held }: Moment): Cause[] {
  const {
    reckoning: { calculatedSpeed: speed },
    run: {
      path: { expectedSpeed: expected },
    },
  } = outlook;
  if (speed <= 0 || expected <= 0) return [];
  const over = speed / expected - 1;
  const isBeyond = (kind: 'over-speed' | 'under-speed', by: number) =>
    by > (held.has(kind) ? SPEED_ENDS : SPEED_BEGINS);
  if (isBeyond('over-speed', over)) return [{ kind: 'over-speed', key: 'over-speed', ...ofPig, speed, expected }];
  return isBeyond('under-speed', -over) ? [{ kind: 'under-speed', key: 'under-speed', ...ofPig, speed, expected }] : [];
}

const listUidsOf = ({ linkedUid, autoLinkedUids }: Pick<Marker, 'linkedUid' | 'autoLinkedUids'>): number[] => [
  ...new Set(linkedUid === null ? autoLinkedUids : [linkedUid, ...autoLinkedUids]),
];

/** The devices of the next markers: those in time to be mended. */
export function listUidsAhead(outlook: Outlook): number[] {
  return outlook.ahead.flatMap(listUidsOf);
}

const isGone = (device: WatchedDevice, now: number) =>
  ['offline', 'unknown'].includes(findPresence(device, now)) && now - (device.lastHeartbeatAt ?? 0) > OFFLINE_AFTER_MS;

function isLow(batteryMv: number, isHeld: boolean): boolean {
  return chooseBatteryLevel(batteryMv) <= LOW_BATTERY + (isHeld ? 1 : 0);
}

function findDevices({ outlook, devices, held, now }: Moment): Cause[] {
  return outlook.ahead.flatMap((marker) => {
    const dueAt = outlook.arrivals.get(marker.name)?.expectedAt ?? null;
    return listUidsOf(marker).flatMap((uid): Cause[] => {
      const device = devices.get(uid);
      if (!device) return [];
      const { batteryMv, lastHeartbeatAt } = device;
      const [offlineKey, batteryKey] = [`agm-offline ${uid}`, `agm-battery ${uid}`];
      const at = { markerName: marker.name, isEnd: false, uid, dueAt };
      const offline: Cause[] = isGone(device, now)
        ? [{ kind: 'agm-offline', key: offlineKey, ...at, lastHeartbeatAt }]
        : [];
      const isEmpty = batteryMv !== null && isLow(batteryMv, held.has(batteryKey));
      return isEmpty ? [...offline, { kind: 'agm-battery', key: batteryKey, ...at, batteryMv }] : offline;
    });
  });
}

/** A run that is over, or not launched yet, warns of nothing. */
export function findCauses(moment: Moment): Cause[] {
  const {
    run: { launchAt, recieveAt },
  } = moment.outlook;
  if (launchAt === null || launchAt > moment.now || recieveAt !== null) return [];
  const missed = findMissed(moment);
  return [
    ...findArriving(moment),
    ...missed,
    ...findHalt(moment, missed),
    ...findSpeed(moment),
    ...findDevices(moment),
  ];
}
