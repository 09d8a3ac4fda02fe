import { moveFrom, type Place } from '@waymark/domain/geo/great-circle';
import type { Run } from '@waymark/domain/run/run';
import type { Feature, FeatureCollection, Polygon } from 'geojson';
import type { Box } from './run-bounds.ts';

// The distance within which a run links devices to its markers, drawn in true metres.

const CORNERS = 64;
/** A view with more circles is too wide to distinguish them. */
const MOST = 400;

export function outlineCircle(middle: Place, radiusM: number): Place[] {
  const corners = Array.from({ length: CORNERS }, (_, at) => moveFrom(middle, (at * 360) / CORNERS, radiusM));
  return [...corners, ...corners.slice(0, 1)];
}

const METRES_PER_DEGREE = 111_195;

/** Close enough for its circle to reach into the view. */
function reaches({ lat, lon }: Place, radiusM: number, { west, south, east, north }: Box): boolean {
  const degreesLat = radiusM / METRES_PER_DEGREE;
  const degreesLon = degreesLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return lon > west - degreesLon && lon < east + degreesLon && lat > south - degreesLat && lat < north + degreesLat;
}

/** The circles of the markers in view that are linked automatically. */
export function describeCircles(runs: readonly Pick<Run, 'path' | 'auto'>[], view: Box): FeatureCollection<Polygon> {
  const found = runs.flatMap(({ path, auto: { linkDistanceM } }) =>
    path.markers
      .filter((marker) => marker.state === 'TRACK' && marker.autoLink && reaches(marker, linkDistanceM, view))
      .map((marker) => ({ marker, linkDistanceM })),
  );
  const features = found.slice(0, MOST).map(({ marker, linkDistanceM }): Feature<Polygon> => {
    const ring = outlineCircle(marker, linkDistanceM).map(({ lat, lon }) => [lon, lat]);
    return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return { type: 'FeatureCollection', features };
}
