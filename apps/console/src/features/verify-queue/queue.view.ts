import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import { findMarker, passageIdOf, passageKey, type RunPassage } from '@waymark/domain/run/run';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import { listOpenPassages } from '#/features/runs/to-verify.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';

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
  if (lateS === null) return 'no expected time';
  const whole = Math.round(Math.abs(lateS));
  if (whole === 0) return 'on time to the second';
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const words = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return `${words} ${lateS > 0 ? 'late' : 'early'}`;
}

interface Point {
  readonly name: string;
  readonly distanceM: number;
  readonly at: number;
}

function listConfirmed({ run }: TrackedRun): Point[] {
  const launch = run.launchAt === null ? [] : [{ name: 'the launch', distanceM: 0, at: run.launchAt }];
  const verified = run.passages.flatMap(({ isVerified, markerName, passageAt }): Point[] => {
    const marker = isVerified ? findMarker(run, markerName) : undefined;
    return marker ? [{ name: marker.name, distanceM: marker.fromLaunchM, at: passageAt }] : [];
  });
  return [...launch, ...verified].toSorted((one, other) => one.distanceM - other.distanceM);
}

const writeLeg = (words: string, from: Point, to: Point): string => {
  const seconds = (to.at - from.at) / 1000;
  if (seconds <= 0) return `${words}: impossible, the times are in the wrong order`;
  const mph = metresPerSecondToMph(metresPerSecond((to.distanceM - from.distanceM) / seconds));
  return `${words}: ${mph.toFixed(2)} mph`;
};

/** The speeds that the passage implies on the legs from and to its confirmed neighbours. */
export function describeNeighbours({ tracked, passage }: QueueItem): readonly string[] {
  const marker = findMarker(tracked.run, passage.markerName);
  if (!marker) return [];
  const here = { name: marker.name, distanceM: marker.fromLaunchM, at: passage.passageAt };
  const confirmed = listConfirmed(tracked);
  const before = confirmed.findLast(({ distanceM }) => distanceM < here.distanceM);
  const after = confirmed.find(({ distanceM }) => distanceM > here.distanceM);
  return [
    ...(before ? [writeLeg(`Since ${before.name}`, before, here)] : []),
    ...(after ? [writeLeg(`To ${after.name}`, here, after)] : []),
  ];
}

/** Returns the choice after the queue has changed: the same item, else the one that took its place. */
export function keepChosen(keys: readonly string[], chosen: string | null, at: number): string | null {
  if (chosen !== null && keys.includes(chosen)) return chosen;
  return keys[Math.min(at, keys.length - 1)] ?? null;
}

export const nameItem = ({ tracked, passage }: QueueItem) =>
  `${tracked.run.pig} at ${passage.markerName ?? 'no marker'}`;

export const describeNearest = (nearest: QueueItem['nearest']): string =>
  nearest.length === 0
    ? 'place unknown'
    : nearest.map(({ name, distanceM }) => `${name} ${(distanceM / 1000).toFixed(1)} km`).join(', ');
