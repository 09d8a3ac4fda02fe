import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { computeCrc16 } from '../bytes/crc16.ts';
import { reject, type Decoded } from '../decode-failure.ts';

// Application payload v1, big-endian: u8 0xA1, u8 type, u16 seq, u32 UTC seconds, body, u16 CRC over all before.

const MAGIC = 0xa1;
const CRC_LENGTH = 2;
export const ENVELOPE_HEADER_LENGTH = 8;

export interface Envelope {
  readonly type: number;
  readonly seq: number;
  readonly timeS: number;
  /** From the first byte of the body to before the CRC. */
  readonly body: Uint8Array;
}

export function encodeEnvelope({ type, seq, timeS, body }: Envelope): Uint8Array<ArrayBuffer> {
  const covered = encodeCovered({ type, seq, timeS, body });
  return new ByteWriter('big-endian', covered.length + CRC_LENGTH)
    .writeBytes(covered)
    .writeU16(computeCrc16(covered))
    .finish();
}

/** Header and body: what the CRC, and in commands the authentication code, stand for. */
export function encodeCovered({ type, seq, timeS, body }: Envelope): Uint8Array<ArrayBuffer> {
  return new ByteWriter('big-endian', ENVELOPE_HEADER_LENGTH + body.length + CRC_LENGTH)
    .writeU8(MAGIC)
    .writeU8(type)
    .writeU16(seq)
    .writeU32(timeS)
    .writeBytes(body)
    .finish();
}

export function decodeEnvelope(bytes: Uint8Array): Decoded<Envelope> {
  if (bytes.length < ENVELOPE_HEADER_LENGTH + CRC_LENGTH) return reject('length', `${bytes.length} bytes of payload`);
  if (bytes[0] !== MAGIC) return reject('version', 'payload');
  const reader = new ByteReader(bytes.subarray(1), 'big-endian');
  const [type, seq, timeS] = [reader.readU8(), reader.readU16(), reader.readU32()];
  const body = reader.readBytes(reader.remaining - CRC_LENGTH);
  if (computeCrc16(bytes.subarray(0, -CRC_LENGTH)) !== reader.readU16()) return reject('checksum', 'payload');
  return succeed({ type, seq, timeS, body });
}
