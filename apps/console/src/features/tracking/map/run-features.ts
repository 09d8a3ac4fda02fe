import { t } from '#/language/t.ts';
import type { Place } from '@waymark/domain/geo/great-circle';
import { iconOf, type Marker } from '@waymark/domain/path/marker';
import { drawnDistance } from '@waymark/domain/run/estimate/course';
import type { Knowledge, MarkerKnowledge } from '@waymark/domain/run/estimate/knowledge';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { Feature, LineString, Point } from 'geojson';
import { nameRunPicture } from '#/map/icons/run-icons.ts';
import { nameBadge, type Badge, type PigPicture } from '#/map/icons/tracking-pictures.ts';
import { toPlace } from '#/map/signs/cluster-signs.ts';
import type { MarkerLook, MarkerWeight } from '#/map/signs/lay-out-signs.ts';
import type { BoardMarker } from '#/map/signs/sign-board.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import type { Band, DrawnPig } from './pig-place.ts';
import { sliceTrack } from './slice-track.ts';

// A run as features for the map's layers. Only the pig and the stretch around it change while it moves.

/** Confirmed, expected up to the pig's mark, and ahead of it. */
export type LinePart = 'past' | 'expected' | 'future';
export type RunFeature = Feature<LineString | Point> & { readonly id: string };

const toPosition = ({ lat, lon }: Place) => [lon, lat];

function toLine(id: string, properties: Feature['properties'], places: readonly Place[]): RunFeature[] {
  if (places.length < 2) return [];
  return [{ type: 'Feature', id, properties, geometry: { type: 'LineString', coordinates: places.map(toPosition) } }];
}

/** Length of the stretch that is redrawn while the pig is in it, metres. */
const STRETCH_M = 2000;

export const findStretch = (drawnM: number): number => Math.floor(drawnM / STRETCH_M);

/** The last confirmed place, along the drawn line. */
function findConfirmedM({ reckoning: { base }, course }: TrackedRun): number {
  return base ? drawnDistance(course, base.distanceM) : 0;
}

/** The line before and behind the pig's stretch. Dots are counted from the far ends, so that they do not move. */
export function describeLines(tracked: TrackedRun, stretch: number): RunFeature[] {
  const {
    run: { runId },
    course: { track },
  } = tracked;
  const confirmedM = findConfirmedM(tracked);
  const [fromM, toM] = [stretch * STRETCH_M, Math.max(confirmedM, (stretch + 1) * STRETCH_M)];
  const part = (name: LinePart, places: readonly Place[]) => toLine(`${runId} ${name}`, { part: name }, places);
  return [
    ...part('past', sliceTrack(track, 0, confirmedM)),
    ...part('expected', sliceTrack(track, confirmedM, fromM)),
    ...part('future', sliceTrack(track, toM, track.lengthM)),
  ];
}

export const lineIdsOf = (runId: number): readonly string[] => [
  `${runId} past`,
  `${runId} expected`,
  `${runId} future`,
];

/** The label of the pig: "CLN-16-02" and "3.11 mph" or "overdue". */
export function describePigLabel({ run, reckoning }: TrackedRun, isOverdue: boolean, units: UnitSystem) {
  return { name: run.pig, detail: isOverdue ? t('overdue') : formatQuantity('speed', reckoning.speed, units) };
}

export function describePig(
  tracked: TrackedRun,
  { place, drawnM, bearing }: DrawnPig,
  band: Band | null,
  isOverdue = false,
): RunFeature[] {
  const {
    run: { runId },
    course: { track },
  } = tracked;
  const stretch = findStretch(drawnM);
  const icon: PigPicture = bearing < 0 ? 'pig-flipped' : 'pig';
  const confirmedM = findConfirmedM(tracked);
  const properties = { isPig: true, icon, turn: bearing - 90, isOverdue };
  const part = (name: LinePart, places: readonly Place[]) => toLine(`${runId} ${name}`, { part: name }, places);
  return [
    { type: 'Feature', id: `${runId} pig`, properties, geometry: { type: 'Point', coordinates: toPosition(place) } },
    ...part('expected', sliceTrack(track, Math.max(confirmedM, stretch * STRETCH_M), drawnM)),
    ...part('future', sliceTrack(track, Math.max(confirmedM, drawnM), (stretch + 1) * STRETCH_M)),
    ...(band
      ? toLine(`${runId} band`, { band: isOverdue ? 'search' : 'span' }, sliceTrack(track, band.fromM, band.toM))
      : []),
  ];
}

