import { chooseBatteryLevel } from '../../device/battery.ts';
import type { Uid } from '../../ids.ts';
import type { Marker } from '../../path/marker.ts';
import type { AlertKind } from '../../path/notification-rule.ts';
import { findPresence, LOW_BATTERY, type DeviceState } from '../../path/readiness.ts';
import { isHeartbeatActive } from '../../presence/presence.ts';
import type { RunPassage } from '../run.ts';
import { findNext, findNextArrival, listNextMarkers } from '../estimate/due.ts';
import { predictArrival } from '../estimate/estimate.ts';
import { knowRun, type Knowledge, type Stretch } from '../estimate/knowledge.ts';
import type { Arrival, Outlook, Stop } from '../estimate/outlook.ts';

// Alerts beyond launch, passages and receive: the causes that hold for a run at a given time. The threshold that ends a
// cause differs from the one that begins it (hysteresis), so a value on the edge is reported once.

const MINUTE_MS = 60_000;

/** Times before the next marker is due. */
const ARRIVING = [
  ['arriving-30', 30 * MINUTE_MS],
  ['arriving-15', 15 * MINUTE_MS],
] as const;
const ARRIVING_ENDS_BEYOND = 1.2;

/** Deviation of the speed between two markers, as a share of the expected speed. */
const SPEED_BEGINS = 0.25;
const SPEED_ENDS = 0.2;

/** A device that drops out for less than this is not reported. */
const OFFLINE_AFTER_MS = 5 * MINUTE_MS;

export type DeviceAhead = Pick<DeviceState, 'uid' | 'isConnected' | 'wakesAt' | 'lastHeartbeatAt' | 'batteryMv'>;

export interface WatchedDevice extends DeviceAhead {
  readonly powerMode: number | null;
  readonly schedule: number | null;
}

/** Settings of a company. 0: it wants no such alert. */
export interface AlertLimits {
  /** Minutes since the launch or the last passage. */
  readonly unheardMinutes: number;
  /** Minutes since the server got a passage that no one has verified. */
  readonly waitingMinutes: number;
}
export const DEFAULT_ALERT_LIMITS: AlertLimits = { unheardMinutes: 180, waitingMinutes: 30 };
/** The longest time that a company may set. */
export const MOST_LIMIT_MINUTES = 2880;

interface Facts {
  readonly 'arriving-30': { readonly arrival: Arrival };
  readonly 'arriving-15': { readonly arrival: Arrival };
  /** The arrival is null once the pig was seen further on. */
  readonly 'marker-missed': { readonly arrival: Arrival | null; readonly stretch: Stretch | null };
  /** `missedName`: the marker before the arrival if it is silent too. */
  readonly 'pig-late': {
    readonly arrival: Arrival;
    readonly stretch: Stretch | null;
    readonly missedName: string | null;
  };
  /** The arrival is null where a user has set the speed to 0. */
  readonly 'pig-stopped': {
    readonly arrival: Arrival | null;
    readonly stretch: Stretch | null;
    readonly missedName: string | null;
  };
  readonly 'pig-resumed': { readonly speed: number };
  readonly 'over-speed': { readonly speed: number; readonly expected: number };
  readonly 'under-speed': { readonly speed: number; readonly expected: number };
  readonly 'agm-offline': { readonly lastHeartbeatAt: number | null; readonly dueAt: number | null };
  readonly 'agm-battery': { readonly batteryMv: number; readonly dueAt: number | null };
  /** `lastName` is null: nothing was heard since the launch at `since`. */
  readonly 'pig-unheard': {
    readonly since: number;
    readonly lastName: string | null;
    readonly arrival: Arrival | null;
  };
  /** `heardAt`: of the passages there that wait, the one that has waited longest. */
  readonly 'passage-waits': { readonly heardAt: number };
  readonly 'agm-silent': { readonly lastHeartbeatAt: number; readonly dueAt: number | null };
}

