import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { saturate } from '../bytes/byte-writer.ts';

export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** Metres; null without one. */
  readonly altitude: number | null;
}

const PER_DEGREE = 1e7;
const NO_ALTITUDE = 0xffff;
const ALTITUDE_OFFSET_M = 500;
const PER_METRE = 10;

export function writePosition(writer: ByteWriter, { lat, lon, altitude }: Position): void {
  writer.writeI32(lat * PER_DEGREE).writeI32(lon * PER_DEGREE);
  writer.writeU16(
    altitude === null ? NO_ALTITUDE : saturate((altitude + ALTITUDE_OFFSET_M) * PER_METRE, 0, NO_ALTITUDE - 1),
  );
}

/** null when the angles are none on Earth. */
export function readPosition(reader: ByteReader): Position | null {
  const lat = reader.readI32() / PER_DEGREE;
  const lon = reader.readI32() / PER_DEGREE;
  const altitude = reader.readU16();
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return null;
  return {
    lat,
    lon,
    altitude: altitude === NO_ALTITUDE ? null : (altitude - ALTITUDE_OFFSET_M * PER_METRE) / PER_METRE,
  };
}
