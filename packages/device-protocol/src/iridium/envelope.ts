import { succeed } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';
import { always, bytes, field } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';

// Application payload v1: the envelope of every satellite message in both directions.

const CRC_LENGTH = 2;

export const ENVELOPE = defineLayout('big-endian', [
  always('u8', 0xa1, 'version of the payload'),
  field('u8', 'type', 'type of the message'),
  field('u16', 'seq', "counts the sender's messages, begins again after 65535"),
  field('u32', 'timeS', 'UTC seconds'),
  bytes('body', 'as the type says'),
  field('u16', 'crc', 'CRC-16/CCITT-FALSE over all bytes before it'),
]);

export interface Envelope {
  readonly type: number;
  readonly seq: number;
  readonly timeS: number;
  /** From the first byte of the body to before the CRC. */
  readonly body: Uint8Array;
}

export function encodeEnvelope(envelope: Envelope): Uint8Array<ArrayBuffer> {
  return ENVELOPE.encode({ ...envelope, crc: computeCrc16(encodeCovered(envelope)) });
}

/** Header and body: the bytes covered by the CRC and, in commands, by the authentication code. */
export function encodeCovered(envelope: Envelope): Uint8Array<ArrayBuffer> {
  return ENVELOPE.encode({ ...envelope, crc: 0 }).subarray(0, -CRC_LENGTH);
}

export function decodeEnvelope(message: Uint8Array): Decoded<Envelope> {
  const envelope = ENVELOPE.decode(message, `${message.length} bytes of payload`);
  if (!envelope.ok) return envelope;
  const { crc, ...rest } = envelope.value;
  return computeCrc16(message.subarray(0, -CRC_LENGTH)) === crc ? succeed(rest) : reject('checksum', 'payload');
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected. */
export function computeCrc16(content: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of content) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}
