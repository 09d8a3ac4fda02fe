import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import { findMarker, isManual, passageIdOf, passageKey, type RunPassage } from '@waymark/domain/run/run';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { listOpenPassages } from '#/features/runs/to-verify.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';

/** A passage about which a user has to decide. */
export interface QueueItem {
  readonly key: string;
  readonly tracked: TrackedRun;
  readonly passage: RunPassage;
  readonly uid: number;
  readonly passageId: number;
  /** After the expected time; negative: before it. null: no expectation. */
  readonly lateS: number | null;
  /** For a passage at no marker. */
  readonly nearest: readonly { readonly name: string; readonly distanceM: number }[];
}

export interface Queue {
  /** The oldest first. */
  readonly toVerify: readonly QueueItem[];
  /** Heard by AGMs of a run, but at none of its markers. The newest first. */
  readonly atNoMarker: readonly QueueItem[];
}

const NEAREST = 2;

function listNearest({ run }: TrackedRun, { place }: RunPassage): QueueItem['nearest'] {
  if (place === null) return [];
  return run.path.markers
    .map((marker) => ({ name: marker.name, distanceM: computeDistanceM(place, marker) }))
    .toSorted((one, other) => one.distanceM - other.distanceM)
    .slice(0, NEAREST);
}

function toItem(tracked: TrackedRun, passage: RunPassage): QueueItem[] {
  const passageId = passageIdOf(passage);
  if (passage.uid === null || passageId === null) return [];
  const marker = findMarker(tracked.run, passage.markerName);
  // Behind the confirmed place there is no expectation any more.
  const placeM = marker ? marker.fromLaunchM : 0;
  const isAhead = placeM > (tracked.reckoning.base?.distanceM ?? 0);
  const expectedAt = isAhead ? predictArrival(tracked.reckoning, placeM) : null;
  return [
    {
      key: `${tracked.run.runId} ${passageKey(passage)}`,
      tracked,
      passage,
      uid: passage.uid,
      passageId,
      lateS: expectedAt === null ? null : (passage.passageAt - expectedAt) / 1000,
      nearest: marker ? [] : listNearest(tracked, passage),
    },
  ];
}

export function listQueue(runs: readonly TrackedRun[]): Queue {
  const byTime = runs
    .flatMap((tracked) => listOpenPassages(tracked.run).flatMap((passage) => toItem(tracked, passage)))
    .toSorted((one, other) => one.passage.passageAt - other.passage.passageAt);
  const isAtMarker = ({ passage }: QueueItem) => passage.markerName !== null;
  return { toVerify: byTime.filter(isAtMarker), atNoMarker: byTime.filter((item) => !isAtMarker(item)).toReversed() };
}

/** "2:10 late", "0:30 early", "on time to the second" */
export function describeLateness(lateS: number | null): string {
  if (lateS === null) return t('no expected time');
  const whole = Math.round(Math.abs(lateS));
  if (whole === 0) return t('on time to the second');
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const words = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return lateS > 0 ? t('{time} late', { time: words }) : t('{time} early', { time: words });
}

/** A marker on one side of a passage at which the pig was confirmed or may have been heard, or the launch. */
export interface Neighbour {
  readonly name: string;
  readonly at: number;
  readonly state: 'launch' | 'verified' | 'set by hand' | 'not verified';
  /** The speed on the leg between the two, in metres per second; null: their times are in the wrong order. */
  readonly speed: number | null;
}

export const STATE_WORDS: Readonly<Record<Neighbour['state'], string>> = {
  launch: t('launch'),
  verified: t('verified'),
  'set by hand': t('set by hand'),
  'not verified': t('not verified'),
};

interface Point extends Omit<Neighbour, 'speed'> {
  readonly distanceM: number;
}

/** The launch, and each heard marker with its verified passage, else its newest open one. */
function listPoints({ run }: TrackedRun): Point[] {
  const open = new Set(listOpenPassages(run));
  const launch: Point[] =
    run.launchAt === null ? [] : [{ name: t('Launch'), distanceM: 0, at: run.launchAt, state: 'launch' }];
  const heard = run.path.markers.flatMap(({ name, fromLaunchM: distanceM }): Point[] => {
    const passages = run.passages.filter(({ markerName }) => markerName === name);
    const known =
      passages.find(({ isVerified }) => isVerified) ?? passages.findLast((passage) => open.has(passage)) ?? null;
    if (known === null) return [];
    const state = !known.isVerified ? 'not verified' : isManual(known) ? 'set by hand' : 'verified';
    return [{ name, distanceM, at: known.passageAt, state }];
  });
  return [...launch, ...heard];
}

function toNeighbour(point: Point, here: Pick<Point, 'distanceM' | 'at'>): Neighbour {
  const { name, at, state } = point;
  const [from, to] = point.distanceM < here.distanceM ? [point, here] : [here, point];
  const seconds = (to.at - from.at) / 1000;
  return { name, at, state, speed: seconds > 0 ? (to.distanceM - from.distanceM) / seconds : null };
}

/** The nearest point on one side, and the nearest confirmed one if that is another. */
function pickNearest(nearestFirst: readonly Point[]): readonly Point[] {
  const [nearest] = nearestFirst;
  const confirmed = nearestFirst.find(({ state }) => state !== 'not verified');
  if (!nearest) return [];
  return confirmed && confirmed !== nearest ? [nearest, confirmed] : [nearest];
}

/** What the markers before and after the passage say, in the order of the line. */
export function listNeighbours({ tracked, passage }: QueueItem): readonly Neighbour[] {
  const marker = findMarker(tracked.run, passage.markerName);
  if (!marker) return [];
  const here = { distanceM: marker.fromLaunchM, at: passage.passageAt };
  const points = listPoints(tracked);
  const before = points.filter(({ distanceM }) => distanceM < here.distanceM).toReversed();
  const after = points.filter(({ distanceM }) => distanceM > here.distanceM);
  return [...pickNearest(before).toReversed(), ...pickNearest(after)].map((point) => toNeighbour(point, here));
}

export const describeSpeed = ({ speed }: Neighbour, units: UnitSystem): string =>
  speed === null ? t('impossible order') : formatQuantity('speed', speed, units);

/** Returns the choice after the queue has changed: the same item, else the one that took its place. */
export function keepChosen(keys: readonly string[], chosen: string | null, at: number): string | null {
  if (chosen !== null && keys.includes(chosen)) return chosen;
  return keys[Math.min(at, keys.length - 1)] ?? null;
}

export const nameItem = ({ tracked, passage }: QueueItem) =>
  passage.markerName === null
    ? t('{pig} at no marker', { pig: tracked.run.pig })
    : t('{pig} at {marker}', { pig: tracked.run.pig, marker: passage.markerName });

export const describeNearest = (nearest: QueueItem['nearest'], units: UnitSystem): string =>
  nearest.length === 0
    ? t('place unknown')
    : nearest.map(({ name, distanceM }) => `${name} ${formatQuantity('far', distanceM, units, 1)}`).join(', ');
