import type { Place } from '@waymark/domain/geo/great-circle';

// The shapes of a shapefile (ESRI, July 1998) and their index. Lengths and offsets count words of two bytes.

const HEAD_BYTES = 100;
const INDEX_BYTES = 8;
const FILE_CODE = 9994;
const VERSION = 1000;
const POINT = 1;
const POLY_LINE = 3;
const NULL_SHAPE = 0;

export interface Shapes {
  readonly shp: Uint8Array;
  readonly shx: Uint8Array;
}

function listBounds(places: readonly Place[]): readonly number[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lat, lon } of places) {
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return places.length === 0 ? [0, 0, 0, 0] : [west, south, east, north];
}

const setDoubles = (view: DataView, from: number, values: readonly number[]) => {
  for (const [at, value] of values.entries()) view.setFloat64(from + 8 * at, value, true);
};

function writeHead(view: DataView, type: number, bounds: readonly number[]): void {
  view.setInt32(0, FILE_CODE);
  view.setInt32(24, view.byteLength / 2);
  view.setInt32(28, VERSION, true);
  view.setInt32(32, type, true);
  setDoubles(view, 36, bounds);
}

function join(type: number, contents: readonly Uint8Array[], bounds: readonly number[]): Shapes {
  const size = contents.reduce((sum, { length }) => sum + INDEX_BYTES + length, HEAD_BYTES);
  const [shp, shx] = [new Uint8Array(size), new Uint8Array(HEAD_BYTES + INDEX_BYTES * contents.length)];
  const [shapes, index] = [new DataView(shp.buffer), new DataView(shx.buffer)];
  writeHead(shapes, type, bounds);
  writeHead(index, type, bounds);
  let from = HEAD_BYTES;
  for (const [at, content] of contents.entries()) {
    shapes.setInt32(from, at + 1);
    shapes.setInt32(from + 4, content.length / 2);
    index.setInt32(HEAD_BYTES + INDEX_BYTES * at, from / 2);
    index.setInt32(HEAD_BYTES + INDEX_BYTES * at + 4, content.length / 2);
    shp.set(content, from + INDEX_BYTES);
    from += INDEX_BYTES + content.length;
  }
  return { shp, shx };
}

function writePoint({ lat, lon }: Place): Uint8Array {
  const view = new DataView(new ArrayBuffer(20));
  view.setInt32(0, POINT, true);
  setDoubles(view, 4, [lon, lat]);
  return new Uint8Array(view.buffer);
}

export const writePoints = (places: readonly Place[]): Shapes =>
  join(POINT, places.map(writePoint), listBounds(places));

function writeParts(pieces: readonly (readonly Place[])[]): Uint8Array {
  const places = pieces.flat();
  const view = new DataView(new ArrayBuffer(44 + 4 * pieces.length + 16 * places.length));
  view.setInt32(0, POLY_LINE, true);
  setDoubles(view, 4, listBounds(places));
  view.setInt32(36, pieces.length, true);
  view.setInt32(40, places.length, true);
  let first = 0;
  for (const [at, piece] of pieces.entries()) {
    view.setInt32(44 + 4 * at, first, true);
    first += piece.length;
  }
  setDoubles(
    view,
    44 + 4 * pieces.length,
    places.flatMap(({ lat, lon }) => [lon, lat]),
  );
  return new Uint8Array(view.buffer);
}

/** One line of several pieces; without pieces a null shape, so that the row of the table has its shape. */
export function writePolyLine(pieces: readonly (readonly Place[])[]): Shapes {
  const nothing = new Uint8Array(4);
  new DataView(nothing.buffer).setInt32(0, NULL_SHAPE, true);
  return join(POLY_LINE, [pieces.length === 0 ? nothing : writeParts(pieces)], listBounds(pieces.flat()));
}
