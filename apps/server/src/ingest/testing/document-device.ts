import { createHmac } from 'node:crypto';
import { readDeviceDocument } from './device-document.ts';
import { decodeBytes, encodeBytes, type Values } from './document-bytes.ts';
import { readTables, type DocumentTables } from './document-tables.ts';

// A device and its satellite gateway, built from the tables of docs/integration-devices.md.

export interface DocumentDevice {
  readonly tables: DocumentTables;
  readonly encode: (name: string, values: Values) => Uint8Array;
  readonly decode: (name: string, bytes: Uint8Array) => Values;
  /** Builds a satellite payload around a body. */
  readonly wrap: (type: number, seq: number, timeS: number, body: Uint8Array) => Uint8Array;
  /** Joins elements into a DirectIP message. */
  readonly joinElements: (...elements: readonly (readonly [id: number, value: Uint8Array])[]) => Uint8Array;
  readonly listElements: (message: Uint8Array) => ReadonlyMap<number, Uint8Array>;
  /** Decrypts the content of a command; throws when a checksum is wrong. */
  readonly openCommand: (payload: Uint8Array, key: Uint8Array) => OpenedCommand;
}

interface OpenedCommand {
  readonly type: number;
  readonly seq: number;
  readonly timeS: number;
  readonly id: number;
  readonly content: Uint8Array;
}

/** CRC-16/CCITT-FALSE as the document describes it. */
export function computeChecksum(bytes: Uint8Array): number {
  let rest = 0xffff;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((rest >> 15) & 1) !== ((byte >> bit) & 1);
      rest = ((rest << 1) & 0xffff) ^ (isSet ? 0x1021 : 0);
    }
  }
  return rest;
}

export async function makeDocumentDevice(): Promise<DocumentDevice> {
  const tables = readTables(await readDeviceDocument());
  const encode = (name: string, values: Values) => encodeBytes(tables.bytes(name), values);
  const decode = (name: string, bytes: Uint8Array) => decodeBytes(tables.bytes(name), bytes).values;

  return {
    tables,
    encode,
    decode,
    wrap(type, seq, timeS, body) {
      const unsealed = encode('payload', { type, seq, timeS, body, crc: 0 });
      return encode('payload', { type, seq, timeS, body, crc: computeChecksum(unsealed.subarray(0, -2)) });
    },
    joinElements(...elements) {
      const parts = elements.map(([id, value]) => encode('directip-element', { id, length: value.length, value }));
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      return new Uint8Array(Buffer.concat([encode('directip-message', { length }), ...parts]));
    },
    listElements(message) {
      const elements = new Map<number, Uint8Array>();
      let at = decodeBytes(tables.bytes('directip-message'), message).length;
      while (at < message.length) {
        const { values, length } = decodeBytes(tables.bytes('directip-element'), message.subarray(at));
        elements.set(Number(values['id']), Uint8Array.from(values['value'] as number[]));
        at += length;
      }
      return elements;
    },
    openCommand(payload, key) {
      const { type, seq, timeS, body, crc } = decode('payload', payload);
      if (crc !== computeChecksum(payload.subarray(0, -2))) throw new Error('wrong checksum');
      const { id, content, mac } = decode('body-of-a-command', body as Uint8Array);
      const covered = payload.subarray(0, -6);
      const expected = createHmac('sha256', key).update(covered).digest().subarray(0, 4);
      if (!expected.equals(mac as Uint8Array)) throw new Error('wrong HMAC');
      const head = { type: Number(type), seq: Number(seq), timeS: Number(timeS), id: Number(id) };
      return { ...head, content: content as Uint8Array };
    },
  };
}
