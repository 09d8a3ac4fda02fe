import type { Place } from '@waymark/domain/geo/great-circle';
import { splitAtAntimeridian } from './antimeridian.ts';
import {
  writeDegrees,
  writeMapTime,
  type MapFeature,
  type MapField,
  type MapFile,
  type MapLine,
  type MapPoint,
} from './map-file.ts';
import { escapeXml } from './xml-text.ts';

// KML 2.2 (OGC 07-147r2): a document with the line and a folder of markers.

const writePlace = ({ lat, lon }: Place, altitudeM: number | null = null) =>
  [writeDegrees(lon), writeDegrees(lat), ...(altitudeM === null ? [] : [String(altitudeM)])].join();

function writeValue(field: MapField, { values }: MapFeature): string {
  const value = values[field.name] ?? null;
  if (value === null) return '';
  const text = field.kind === 'time' ? writeMapTime(Number(value)) : String(value);
  return `<Data name="${escapeXml(field.name)}"><value>${escapeXml(text)}</value></Data>`;
}

const writePlacemark = (feature: MapFeature, fields: readonly MapField[], geometry: string): string =>
  `<Placemark><name>${escapeXml(feature.name)}</name><description>${escapeXml(feature.text)}</description>` +
  `<ExtendedData>${fields.map((field) => writeValue(field, feature)).join('')}</ExtendedData>${geometry}</Placemark>`;

function writeLine(line: MapLine, fields: readonly MapField[]): string {
  const pieces = splitAtAntimeridian(line.points).map(
    (piece) =>
      `<LineString><tessellate>1</tessellate><coordinates>${piece.map((place) => writePlace(place)).join(' ')}</coordinates></LineString>`,
  );
  if (pieces.length === 0) return '';
  const geometry = pieces.length === 1 ? pieces.join('') : `<MultiGeometry>${pieces.join('')}</MultiGeometry>`;
  return writePlacemark(line, fields, geometry);
}

/** Without an altitude the marker stands on the ground. */
function writeMarker(point: MapPoint, fields: readonly MapField[]): string {
  const mode = point.altitudeM === null ? '' : '<altitudeMode>absolute</altitudeMode>';
  const geometry = `<Point>${mode}<coordinates>${writePlace(point.place, point.altitudeM)}</coordinates></Point>`;
  return writePlacemark(point, fields, geometry);
}

export function* listKml(file: MapFile): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>';
  yield `<name>${escapeXml(file.name)}</name><description>${escapeXml(file.text)}</description>\n`;
  yield `${writeLine(file.line, file.lineFields)}\n<Folder><name>Markers</name>\n`;
  for (const point of file.markers) yield `${writeMarker(point, file.markerFields)}\n`;
  yield '</Folder></Document></kml>\n';
}