export const movingIdsOf = (runId: number): readonly string[] => [
  `${runId} pig`,
  `${runId} expected`,
  `${runId} future`,
  `${runId} band`,
];

export function weigh({ state }: Pick<Marker, 'state'>, isEnd: boolean): MarkerWeight {
  if (isEnd) return 'end';
  return state === 'TRACK' ? 'track' : 'mark';
}

const RANKS: Readonly<Record<MarkerWeight, number>> = { mark: 0, track: 1, end: 2 };

/** Markers of several runs may have the same name. */
export const markerKey = (runId: number, name: string) => `${runId} ${name}`;

const BADGE_OF: Readonly<Partial<Record<MarkerKnowledge, Badge>>> = {
  passed: 'verified',
  heard: 'unverified',
  missed: 'missing',
  overdue: 'overdue',
  unwatched: 'unwatched',
};

/** The markers of a run for the layout of signs; an overdue one is an alarm. */
export function placeMarkers(
  { run: { runId, path } }: Pick<TrackedRun, 'run'>,
  states: Knowledge['markers'],
  choose: (runId: number, name: string) => void,
): BoardMarker[] {
  return path.markers.map((marker, at) => {
    const { name, lat, lon, linkedUid, autoLinkedUids } = marker;
    return {
      key: markerKey(runId, name),
      runId,
      lat,
      lon,
      weight: weigh(marker, at === 0 || at === path.markers.length - 1),
      name,
      isAlarmed: states.get(name) === 'overdue',
      uids: linkedUid === null ? autoLinkedUids : [linkedUid],
      choose: () => choose(runId, name),
    };
  });
}

/** The run that each device watches; of several the first. */
export function findLines(runs: readonly Pick<TrackedRun['run'], 'runId' | 'path'>[]): ReadonlyMap<number, number> {
  const lines = new Map<number, number>();
  for (const { runId, path } of runs) for (const uid of path.agms) if (!lines.has(uid)) lines.set(uid, runId);
  return lines;
}

interface DrawnLook extends MarkerLook {
  readonly isSilenced: boolean;
}
export type FindLook = (key: string) => MarkerLook | undefined;
export type FindDrawnLook = (key: string) => DrawnLook | undefined;

/** Describes the markers that have a place on the map. */
export function describeMarkers(
  tracked: Pick<TrackedRun, 'run'>,
  states: Knowledge['markers'],
  findLook: FindDrawnLook,
): RunFeature[] {
  const {
    run: {
      runId,
      path: { markers },
      passages,
    },
  } = tracked;
  const verified = new Set(passages.flatMap(({ isVerified, markerName }) => (isVerified ? [markerName] : [])));
  return markers.flatMap((marker, at): RunFeature[] => {
    const look = findLook(markerKey(runId, marker.name));
    if (!look || look.form === 'hidden') return [];
    const weight = weigh(marker, at === 0 || at === markers.length - 1);
    const state = states.get(marker.name);
    const badge = state && BADGE_OF[state];
    const key = markerKey(runId, marker.name);
    const properties = {
      key,
      weight,
      isDot: look.form === 'dot',
      isOnDevice: look.isOnDevice,
      name: look.hasNameRoom ? marker.name : '',
      icon: nameRunPicture(iconOf(marker)),
      rank: RANKS[weight],
      badge: badge ? nameBadge(badge) : '',
      isSilenced: look.isSilenced,
      isPassed: verified.has(marker.name),
    };
    return [
      {
        type: 'Feature',
        id: key,
        properties,
        geometry: { type: 'Point', coordinates: toPosition(look.isOnDevice ? toPlace(look.at) : marker) },
      },
    ];
  });
}

export const markerIdsOf = ({ run: { runId, path } }: Pick<TrackedRun, 'run'>): readonly string[] =>
  path.markers.map(({ name }) => markerKey(runId, name));
