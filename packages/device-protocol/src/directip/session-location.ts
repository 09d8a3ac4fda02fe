import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter, saturate } from '../bytes/byte-writer.ts';

/** Where the network thinks the device is; the true place is within `cepKm` with 80 % probability. */
export interface SessionLocation {
  readonly lat: number;
  readonly lon: number;
  readonly cepKm: number;
}

const LENGTH = 11;
const FLAG_SOUTH = 2;
const FLAG_WEST = 1;
/** Thousandths of a minute in a degree. */
const PER_DEGREE = 60_000;

function readAngle(reader: ByteReader, isNegative: boolean): number {
  const thousandths = reader.readU8() * PER_DEGREE + reader.readU16();
  return thousandths === 0 ? 0 : (isNegative ? -thousandths : thousandths) / PER_DEGREE;
}

export function decodeLocation(bytes: Uint8Array): SessionLocation | null {
  if (bytes.length !== LENGTH) return null;
  const reader = new ByteReader(bytes, 'big-endian');
  const flags = reader.readU8();
  const lat = readAngle(reader, (flags & FLAG_SOUTH) !== 0);
  const lon = readAngle(reader, (flags & FLAG_WEST) !== 0);
  return Math.abs(lat) > 90 || Math.abs(lon) > 180 ? null : { lat, lon, cepKm: reader.readU32() };
}

export function encodeLocation({ lat, lon, cepKm }: SessionLocation): Uint8Array {
  const writer = new ByteWriter('big-endian', LENGTH).writeU8((lat < 0 ? FLAG_SOUTH : 0) | (lon < 0 ? FLAG_WEST : 0));
  for (const [angle, most] of [
    [lat, 90],
    [lon, 180],
  ] as const) {
    const thousandths = saturate(Math.abs(angle) * PER_DEGREE, 0, most * PER_DEGREE);
    writer.writeU8(Math.floor(thousandths / PER_DEGREE)).writeU16(thousandths % PER_DEGREE);
  }
  return writer.writeU32(cepKm).finish();
}
