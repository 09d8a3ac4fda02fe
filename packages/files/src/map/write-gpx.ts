import type { Place } from '@waymark/domain/geo/great-circle';
import { splitAtAntimeridian } from './antimeridian.ts';
import { writeDegrees, type MapFile, type MapPoint } from './map-file.ts';
import { escapeXml } from './xml-text.ts';

// GPX 1.1: markers are waypoints, the line is a track. Readers of the field know no further values, so they stand in
// the description. No time is written: GPX knows only the time at which a point was recorded, and a plan has none.

const writePosition = ({ lat, lon }: Place) => `lat="${writeDegrees(lat)}" lon="${writeDegrees(lon)}"`;

function writeWaypoint({ place, altitudeM, name, text }: MapPoint): string {
  const elevation = altitudeM === null ? '' : `<ele>${altitudeM}</ele>`;
  return `<wpt ${writePosition(place)}>${elevation}<name>${escapeXml(name)}</name><desc>${escapeXml(text)}</desc></wpt>`;
}

const writeSegment = (piece: readonly Place[]): string =>
  `<trkseg>${piece.map((place) => `<trkpt ${writePosition(place)}/>`).join('')}</trkseg>`;

export function* listGpx({ name, text, line, markers }: MapFile): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Waymark">';
  yield `<metadata><name>${escapeXml(name)}</name><desc>${escapeXml(text)}</desc></metadata>\n`;
  for (const point of markers) yield `${writeWaypoint(point)}\n`;
  const segments = splitAtAntimeridian(line.points).map(writeSegment);
  yield `<trk><name>${escapeXml(line.name)}</name><desc>${escapeXml(line.text)}</desc>${segments.join('\n')}</trk></gpx>\n`;
}