/** A condition that users may be notified of while it holds. */
export type Cause = {
  readonly [Kind in AlertKind]: {
    readonly kind: Kind;
    /** Stable while it is the same cause. */
    readonly key: string;
    /** The marker or receive site concerned; null: the pig itself. */
    readonly markerName: string | null;
    readonly isEnd: boolean;
    readonly uid: Uid | null;
  } & Facts[Kind];
}[AlertKind];

interface Moment {
  readonly outlook: Outlook;
  readonly devices: ReadonlyMap<number, WatchedDevice>;
  /** Keys of the causes that held at the last check. */
  readonly held: ReadonlySet<string>;
  readonly limits?: AlertLimits;
  readonly now: number;
}

const ofPig = { markerName: null, isEnd: false, uid: null };
const ofStop = ({ name, isEnd }: Stop) => ({ markerName: name, isEnd, uid: null });

/** The arrival at the next marker and, if no AGM stands there, at the first place where an arrival would be noticed. */
function listComing(outlook: Outlook, now: number): Arrival[] {
  const next = findNextArrival(outlook, now);
  if (!next) return [];
  const isUnwatched = outlook.facts.get(next.name) === 'unwatched' && !next.isEnd;
  const [noticed] = outlook.silent;
  return isUnwatched && noticed ? [next, noticed] : [next];
}

function findArriving({ outlook, held, now }: Moment): Cause[] {
  return listComing(outlook, now).flatMap((arrival) =>
    ARRIVING.flatMap(([kind, beforeMs]): Cause[] => {
      const key = `${kind} ${arrival.name}`;
      const leftMs = arrival.expectedAt - now;
      const holds = held.has(key) ? leftMs <= beforeMs * ARRIVING_ENDS_BEYOND : leftMs > 0 && leftMs <= beforeMs;
      return holds ? [{ kind, key, ...ofStop(arrival), arrival }] : [];
    }),
  );
}

const missedKey = (name: string) => `marker-missed ${name}`;

/** Markers that the pig has passed unheard, and the next marker once a miss is likely. */
function findMissed({ outlook }: Moment, { probablyMissed, confirmed }: Knowledge): Cause[] {
  const passed = outlook.passed.map((name): Cause => ({
    kind: 'marker-missed',
    key: missedKey(name),
    ...ofPig,
    markerName: name,
    arrival: null,
    stretch: null,
  }));
  if (!probablyMissed) return passed;
  const stretch = confirmed && { from: confirmed, to: probablyMissed };
  const key = missedKey(probablyMissed.name);
  return [...passed, { kind: 'marker-missed', key, ...ofStop(probablyMissed), arrival: probablyMissed, stretch }];
}

