import { escapeName } from '../report/formula.ts';
import { FEET_PER_METRE } from '../units/length.ts';
import { CSV_HEADERS } from './import-markers.ts';
import type { Marker } from './marker.ts';

// Writes the markers as a CSV file that can be imported again.

const quote = (text: string) => (/[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function writeRow({ name, lat, lon, state, description, distanceMetres }: Marker): string {
  const distances =
    distanceMetres === null ? ['', ''] : [String(distanceMetres), (distanceMetres * FEET_PER_METRE).toFixed(3)];
  return [quote(escapeName(name)), String(lat), String(lon), state, description, ...distances].join();
}

export function exportMarkers(markers: readonly Marker[]): string {
  return `${[Object.values(CSV_HEADERS).join(), ...markers.map(writeRow)].join('\r\n')}\r\n`;
}
