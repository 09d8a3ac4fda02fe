import { fail, succeed, type Result } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { always, field, samples } from '../layout/field.ts';
import { defineLayout, type Layout } from '../layout/layout.ts';

export const IMEI_LENGTH = 15;

export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text);
}

// A DirectIP message: a preamble, then elements with a header each.

const REVISION = 1;

export const PREAMBLE = defineLayout('big-endian', [
  always('u8', REVISION, 'revision of the protocol'),
  field('u16', 'length', 'of all elements together, in bytes'),
]);
export const ELEMENT_HEAD = defineLayout('big-endian', [
  field('u8', 'id', 'which element'),
  field('u16', 'length', 'of its value, in bytes'),
  samples('u8', 'length', 'value', 'of the element'),
]);

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

/** The length of the message that begins here; null: too few bytes. A TCP listener calls it after each chunk. */
export function measureMessage(received: Uint8Array): Result<number | null, 'not-directip' | 'too-long'> {
  const [revision, high, low] = received;
  if (revision !== undefined && revision !== REVISION) return fail('not-directip');
  if (high === undefined || low === undefined) return succeed(null);
  const length = PREAMBLE.length + high * 0x100 + low;
  return length > MAX_MESSAGE_LENGTH ? fail('too-long') : succeed(length);
}

/** The elements by id. Unused elements (LAC and cell, MT location) are kept unchanged. */
export function decodeElements(message: Uint8Array): Decoded<Elements> {
  const length = measureMessage(message);
  if (!length.ok) return reject(length.failure === 'too-long' ? 'length' : 'version', length.failure);
  if (length.value !== message.length) return reject('length', `${message.length} bytes, ${length.value} announced`);
  const reader = new ByteReader(message.subarray(PREAMBLE.length), PREAMBLE.order);
  const elements = new Map<number, Uint8Array>();
  while (reader.remaining > 0) {
    const element = ELEMENT_HEAD.read(reader);
    if (!element.ok) return element;
    const { id, value } = element.value;
    if (reader.isOverrun) return reject('length', `element 0x${id.toString(16)}`);
    if (elements.has(id)) return reject('element', `0x${id.toString(16)} twice`);
    elements.set(id, value);
  }
  return succeed(elements);
}

export function encodeElements(
  elements: readonly (readonly [id: number, value: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter(PREAMBLE.order);
  for (const [id, value] of elements) ELEMENT_HEAD.write(writer, { id, length: value.length, value });
  const body = writer.finish();
  return new ByteWriter(PREAMBLE.order, PREAMBLE.length + body.length)
    .writeBytes(PREAMBLE.encode({ length: body.length }))
    .writeBytes(body)
    .finish();
}

/** A required element with exactly this layout. */
export function readElement<Values>(elements: Elements, id: number, layout: Layout<Values>): Decoded<Values> {
  const value = elements.get(id);
  if (value === undefined) return reject('element', `0x${id.toString(16)} missing`);
  return layout.decode(value, `element 0x${id.toString(16)}`);
}
