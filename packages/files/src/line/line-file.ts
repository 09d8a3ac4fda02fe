import { fail, type Result, succeed } from '@waymark/domain/result';
import { computeDistanceM, type Place } from '@waymark/domain/geo/great-circle';
import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import type { LineFault } from '@waymark/domain/words/line-faults';
import { decodeText } from '../decode-text.ts';
import { readGeoJson } from './geojson.ts';
import { findKmlIn } from './kmz.ts';
import { MAX_LINE_POINTS, type Pieces, parsePlace } from './place.ts';

// KML and GPX. The parser only knows the five entities of XML and loads nothing external.

/** The name without its prefix: gx:coord is coord. */
const nameOf = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1);

/** Limits the elements of a file, because each needs a hundred times its size in memory. A GPX point may have ten. */
const MAX_TAGS = 3_000_000;

const readGpxLine = (element: XmlElement): Points =>
  childrenOf(element)
    .filter((child) => ['trkpt', 'rtept'].includes(nameOf(child)))
    .map(({ attributes }) => parsePlace(attributes['lon'], attributes['lat']));

const readKml = (text: string): Pieces => readPieces(text, 'kml', new Set(['LineString', 'Track']), readKmlLine);

const readGpx = (text: string): Pieces => readPieces(text, 'gpx', new Set(['trkseg', 'rte']), readGpxLine);

const first = (piece: readonly Place[]) => piece[0] ?? { lat: 0, lon: 0 };

const last = (piece: readonly Place[]) => piece.at(-1) ?? { lat: 0, lon: 0 };

const MAX_PIECES = 500;

// Reads the line of a pipeline from files of other programs. Any content, even hostile, gets an answer.

/** Unpacked, a KMZ may be larger. */
export const MAX_FILE_BYTES = 30_000_000;

const READERS: readonly { readonly ending: RegExp; readonly read: (bytes: Uint8Array) => Pieces }[] = [
  { ending: /\.kml$/i, read: readText(readKml) },
  { ending: /\.kmz$/i, read: readKmz },
  { ending: /\.(geo)?json$/i, read: readText(readGeoJson) },
  { ending: /\.gpx$/i, read: readText(readGpx) },
];

function readText(read: (text: string) => Pieces): (bytes: Uint8Array) => Pieces {
  return (bytes) => {
    const text = decodeText(bytes);
    return text === null ? fail({ code: 'not-storable' }) : read(text);
  };
}

function readKmz(bytes: Uint8Array): Pieces {
  const found = findKmlIn(bytes);
  return found.ok ? readText(readKml)(found.value) : found;
}

export function readLineFile(name: string, bytes: Uint8Array): Result<DrawnLine, LineFault> {
  const reader = READERS.find(({ ending }) => ending.test(name));
  if (!reader) return fail({ code: 'wrong-extension' });
  if (bytes.length > MAX_FILE_BYTES) return fail({ code: 'file-too-large', megabytes: MAX_FILE_BYTES / 1e6 });
  const pieces = reader.read(bytes);
  if (!pieces.ok) return pieces;
  const lines = pieces.value.filter((piece) => piece.length > 1);
  if (lines.length === 0) return fail({ code: 'no-line' });
  const count = lines.reduce((sum, piece) => sum + piece.length, 0);
  if (count > MAX_LINE_POINTS) return fail({ code: 'too-many-points', most: MAX_LINE_POINTS });
  const joined = joinPieces(lines);
  return joined.ok && joined.value.points.length < 2 ? fail({ code: 'no-line' }) : joined;
}

interface DrawnLine {
  readonly points: readonly Place[];
  /** Number of pieces in the file. */
  readonly pieces: number;
  /** The widest gap between two joined pieces, metres. */
  readonly widestGapM: number;
}

interface Choice {
  readonly index: number;
  readonly gapM: number;
  readonly isTurned: boolean;
  readonly atStart: boolean;
}

