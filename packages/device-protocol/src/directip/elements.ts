import { fail, succeed, type Result } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';

// A DirectIP message, big-endian: u8 revision 1, u16 length of the rest, then elements of u8 id, u16 length, value.

const REVISION = 1;
const PREAMBLE_LENGTH = 3;

/** More than any message needs; a gateway connection that announces more is closed. */
export const MAX_MESSAGE_LENGTH = 4096;

export const ELEMENT = {
  moHeader: 0x01,
  moPayload: 0x02,
  moLocation: 0x03,
  moConfirmation: 0x05,
  mtHeader: 0x41,
  mtPayload: 0x42,
  mtConfirmation: 0x44,
  mtPriority: 0x46,
} as const;

export type Elements = ReadonlyMap<number, Uint8Array>;

/**
 * How many bytes the message that begins here has; null while too few have come to tell.
 * What a TCP listener asks after each piece it receives.
 */
export function measureMessage(received: Uint8Array): Result<number | null, 'not-directip' | 'too-long'> {
  const [revision, high, low] = received;
  if (revision !== undefined && revision !== REVISION) return fail('not-directip');
  if (high === undefined || low === undefined) return succeed(null);
  const length = PREAMBLE_LENGTH + high * 0x100 + low;
  return length > MAX_MESSAGE_LENGTH ? fail('too-long') : succeed(length);
}

/** The elements by id. Elements nobody here reads (LAC and cell, MT location) are kept as they came. */
export function decodeElements(message: Uint8Array): Decoded<Elements> {
  const length = measureMessage(message);
  if (!length.ok) return reject(length.failure === 'too-long' ? 'length' : 'version', length.failure);
  if (length.value !== message.length) return reject('length', `${message.length} bytes, ${length.value} announced`);
  const reader = new ByteReader(message.subarray(PREAMBLE_LENGTH), 'big-endian');
  const elements = new Map<number, Uint8Array>();
  while (reader.remaining > 0) {
    const id = reader.readU8();
    const value = reader.readBytes(reader.readU16());
    if (reader.isOverrun) return reject('length', `element 0x${id.toString(16)}`);
    if (elements.has(id)) return reject('element', `0x${id.toString(16)} twice`);
    elements.set(id, value);
  }
  return succeed(elements);
}

export function encodeElements(
  elements: readonly (readonly [id: number, value: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const length = elements.reduce((sum, [, value]) => sum + 3 + value.length, 0);
  const writer = new ByteWriter('big-endian', PREAMBLE_LENGTH + length).writeU8(REVISION).writeU16(length);
  for (const [id, value] of elements) writer.writeU8(id).writeU16(value.length).writeBytes(value);
  return writer.finish();
}

/** A reader over an element that must be there with exactly this length. */
export function openElement(elements: Elements, id: number, length: number): Decoded<ByteReader> {
  const value = elements.get(id);
  if (value === undefined) return reject('element', `0x${id.toString(16)} missing`);
  if (value.length !== length) return reject('length', `element 0x${id.toString(16)}`);
  return succeed(new ByteReader(value, 'big-endian'));
}
