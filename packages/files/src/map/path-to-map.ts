import { trackOf } from '@waymark/domain/path/line';
import type { Marker } from '@waymark/domain/path/marker';
import type { PigPath } from '@waymark/domain/path/pig-path';
import type { MapField, MapFile, MapLine, MapPoint } from './map-file.ts';

// A planned path: the line and its markers, in SI units.

export const MARKER_FIELDS: readonly MapField[] = [
  { name: 'number', short: 'NUMBER', kind: 'number' },
  { name: 'kind', short: 'KIND', kind: 'text' },
  { name: 'tracked', short: 'TRACKED', kind: 'text' },
  { name: 'distanceM', short: 'DIST_M', kind: 'number', decimals: 3 },
  { name: 'uid', short: 'UID', kind: 'number' },
  { name: 'note', short: 'NOTE', kind: 'text' },
];

const LINE_FIELDS: readonly MapField[] = [
  { name: 'lengthM', short: 'LENGTH_M', kind: 'number', decimals: 3 },
  { name: 'source', short: 'SOURCE', kind: 'text' },
  { name: 'diameterIn', short: 'DIAM_IN', kind: 'number', decimals: 3 },
  { name: 'expectedSpeed', short: 'SPEED_MS', kind: 'number', decimals: 3 },
];

/** The values of a marker that do not depend on a run. */
export function describeMarker({ description, state, linkedUid, note }: Marker, number: number, distanceM: number) {
  return { number, kind: description, tracked: state === 'TRACK' ? 'yes' : 'no', distanceM, uid: linkedUid, note };
}

function toPoint(marker: Marker, at: number): MapPoint {
  const { name, lat, lon, state, description, fromLaunchM } = marker;
  return {
    name,
    text: `${description}, ${state === 'TRACK' ? 'tracked' : 'not tracked'}, planned`,
    values: describeMarker(marker, at + 1, fromLaunchM),
    place: { lat, lon },
    altitudeM: null,
  };
}

/** The line as the product draws and measures it. */
export function describeLine(path: PigPath): Pick<MapFile, 'line' | 'lineFields'> {
  const { points, lengthM } = trackOf(path);
  const isDrawn = path.pigLineKml !== null && path.pigLineKml.length > 1;
  const source = isDrawn ? 'line file' : 'straight between markers';
  const line: MapLine = {
    name: path.name,
    text: `Line, ${source}`,
    points,
    values: {
      lengthM: path.markers.at(-1)?.fromLaunchM ?? lengthM,
      source,
      diameterIn: path.pipelineDiameter,
      expectedSpeed: path.expectedSpeed,
    },
  };
  return { line, lineFields: LINE_FIELDS };
}

export const pathToMap = (path: PigPath): MapFile => ({
  name: path.name,
  text: 'Plan of a pig run. Distances in metres.',
  ...describeLine(path),
  markers: path.markers.map(toPoint),
  markerFields: MARKER_FIELDS,
});
