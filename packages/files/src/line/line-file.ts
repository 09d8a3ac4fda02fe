import { fail, type Result, succeed } from '@waymark/domain/result';
import { computeDistanceM, type Place } from '@waymark/domain/geo/great-circle';
import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { decodeText } from '../decode-text.ts';
import { readGeoJson } from './geojson.ts';
import { findKmlIn } from './kmz.ts';
import { MAX_LINE_POINTS, NOT_STORABLE, type Pieces, TOO_MUCH } from './pieces.ts';
import { OFF_THE_EARTH, parsePlace } from './place.ts';

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
function joinPieces(pieces: readonly (readonly Place[])[]): Result<DrawnLine, string> {
  if (pieces.length > MAX_PIECES)
    return fail(`The line is in ${pieces.length.toLocaleString('en')} pieces; at most ${MAX_PIECES} can be joined.`);
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
  rootName: string,
  names: ReadonlySet<string>,
  readPoints: (element: XmlElement) => Points,
): Pieces {
  if (hasTooManyTags(text)) return fail(TOO_MUCH);
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(text));
  } catch {
    return fail('The file cannot be read: its XML is broken.');
  }
  if (!root || nameOf(root) !== rootName) return fail(`This is not a ${rootName.toUpperCase()} file.`);
  const pieces = findAll(root, names).map(readPoints);
  if (pieces.some((points) => points.includes(null))) return fail(OFF_THE_EARTH);
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
