import { fail, type Result } from '@waymark/domain/result';
import { decodeText } from '../decode-text.ts';
import { joinPieces, type DrawnLine } from './join-pieces.ts';
import { readGeoJson } from './geojson.ts';
import { readGpx, readKml } from './xml-lines.ts';
import { findKmlIn } from './kmz.ts';
import { MAX_LINE_POINTS, NOT_STORABLE, type Pieces } from './pieces.ts';

// Reads the line of a pipeline from files of other programs. Any content, even hostile, gets an answer.

/** Unpacked, a KMZ may be larger. */
export const MAX_FILE_BYTES = 30_000_000;

const NO_LINE = 'There is no line in this file.';

const READERS: readonly { readonly ending: RegExp; readonly read: (bytes: Uint8Array) => Pieces }[] = [
  { ending: /\.kml$/i, read: readText(readKml) },
  { ending: /\.kmz$/i, read: readKmz },
  { ending: /\.(geo)?json$/i, read: readText(readGeoJson) },
  { ending: /\.gpx$/i, read: readText(readGpx) },
];

function readText(read: (text: string) => Pieces): (bytes: Uint8Array) => Pieces {
  return (bytes) => {
    const text = decodeText(bytes);
    return text === null ? fail(NOT_STORABLE) : read(text);
  };
}

function readKmz(bytes: Uint8Array): Pieces {
  const found = findKmlIn(bytes);
  return found.ok ? readText(readKml)(found.value) : found;
}

/** Fails with a text for the user. */
export function readLineFile(name: string, bytes: Uint8Array): Result<DrawnLine, string> {
  const reader = READERS.find(({ ending }) => ending.test(name));
  if (!reader) return fail('A line file ends in .kml, .kmz, .geojson, .json or .gpx.');
  if (bytes.length > MAX_FILE_BYTES) return fail(`The file is larger than ${MAX_FILE_BYTES / 1e6} MB.`);
  const pieces = reader.read(bytes);
  if (!pieces.ok) return pieces;
  const lines = pieces.value.filter((piece) => piece.length > 1);
  if (lines.length === 0) return fail(NO_LINE);
  const count = lines.reduce((sum, piece) => sum + piece.length, 0);
  if (count > MAX_LINE_POINTS) return fail(`The line has more than ${MAX_LINE_POINTS.toLocaleString('en')} points.`);
  const joined = joinPieces(lines);
  return joined.ok && joined.value.points.length < 2 ? fail(NO_LINE) : joined;
}
