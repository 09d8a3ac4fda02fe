import { saturate } from '../bytes/byte-writer.ts';
import { yesNo } from '../layout/conversion.ts';
import { bits, field, unusedBits, word } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';

/** The network's estimate of the device's place; the true place is within `cepKm` with 80 % probability. */
export interface SessionLocation {
  readonly lat: number;
  readonly lon: number;
  readonly cepKm: number;
}

export const LOCATION = defineLayout('big-endian', [
  word(
    'u8',
    bits(0, 0, 'isWest', 'of Greenwich', yesNo),
    bits(1, 1, 'isSouth', 'of the equator', yesNo),
    unusedBits(2, 7),
  ),
  field('u8', 'latDegrees', 'latitude, whole degrees'),
  field('u16', 'latThousandths', 'and thousandths of a minute: 60000 are a degree'),
  field('u8', 'lonDegrees', 'longitude, whole degrees'),
  field('u16', 'lonThousandths', 'and thousandths of a minute'),
  field('u32', 'cepKm', 'the device is within so many km with 80 % probability'),
]);
/** Thousandths of a minute per degree. */
const PER_DEGREE = 60_000;

function joinAngle(degrees: number, thousandths: number, isNegative: boolean): number {
  const sum = degrees * PER_DEGREE + thousandths;
  return sum === 0 ? 0 : (isNegative ? -sum : sum) / PER_DEGREE;
}

/** null if it is not a place on Earth. */
export function decodeLocation(bytes: Uint8Array): SessionLocation | null {
  const decoded = LOCATION.decode(bytes, 'location');
  if (!decoded.ok) return null;
  const { isWest, isSouth, latDegrees, latThousandths, lonDegrees, lonThousandths, cepKm } = decoded.value;
  const lat = joinAngle(latDegrees, latThousandths, isSouth);
  const lon = joinAngle(lonDegrees, lonThousandths, isWest);
  return Math.abs(lat) > 90 || Math.abs(lon) > 180 ? null : { lat, lon, cepKm };
}

function splitAngle(angle: number, most: number) {
  const sum = saturate(Math.abs(angle) * PER_DEGREE, 0, most * PER_DEGREE);
  return { degrees: Math.floor(sum / PER_DEGREE), thousandths: sum % PER_DEGREE };
}

export function encodeLocation({ lat, lon, cepKm }: SessionLocation): Uint8Array {
  const [north, east] = [splitAngle(lat, 90), splitAngle(lon, 180)];
  return LOCATION.encode({
    isWest: lon < 0,
    isSouth: lat < 0,
    latDegrees: north.degrees,
    latThousandths: north.thousandths,
    lonDegrees: east.degrees,
    lonThousandths: east.thousandths,
    cepKm,
  });
}
