import type { Place } from '../geo/great-circle.ts';
import { projectToTrack } from '../geo/track.ts';
import type { Uid } from '../ids.ts';
import { trackOf } from '../path/line.ts';
import type { Marker } from '../path/marker.ts';
import type { Run } from '../run/run.ts';
import type { MarkerRow } from './default-report.ts';
import { judgeTime, type PassageTime } from './passage-uncertainty.ts';
import { readAltitude } from './report-columns.ts';

// The control points that an in-line inspection is aligned with: tracked markers, and the stretches without one.

export interface ControlPoint {
  /** Counts all markers of the run; the launch site is 1. */
  readonly number: number;
  readonly marker: Marker;
  readonly type: string;
  /** null: no verified passage. */
  readonly at: number | null;
  /** null: no verified passage. */
  readonly time: PassageTime | null;
  readonly verifiedBy: string | null;
  readonly uid: Uid | null;
  /** The box by its own GPS; null: not known. */
  readonly boxPlace: Place | null;
  readonly altitudeM: number | null;
  /** Metres from the marker to the drawn line; null: the line is only the connection of the markers. */
  readonly offsetM: number | null;
}

/** A stretch between neighbouring control points with a verified passage, or the ends of the line. */
export interface ControlGap {
  readonly from: string;
  readonly to: string;
  readonly fromM: number;
  readonly toM: number;
}

function measureOffsets({ path }: Pick<Run, 'path'>): (marker: Marker) => number | null {
  if (path.pigLineKml === null || path.pigLineKml.length < 2) return () => null;
  const track = trackOf(path);
  return (marker) => projectToTrack(track, marker).offsetM;
}

/** `findSatellites`: of the heartbeat nearest to the passage of a row; null: none within ten minutes. */
export function listControlPoints(
  run: Run,
  rows: readonly MarkerRow[],
  findSatellites: (row: MarkerRow) => number | null,
): ControlPoint[] {
  const measureOffset = measureOffsets(run);
  return rows
    .filter(({ marker }) => marker.state === 'TRACK')
    .map((row): ControlPoint => {
      const { number, marker, type, passage, facts } = row;
      return {
        number,
        marker,
        type,
        at: passage && passage.passageAt,
        time: passage && judgeTime(passage, findSatellites(row)),
        verifiedBy: passage?.verifiedBy ?? null,
        uid: passage?.uid ?? marker.linkedUid,
        boxPlace: facts.place,
        altitudeM: readAltitude(facts.altitudeMm),
        offsetM: measureOffset(marker),
      };
    });
}

/** The stretches longer than `limitM`. Launch and receive count as control points: their places are known. */
export function listControlGaps(run: Run, points: readonly ControlPoint[], limitM: number): ControlGap[] {
  const ends = [run.path.markers[0], run.path.markers.at(-1)];
  const passed = points.flatMap(({ at, marker }) => (at === null ? [] : [marker]));
  const good = [ends[0], ...passed, ends[1]].flatMap((marker) => marker ?? []);
  return good.slice(1).flatMap((to, at): ControlGap[] => {
    const from = good[at];
    if (!from || to.fromLaunchM - from.fromLaunchM <= limitM) return [];
    return [{ from: from.name, to: to.name, fromM: from.fromLaunchM, toM: to.fromLaunchM }];
  });
}
