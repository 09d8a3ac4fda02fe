import type { Place } from '@waymark/domain/geo/great-circle';
import { iconOf, type Marker } from '@waymark/domain/path/marker';
import { listMissing } from '@waymark/domain/run/missing';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import type { Feature, LineString, Point } from 'geojson';
import { nameRunPicture } from '../../../../map/icons/run-icons.ts';
import { nameBadge, type Badge, type PigPicture } from '../../../../map/icons/tracking-pictures.ts';
import type { TrackedRun } from '../tracked-run.ts';
import type { DrawnPig } from './pig-place.ts';
import { sliceTrack } from './slice-track.ts';

// A run as the map's layers take it. What moves with the pig is kept small: the stretch of the line that it is in now, and itself.

type LinePart = 'past' | 'future';
export type RunFeature = Feature<LineString | Point> & { readonly id: string };

const toPosition = ({ lat, lon }: Place) => [lon, lat];

function toLine(id: string, properties: Feature['properties'], places: readonly Place[]): RunFeature[] {
  if (places.length < 2) return [];
  return [{ type: 'Feature', id, properties, geometry: { type: 'LineString', coordinates: places.map(toPosition) } }];
}

/** So long is the stretch that is drawn anew while the pig goes through it, metres. */
const STRETCH_M = 2000;

export const findStretch = (drawnM: number): number => Math.floor(drawnM / STRETCH_M);

/** Before and behind the stretch that the pig is in. Dots are counted from the far end, so that they stand still. */
export function describeLines({ run: { runId }, course: { track } }: TrackedRun, stretch: number): RunFeature[] {
  const part = (name: LinePart, places: readonly Place[]) => toLine(`${runId} ${name}`, { part: name }, places);
  return [
    ...part('past', sliceTrack(track, 0, stretch * STRETCH_M)),
    ...part('future', sliceTrack(track, (stretch + 1) * STRETCH_M, track.lengthM).toReversed()),
  ];
}

export const lineIdsOf = (runId: number): readonly string[] => [`${runId} past`, `${runId} future`];

/** Above the pig: "CLN-16-02  3.11 mph" */
function describePigName({ run, reckoning }: TrackedRun): string {
  return `${run.pig}  ${metresPerSecondToMph(metresPerSecond(reckoning.speed)).toFixed(2)} mph`;
}

/** From where to where along the drawn line the pig may be. */
export interface Band {
  readonly fromM: number;
  readonly toM: number;
}

export function describePig(
  tracked: TrackedRun,
  { place, drawnM, bearing }: DrawnPig,
  band: Band | null,
): RunFeature[] {
  const {
    run: { runId },
    course: { track },
  } = tracked;
  const stretch = findStretch(drawnM);
  const icon: PigPicture = bearing < 0 ? 'pig-flipped' : 'pig';
  const properties = { pig: describePigName(tracked), icon, turn: bearing - 90 };
  const part = (name: LinePart, places: readonly Place[]) => toLine(`${runId} ${name}`, { part: name }, places);
  return [
    { type: 'Feature', id: `${runId} pig`, properties, geometry: { type: 'Point', coordinates: toPosition(place) } },
    ...part('past', sliceTrack(track, stretch * STRETCH_M, drawnM)),
    ...part('future', sliceTrack(track, drawnM, (stretch + 1) * STRETCH_M).toReversed()),
    ...(band ? toLine(`${runId} band`, { isBand: true }, sliceTrack(track, band.fromM, band.toM)) : []),
  ];
}

export const movingIdsOf = (runId: number): readonly string[] => [
  `${runId} pig`,
  `${runId} past`,
  `${runId} future`,
  `${runId} band`,
];

/** end: launch or receive; track: watched; mark: anything else, a dot from afar. */
export type MarkerWeight = 'end' | 'track' | 'mark';

export function weigh({ state }: Pick<Marker, 'state'>, isEnd: boolean): MarkerWeight {
  if (isEnd) return 'end';
  return state === 'TRACK' ? 'track' : 'mark';
}

const RANKS: Readonly<Record<MarkerWeight, number>> = { mark: 0, track: 1, end: 2 };

/** Markers of several runs may have one name. */
export const markerKey = (runId: number, name: string) => `${runId} ${name}`;

/** What is known of each tracked marker's passage; none for those that nothing is known of. */
function judgeMarkers({ run, reckoning }: Pick<TrackedRun, 'run' | 'reckoning'>): ReadonlyMap<string, Badge> {
  const { markers } = run.path;
  const waiting = run.passages.flatMap(({ markerName, isVerified }) =>
    markerName === null || isVerified ? [] : [[markerName, 'unverified'] as const],
  );
  const missing = listMissing(run).map(({ name }) => [name, 'missing'] as const);
  const verified = reckoning.seen.flatMap(({ at, distanceM }) => {
    const marker = markers[at];
    return marker?.state === 'TRACK' && marker.DistanceFromLaunch === distanceM
      ? [[marker.name, 'verified'] as const]
      : [];
  });
  return new Map<string, Badge>([...missing, ...waiting, ...verified]);
}

export function describeMarkers(tracked: Pick<TrackedRun, 'run' | 'reckoning'>): RunFeature[] {
  const {
    run: {
      runId,
      path: { markers },
    },
    reckoning,
  } = tracked;
  const badges = judgeMarkers(tracked);
  const furthest = reckoning.seen.at(-1)?.at ?? -1;
  return markers.map((marker, at) => {
    const weight = weigh(marker, at === 0 || at === markers.length - 1);
    const badge = badges.get(marker.name);
    const key = markerKey(runId, marker.name);
    const properties = {
      key,
      weight,
      name: marker.name,
      icon: nameRunPicture(iconOf(marker)),
      rank: RANKS[weight],
      badge: badge ? nameBadge(badge) : '',
      isPassed: at <= furthest,
    };
    return { type: 'Feature', id: key, properties, geometry: { type: 'Point', coordinates: toPosition(marker) } };
  });
}

export const markerIdsOf = ({ run: { runId, path } }: Pick<TrackedRun, 'run'>): readonly string[] =>
  path.markers.map(({ name }) => markerKey(runId, name));