/** Late, stopped, or moving again after a stop. */
function findHalt({ outlook, held, now }: Moment, knowledge: Knowledge): Cause[] {
  const { base, speed } = outlook.reckoning;
  if (!base) return [];
  const { awaited, halt, confirmed, probablyMissed } = knowledge;
  const isStoppedByUser = speed <= 0;
  const to = awaited ?? findNext(outlook, now);
  const stretch: Stretch | null = confirmed && to && { from: confirmed, to };
  const missedName = probablyMissed?.name ?? null;
  const late: Cause[] =
    awaited && halt ? [{ kind: 'pig-late', key: 'pig-late', ...ofPig, arrival: awaited, stretch, missedName }] : [];
  if (isStoppedByUser || halt === 'stopped') {
    const arrival = isStoppedByUser ? null : awaited;
    return [...late, { kind: 'pig-stopped', key: 'pig-stopped', ...ofPig, arrival, stretch, missedName }];
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

export const listUidsOf = ({ linkedUid, autoLinkedUids }: Pick<Marker, 'linkedUid' | 'autoLinkedUids'>): number[] => [
  ...new Set(linkedUid === null ? autoLinkedUids : [linkedUid, ...autoLinkedUids]),
];

/** The devices at the next markers: there is still time to repair them. */
export function listUidsAhead(outlook: Outlook, now: number): number[] {
  return listNextMarkers(outlook, now).flatMap(listUidsOf);
}

/** Connected, and silent for longer than its mode allows. A device that was never heard has just connected. */
const isSilent = (device: WatchedDevice, now: number) =>
  findPresence(device, now) === 'online' &&
  !isHeartbeatActive(device.lastHeartbeatAt, device.powerMode, device.schedule, now);

export const isGone = (device: DeviceAhead, now: number) =>
  ['offline', 'unknown'].includes(findPresence(device, now)) && now - (device.lastHeartbeatAt ?? 0) > OFFLINE_AFTER_MS;

export function isLow(batteryMv: number, isHeld = false): boolean {
  return chooseBatteryLevel(batteryMv) <= LOW_BATTERY + (isHeld ? 1 : 0);
}

function findDevices({ outlook, devices, held, now }: Moment): Cause[] {
  return listNextMarkers(outlook, now).flatMap((marker) => {
    const dueAt = predictArrival(outlook.reckoning, marker.fromLaunchM);
    return listUidsOf(marker).flatMap((uid): Cause[] => {
      const device = devices.get(uid);
      if (!device) return [];
      const { batteryMv, lastHeartbeatAt } = device;
      const batteryKey = `agm-battery ${uid}`;
      const at = { markerName: marker.name, isEnd: false, uid, dueAt };
      const offline: Cause[] = isGone(device, now)
        ? [{ kind: 'agm-offline', key: `agm-offline ${uid}`, ...at, lastHeartbeatAt }]
        : lastHeartbeatAt !== null && isSilent(device, now)
          ? [{ kind: 'agm-silent', key: `agm-silent ${uid}`, ...at, lastHeartbeatAt }]
          : [];
      const isEmpty = batteryMv !== null && isLow(batteryMv, held.has(batteryKey));
      return isEmpty ? [...offline, { kind: 'agm-battery', key: batteryKey, ...at, batteryMv }] : offline;
    });
  });
}

/** Nothing was heard for so long, whether or not the pig is late. */
function findUnheard({ outlook, limits = DEFAULT_ALERT_LIMITS, now }: Moment): Cause[] {
  const { lastHeard, run } = outlook;
  const since = Math.max(lastHeard?.at ?? 0, run.launchAt ?? 0);
  if (limits.unheardMinutes === 0 || now - since < limits.unheardMinutes * MINUTE_MS) return [];
  const lastName = lastHeard && lastHeard.at >= since ? lastHeard.name : null;
  const arrival = findNextArrival(outlook, now);
  return [{ kind: 'pig-unheard', key: 'pig-unheard', ...ofPig, since, lastName, arrival }];
}

/** A passage that reaches the server hours late, by a relay for example, could not be verified before. */
const verifiableFrom = ({ passageAt, receivedAt = passageAt }: RunPassage) => Math.max(passageAt, receivedAt);

/** Passages that may be the pig and that no one has verified for so long. */
function findWaiting({ outlook, limits = DEFAULT_ALERT_LIMITS, now }: Moment): Cause[] {
  const { waitingMinutes } = limits;
  if (waitingMinutes === 0) return [];
  return [...outlook.waiting].flatMap((markerName): Cause[] => {
    const since = outlook.confirmed?.at ?? 0;
    const [first] = outlook.run.passages
      .filter((passage) => passage.markerName === markerName && !passage.isVerified && passage.passageAt >= since)
      .toSorted((one, other) => verifiableFrom(one) - verifiableFrom(other));
    if (!first || now - verifiableFrom(first) < waitingMinutes * MINUTE_MS) return [];
    const heardAt = first.passageAt;
    return [{ kind: 'passage-waits', key: `passage-waits ${markerName}`, ...ofPig, markerName, heardAt }];
  });
}

/** A run that is completed or not launched yet has no causes. */
export function findCauses(moment: Moment): Cause[] {
  const {
    run: { launchAt, completedAt },
  } = moment.outlook;
  if (launchAt === null || launchAt > moment.now || completedAt !== null) return [];
  const knowledge = knowRun(moment.outlook, moment.now);
  return [
    ...findArriving(moment),
    ...findMissed(moment, knowledge),
    ...findHalt(moment, knowledge),
    ...findSpeed(moment),
    ...findDevices(moment),
    ...findUnheard(moment),
    ...findWaiting(moment),
  ];
}
