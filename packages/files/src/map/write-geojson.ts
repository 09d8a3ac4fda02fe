import type { Place } from '@waymark/domain/geo/great-circle';
import { splitAtAntimeridian } from './antimeridian.ts';
import { writeDegrees, writeMapTime, type MapFeature, type MapField, type MapFile } from './map-file.ts';

// GeoJSON (RFC 7946): WGS 84, lines cut at the antimeridian (section 3.1.9).

const toPosition = ({ lat, lon }: Place, altitudeM: number | null = null): number[] => [
  Number(writeDegrees(lon)),
  Number(writeDegrees(lat)),
  ...(altitudeM === null ? [] : [altitudeM]),
];

function toProperties({ name, text, values }: MapFeature, fields: readonly MapField[]) {
  const entries = fields.map((field) => {
    const value = values[field.name] ?? null;
    return [field.name, field.kind === 'time' && value !== null ? writeMapTime(Number(value)) : value] as const;
  });
  return { name, text, ...Object.fromEntries(entries) };
}

function toLineGeometry(points: readonly Place[]) {
  const pieces = splitAtAntimeridian(points).map((piece) => piece.map((place) => toPosition(place)));
  if (pieces.length === 0) return null;
  return pieces.length === 1
    ? { type: 'LineString', coordinates: pieces[0] }
    : { type: 'MultiLineString', coordinates: pieces };
}

export function* listGeoJson({
  name,
  text,
  line,
  lineFields,
  markers,
  markerFields,
}: MapFile): Generator<string, void, undefined> {
  const properties = toProperties(line, lineFields);
  yield `{"type":"FeatureCollection","name":${JSON.stringify(name)},"description":${JSON.stringify(text)},"features":[\n`;
  yield JSON.stringify({ type: 'Feature', geometry: toLineGeometry(line.points), properties });
  for (const point of markers) {
    const geometry = { type: 'Point', coordinates: toPosition(point.place, point.altitudeM) };
    yield `,\n${JSON.stringify({ type: 'Feature', geometry, properties: toProperties(point, markerFields) })}`;
  }
  yield '\n]}\n';
}
