import type { CommandParameters } from '@waymark/contract/commands/index';
import { succeed } from '@waymark/domain/result';
import { areEqualBytes, computeHmac } from '../authentication/hmac.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeEnvelope, encodeCovered, encodeEnvelope, type Envelope } from './envelope.ts';
import { readSettingsCommand, writeSettingsCommand } from './settings-command.ts';

// Commands to a satellite device. Each body begins with a u32 id and ends with the first four bytes of
// HMAC-SHA256 by the device's key over everything before: anybody with a gateway account could send bytes to an IMEI.

const MAC_LENGTH = 4;
const ID_LENGTH = 4;
export const MAX_OFFLINE_WINDOW_S = 600;

interface Head {
  readonly seq: number;
  /** UTC milliseconds, whole seconds. */
  readonly t: number;
  /** The command's; in an acknowledgement the seq of the message it answers. */
  readonly id: number;
}

const REQUESTED = ['info', 'settings', 'heartbeat'] as const;

export type IridiumDownlink =
  | (Head & { readonly kind: 'settings'; readonly settings: CommandParameters<'IridiumSettings'> })
  | (Head & { readonly kind: 'offline-download'; readonly startAt: number; readonly endAt: number })
  | (Head & { readonly kind: 'exit-offline-download' })
  | (Head & { readonly kind: 'request'; readonly what: (typeof REQUESTED)[number] })
  | (Head & { readonly kind: 'ack'; readonly status: number; readonly detail: number });

const TYPE = {
  settings: 0x81,
  'offline-download': 0x82,
  'exit-offline-download': 0x83,
  request: 0x84,
  ack: 0x85,
} as const;

/** Of the body without id and authentication code. */
const CONTENT_LENGTHS = new Map<number, number>([
  [TYPE.settings, 12],
  [TYPE['offline-download'], 8],
  [TYPE['exit-offline-download'], 8],
  [TYPE.request, 4],
  [TYPE.ack, 2],
]);

function writeContent(writer: ByteWriter, message: IridiumDownlink): void {
  switch (message.kind) {
    case 'settings':
      writeSettingsCommand(writer, message.settings);
      return;
    case 'offline-download':
      writer.writeU32(message.startAt / 1000).writeU32(message.endAt / 1000);
      return;
    case 'exit-offline-download':
      writer.writeU32(0).writeU32(0);
      return;
    case 'request':
      writer.writeU8(REQUESTED.indexOf(message.what)).writeBytes(new Uint8Array(3));
      return;
    case 'ack':
      writer.writeU8(message.status).writeU8(message.detail);
  }
}

function computeMac(key: Uint8Array, envelope: Envelope): Uint8Array {
  return computeHmac(key, encodeCovered(envelope)).subarray(0, MAC_LENGTH);
}

export function encodeIridiumDownlink(message: IridiumDownlink, key: Uint8Array): Uint8Array {
  const writer = new ByteWriter('big-endian', 32).writeU32(message.id);
  writeContent(writer, message);
  const head = { type: TYPE[message.kind], seq: message.seq, timeS: Math.floor(message.t / 1000) };
  const mac = computeMac(key, { ...head, body: writer.finish() });
  return encodeEnvelope({ ...head, body: writer.writeBytes(mac).finish() });
}

function readContent(type: number, head: Head, reader: ByteReader): Decoded<IridiumDownlink> {
  switch (type) {
    case TYPE.settings: {
      const settings = readSettingsCommand(reader);
      return settings.ok ? succeed({ kind: 'settings', ...head, settings: settings.value }) : settings;
    }
    case TYPE['offline-download']: {
      const [startS, endS] = [reader.readU32(), reader.readU32()];
      const isWindow = startS < endS && endS - startS <= MAX_OFFLINE_WINDOW_S;
      if (!isWindow) return reject('field', 'window');
      return succeed({ kind: 'offline-download', ...head, startAt: startS * 1000, endAt: endS * 1000 });
    }
    case TYPE['exit-offline-download']:
      return succeed({ kind: 'exit-offline-download', ...head });
    case TYPE.request: {
      const what = REQUESTED[reader.readU8()];
      return what === undefined ? reject('field', 'request') : succeed({ kind: 'request', ...head, what });
    }
    default:
      return succeed({ kind: 'ack', ...head, status: reader.readU8(), detail: reader.readU8() });
  }
}

/** Opens only with the key it was made with; `readCommandId` tells which command to answer when it does not. */
export function decodeIridiumDownlink(bytes: Uint8Array, key: Uint8Array): Decoded<IridiumDownlink> {
  const decoded = decodeEnvelope(bytes);
  if (!decoded.ok) return decoded;
  const { type, seq, timeS, body } = decoded.value;
  const contentLength = CONTENT_LENGTHS.get(type);
  if (contentLength === undefined) return reject('type', `0x${type.toString(16)}`);
  if (body.length !== ID_LENGTH + contentLength + MAC_LENGTH) return reject('length', 'command');
  const mac = computeMac(key, { type, seq, timeS, body: body.subarray(0, -MAC_LENGTH) });
  if (!areEqualBytes(mac, body.subarray(-MAC_LENGTH))) return reject('mac', 'command');
  const reader = new ByteReader(body, 'big-endian');
  return readContent(type, { id: reader.readU32(), seq, t: timeS * 1000 }, reader);
}

/** The id of a whole but perhaps forged command; null when it is none. */
export function readCommandId(bytes: Uint8Array): number | null {
  const decoded = decodeEnvelope(bytes);
  if (!decoded.ok || !CONTENT_LENGTHS.has(decoded.value.type) || decoded.value.body.length < ID_LENGTH) return null;
  return new ByteReader(decoded.value.body, 'big-endian').readU32();
}