function listWays(piece: readonly Place[], index: number, [start, end]: readonly [Place, Place]): Choice[] {
  return [
    { index, gapM: computeDistanceM(end, first(piece)), isTurned: false, atStart: false },
    { index, gapM: computeDistanceM(end, last(piece)), isTurned: true, atStart: false },
    { index, gapM: computeDistanceM(last(piece), start), isTurned: false, atStart: true },
    { index, gapM: computeDistanceM(first(piece), start), isTurned: true, atStart: true },
  ];
}

/**
 * Joins the pieces of a line, which files contain in any order and direction: always the nearest end, on either side.
 */
function joinPieces(pieces: readonly (readonly Place[])[]): Result<DrawnLine, LineFault> {
  if (pieces.length > MAX_PIECES) return fail({ code: 'too-many-pieces', pieces: pieces.length, most: MAX_PIECES });
  const [begin = [], ...open] = pieces;
  const chain = [begin];
  let widestGapM = 0;
  while (open.length > 0) {
    const ends = [first(chain[0] ?? []), last(chain.at(-1) ?? [])] as const;
    const best = open
      .flatMap((piece, index) => listWays(piece, index, ends))
      .reduce((one, other) => (other.gapM < one.gapM ? other : one));
    const [piece = []] = open.splice(best.index, 1);
    const turned = best.isTurned ? piece.toReversed() : piece;
    if (best.atStart) chain.unshift(turned);
    else chain.push(turned);
    widestGapM = Math.max(widestGapM, best.gapM);
  }
  return succeed({ points: dropRepeats(chain.flat()), pieces: pieces.length, widestGapM });
}

function dropRepeats(points: readonly Place[]): Place[] {
  return points.filter(({ lat, lon }, at) => at === 0 || lat !== points[at - 1]?.lat || lon !== points[at - 1]?.lon);
}

function childrenOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child): child is XmlElement => child instanceof XmlElement);
}

/** The matching elements in document order, without those nested in a match. */
function findAll(root: XmlElement, names: ReadonlySet<string>): XmlElement[] {
  const found: XmlElement[] = [];
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (names.has(nameOf(element))) found.push(element);
    else for (const child of childrenOf(element).toReversed()) open.push(child);
  }
  return found;
}

/** The element's own text, without nested elements, so that the depth of nesting costs nothing. */
function textOf({ children }: XmlElement): string {
  return children.map((child) => (child instanceof XmlText ? child.text : ' ')).join('');
}

function hasTooManyTags(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0 && count <= MAX_TAGS; at = text.indexOf('<', at + 1)) count += 1;
  return count > MAX_TAGS;
}

type Points = readonly (Place | null)[];

function readPieces(
  text: string,
  rootName: 'kml' | 'gpx',
  names: ReadonlySet<string>,
  readPoints: (element: XmlElement) => Points,
): Pieces {
  if (hasTooManyTags(text)) return fail({ code: 'too-much' });
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(text));
  } catch {
    return fail({ code: 'broken-xml' });
  }
  if (!root || nameOf(root) !== rootName) return fail({ code: `not-${rootName}` });
  const pieces = findAll(root, names).map(readPoints);
  if (pieces.some((points) => points.includes(null))) return fail({ code: 'off-the-earth' });
  return succeed(pieces.map((points) => points.flatMap((place) => place ?? [])));
}

/** Parses "lon,lat,altitude lon,lat,altitude …" up to one point above the limit. */
function readCoordinates(element: XmlElement): Points {
  const points: (Place | null)[] = [];
  for (const [tuple] of textOf(element).matchAll(/\S+/g)) {
    const [lon, lat] = tuple.split(',');
    points.push(parsePlace(lon, lat));
    if (points.length > MAX_LINE_POINTS) break;
  }
  return points;
}

/** Parses elements with "lon lat altitude" each. */
function readTrack(element: XmlElement): Points {
  return childrenOf(element)
    .filter((child) => nameOf(child) === 'coord')
    .map((child) => {
      const [lon, lat] = textOf(child).trim().split(/\s+/);
      return parsePlace(lon, lat);
    });
}

function readKmlLine(element: XmlElement): Points {
  if (nameOf(element) === 'Track') return readTrack(element);
  return childrenOf(element)
    .filter((child) => nameOf(child) === 'coordinates')
    .flatMap(readCoordinates);
}
