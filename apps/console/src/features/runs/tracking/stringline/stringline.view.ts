import type { Forecast } from '@waymark/domain/run/forecast';
import { estimateArrival } from '@waymark/domain/run/interval';
import { predictArrival } from '@waymark/domain/run/estimate';
import { listMissing } from '@waymark/domain/run/missing';
import { findMarker, isManual, passageIdOf, passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import type { Marker } from '@waymark/domain/path/marker';
import type { LiveRun } from '../use-live-run.ts';

// A run as a tracking engineer draws it: distance across, time down.

/** Metres from the launch site, and UTC milliseconds. */
export interface StringPoint {
  readonly distanceM: number;
  readonly at: number;
}

export type DotKind = 'verified' | 'manual' | 'unverified' | 'missed';

export interface Dot extends StringPoint {
  readonly key: string;
  readonly kind: DotKind;
  readonly markerName: string;
  /** Whose chart a click opens; null: it has none. */
  readonly opens: { readonly uid: number; readonly passageId: number } | null;
}

/** From one point at which the pig was seen to the next. */
export interface Leg {
  readonly from: number;
  readonly to: number;
  /** Metres per second. */
  readonly speed: number;
}

export interface NextMarker {
  readonly name: string;
  readonly distanceM: number;
  readonly at: number;
  readonly earliest: number | null;
  readonly latest: number | null;
}

export interface Stringline {
  readonly lengthM: number;
  readonly from: number;
  readonly to: number;
  /** Where the pig is now, or was received. */
  readonly now: StringPoint;
  readonly isOver: boolean;
  readonly plan: readonly StringPoint[];
  readonly tracked: readonly StringPoint[];
  /** Empty: paused. */
  readonly expected: readonly StringPoint[];
  /** Earliest times on the way out, latest on the way back. */
  readonly band: readonly StringPoint[];
  readonly dots: readonly Dot[];
  readonly legs: readonly Leg[];
  readonly next: readonly NextMarker[];
}

const MOST_NEXT = 5;
/** How finely the band is drawn. */
const BAND_STEPS = 24;
/** Below the last time there is room for nothing but air. */
const AIR = 0.04;
const HOUR_MS = 3_600_000;

function findTime(points: readonly StringPoint[], distanceM: number): number | null {
  const after = points.findIndex((point) => point.distanceM >= distanceM);
  const [from, to] = [points[after - 1], points[after]];
  if (!to) return null;
  if (!from) return to.at;
  return from.at + ((distanceM - from.distanceM) / (to.distanceM - from.distanceM || 1)) * (to.at - from.at);
}

function kindOf(passage: RunPassage): DotKind {
  if (!passage.isVerified) return 'unverified';
  return isManual(passage) ? 'manual' : 'verified';
}

function toDot(passage: RunPassage, { name, DistanceFromLaunch: distanceM }: Marker): Dot {
  const passageId = passageIdOf(passage);
  const opens = passage.uid === null || passageId === null ? null : { uid: passage.uid, passageId };
  return { key: passageKey(passage), kind: kindOf(passage), markerName: name, distanceM, at: passage.passageAt, opens };
}

/** Of a run that is over every tracked marker without a verified passage was missed, also the last ones. */
function listMissed(run: Run): Marker[] {
  if (run.recieveAt === null) return listMissing(run);
  const verified = new Set(run.passages.flatMap(({ isVerified, markerName }) => (isVerified ? [markerName] : [])));
  return run.path.markers.filter(({ name, state }) => state === 'TRACK' && !verified.has(name));
}

function listDots({ run }: Pick<LiveRun, 'run'>, tracked: readonly StringPoint[]): Dot[] {
  const seen = run.passages.flatMap((passage) => {
    const marker = findMarker(run, passage.markerName);
    return marker ? [toDot(passage, marker)] : [];
  });
  const missed = listMissed(run).flatMap(({ name, DistanceFromLaunch: distanceM }): Dot[] => {
    const at = findTime(tracked, distanceM);
    return at === null ? [] : [{ key: `missed ${name}`, kind: 'missed', markerName: name, distanceM, at, opens: null }];
  });
  return [...seen, ...missed];
}

function listBand(forecast: Forecast, now: StringPoint, lengthM: number): StringPoint[] {
  const steps = Array.from(
    { length: BAND_STEPS },
    (_none, step) => now.distanceM + ((lengthM - now.distanceM) * (step + 1)) / BAND_STEPS,
  );
  const spans = steps.flatMap((distanceM) => {
    const span = estimateArrival(forecast, distanceM, now.at);
    return span ? [{ distanceM, early: now.at + 1000 * span.lowS, late: now.at + 1000 * span.highS }] : [];
  });
  if (spans.length === 0) return [];
  return [
    now,
    ...spans.map(({ distanceM, early: at }) => ({ distanceM, at })),
    ...spans.toReversed().map(({ distanceM, late: at }) => ({ distanceM, at })),
  ];
}

function listNext({ run, reckoning }: LiveRun, forecast: Forecast | null, now: number): NextMarker[] {
  const verified = new Set(reckoning.seen.map(({ at }) => at));
  const ahead = run.path.markers.filter(
    ({ state }, at) => state === 'TRACK' && reckoning.next >= 0 && at >= reckoning.next && !verified.has(at),
  );
  return ahead.slice(0, MOST_NEXT).flatMap(({ name, DistanceFromLaunch: distanceM }): NextMarker[] => {
    const at = predictArrival(reckoning, distanceM);
    if (at === null) return [];
    const span = forecast && estimateArrival(forecast, distanceM, now);
    return [{ name, distanceM, at, earliest: span && now + 1000 * span.lowS, latest: span && now + 1000 * span.highS }];
  });
}

function listLegs(points: readonly StringPoint[]): Leg[] {
  return points.flatMap((to, at): Leg[] => {
    const from = points[at - 1];
    return from && to.at > from.at
      ? [{ from: from.at, to: to.at, speed: ((to.distanceM - from.distanceM) / (to.at - from.at)) * 1000 }]
      : [];
  });
}

/** `now` does not matter for a run that is over: it stays as it was when the pig was received. */
export function drawStringline(live: LiveRun, forecast: Forecast | null, now: number): Stringline {
  const { run, course, reckoning, estimate } = live;
  const { lengthM } = course;
  const launchAt = run.launchAt ?? now;
  const isOver = run.recieveAt !== null;
  const here =
    run.recieveAt === null ? { distanceM: estimate.distanceM, at: now } : { distanceM: lengthM, at: run.recieveAt };
  const seen = reckoning.seen.map(({ distanceM, seenAt: at }) => ({ distanceM, at }));
  const endAt = isOver || estimate.isPaused ? null : predictArrival(reckoning, lengthM);
  const isOnItsWay = endAt !== null && endAt > here.at;
  const plan =
    run.path.expectedSpeed > 0
      ? [
          { distanceM: 0, at: launchAt },
          { distanceM: lengthM, at: launchAt + (lengthM / run.path.expectedSpeed) * 1000 },
        ]
      : [];
  const tracked = [...seen, here];
  const band = forecast && isOnItsWay ? listBand(forecast, here, lengthM) : [];
  const last = Math.max(
    here.at,
    endAt ?? here.at,
    launchAt + HOUR_MS,
    ...plan.map(({ at }) => at),
    ...band.map(({ at }) => at),
  );
  return {
    lengthM,
    from: launchAt,
    to: last + AIR * (last - launchAt),
    now: here,
    isOver,
    plan,
    tracked,
    expected: isOnItsWay ? [here, { distanceM: lengthM, at: endAt }] : [],
    band,
    dots: listDots(live, tracked),
    legs: listLegs(isOver ? tracked : seen),
    next: isOver ? [] : listNext(live, forecast, now),
  };
}

/** "8 verified, 1 manual, 2 missed"; what there is none of is left out. */
export function countDots(dots: readonly Dot[]): string {
  const kinds: readonly DotKind[] = ['verified', 'manual', 'unverified', 'missed'];
  const counts = kinds
    .map((kind) => [dots.filter((dot) => dot.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0);
  return counts.length === 0 ? 'none' : counts.map(([count, kind]) => `${count} ${kind}`).join(', ');
}
