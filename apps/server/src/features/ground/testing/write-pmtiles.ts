import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

// Writes small PMTiles files of version 3: one directory, tiles in the order of their ids.

export interface MadeTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** An MVT tile, not packed, or a picture. */
  readonly bytes: Uint8Array;
}

export interface MadeGround {
  readonly tiles: readonly MadeTile[];
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
  readonly minZoom?: number;
  readonly maxZoom?: number;
  /** 1: MVT, 2: PNG. */
  readonly tileType?: number;
  readonly layers?: readonly string[];
  readonly attribution?: string;
  /** The encoding of heights. */
  readonly encoding?: string;
}

const HEADER_BYTES = 127;
const GZIP = 2;
const NOT_PACKED = 1;
const MVT = 1;
const DEGREES = 1e7;
const PROTOMAPS_LAYERS = ['boundaries', 'buildings', 'earth', 'landuse', 'places', 'roads', 'water'];

function writeVarints(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}

export function writePmtiles(made: MadeGround): Buffer {
  const { tiles, bounds = [-180, -85, 180, 85], minZoom = 0, maxZoom = 14, tileType = 1 } = made;
  const {
    layers = PROTOMAPS_LAYERS,
    attribution = '<a href="https://openstreetmap.org">&copy; OpenStreetMap</a>',
    encoding,
  } = made;
  const packed = tiles
    .map(({ z, x, y, bytes }) => ({
      id: zxyToTileId(z, x, y),
      bytes: tileType === MVT ? gzipSync(bytes) : Buffer.from(bytes),
    }))
    .toSorted((one, other) => one.id - other.id);
  const directory = gzipSync(
    writeVarints([
      packed.length,
      ...packed.map(({ id }, at) => id - (packed[at - 1]?.id ?? 0)),
      ...packed.map(() => 1),
      ...packed.map(({ bytes }) => bytes.length),
      // 0: right after the one before it.
      ...packed.map((_, at) => (at === 0 ? 1 : 0)),
    ]),
  );
  const description = gzipSync(
    JSON.stringify({ attribution, encoding, vector_layers: layers.map((id) => ({ id, fields: {} })) }),
  );
  const data = Buffer.concat(packed.map(({ bytes }) => bytes));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const sections = [directory.length, description.length, 0, data.length];
  let offset = HEADER_BYTES;
  for (const [at, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + at * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + at * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(packed.length), at);
  for (const [at, value] of [1, GZIP, tileType === MVT ? GZIP : NOT_PACKED, tileType, minZoom, maxZoom].entries())
    header.writeUInt8(value, 96 + at);
  for (const [at, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * DEGREES), 102 + at * 4);
  return Buffer.concat([header, directory, description, data]);
}
