import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import type { Place } from '@waymark/domain/geo/great-circle';
import { fail, succeed } from '@waymark/domain/result';
import { MAX_LINE_POINTS, TOO_MUCH, type Pieces } from './pieces.ts';
import { OFF_THE_EARTH, parsePlace } from './place.ts';

// KML and GPX. The parser only knows the five entities of XML and loads nothing external.

/** The name without its prefix: gx:coord is coord. */
const nameOf = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1);

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

/** Limits the elements of a file, because each needs a hundred times its size in memory. A GPX point may have ten. */
const MAX_TAGS = 3_000_000;

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

const readGpxLine = (element: XmlElement): Points =>
  childrenOf(element)
    .filter((child) => ['trkpt', 'rtept'].includes(nameOf(child)))
    .map(({ attributes }) => parsePlace(attributes['lon'], attributes['lat']));

export const readKml = (text: string): Pieces => readPieces(text, 'kml', new Set(['LineString', 'Track']), readKmlLine);
export const readGpx = (text: string): Pieces => readPieces(text, 'gpx', new Set(['trkseg', 'rte']), readGpxLine);
