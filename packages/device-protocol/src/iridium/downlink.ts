import type { CommandParameters } from '@waymark/commands/commands';
import { succeed } from '@waymark/domain/result';
import { areEqualBytes, computeHmac } from '../authentication/hmac.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { named } from '../layout/conversion.ts';
import { bytes, field, unused } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { decodeEnvelope, encodeCovered, encodeEnvelope, type Envelope } from './envelope.ts';
import { decodeSettingsCommand, encodeSettingsCommand } from './settings-command.ts';

// Commands to a satellite device. Each body begins with a u32 id and ends with the first four bytes of HMAC-SHA256 with
// the device's key, because anyone with a gateway account could send bytes to an IMEI.

const MAC_LENGTH = 4;
const NO_MAC = new Uint8Array(MAC_LENGTH);
export const MAX_OFFLINE_WINDOW_S = 600;

interface Head {
  readonly seq: number;
  /** UTC milliseconds, whole seconds. */
  readonly t: number;
  /** The id of the command; in an acknowledgement the seq of the acknowledged message. */
  readonly id: number;
}

const REQUESTED = ['info', 'settings', 'heartbeat'] as const;

export type IridiumDownlink =
  | (Head & { readonly kind: 'settings'; readonly settings: CommandParameters<'IridiumSettings'> })
  | (Head & { readonly kind: 'offline-download'; readonly startAt: number; readonly endAt: number })
  | (Head & { readonly kind: 'exit-offline-download' })
  | (Head & { readonly kind: 'request'; readonly what: (typeof REQUESTED)[number] })
  | (Head & { readonly kind: 'ack'; readonly status: number; readonly detail: number });

export const DOWNLINK_TYPE = {
  settings: 0x81,
  'offline-download': 0x82,
  'exit-offline-download': 0x83,
  request: 0x84,
  ack: 0x85,
} as const;
const TYPES = new Set<number>(Object.values(DOWNLINK_TYPE));

export const COMMAND_BODY = defineLayout('big-endian', [
  field('u32', 'id', 'of the command; the acknowledgement repeats it'),
  bytes('content', 'as the type says'),
  bytes('mac', 'the first bytes of HMAC-SHA256, by the message key, over everything before them', MAC_LENGTH),
]);

export const WINDOW = defineLayout('big-endian', [
  field('u32', 'startS', 'UTC seconds'),
  field('u32', 'endS', `UTC seconds, at most ${MAX_OFFLINE_WINDOW_S} after the start`),
]);
export const EXIT = defineLayout('big-endian', [unused(8)]);
export const REQUEST = defineLayout('big-endian', [
  field('u8', 'what', 'what is asked for', named(REQUESTED)),
  unused(3),
]);
export const ANSWER = defineLayout('big-endian', [field('u8', 'status', ''), field('u8', 'detail', '')]);

function encodeContent(message: IridiumDownlink): Uint8Array {
  switch (message.kind) {
    case 'settings':
      return encodeSettingsCommand(message.settings);
    case 'offline-download':
      return WINDOW.encode({ startS: message.startAt / 1000, endS: message.endAt / 1000 });
    case 'exit-offline-download':
      return EXIT.encode({});
    case 'request':
      return REQUEST.encode(message);
    case 'ack':
      return ANSWER.encode(message);
  }
}

function computeMac(key: Uint8Array, envelope: Envelope): Uint8Array {
  return computeHmac(key, encodeCovered(envelope)).subarray(0, MAC_LENGTH);
}

export function encodeIridiumDownlink(message: IridiumDownlink, key: Uint8Array): Uint8Array {
  const head = { type: DOWNLINK_TYPE[message.kind], seq: message.seq, timeS: Math.floor(message.t / 1000) };
  const unsealed = { id: message.id, content: encodeContent(message), mac: NO_MAC };
  const covered = COMMAND_BODY.encode(unsealed).subarray(0, -MAC_LENGTH);
  const mac = computeMac(key, { ...head, body: covered });
  return encodeEnvelope({ ...head, body: COMMAND_BODY.encode({ ...unsealed, mac }) });
}

function decodeContent(type: number, head: Head, content: Uint8Array): Decoded<IridiumDownlink> {
  switch (type) {
    case DOWNLINK_TYPE.settings: {
      const settings = decodeSettingsCommand(content);
      return settings.ok ? succeed({ kind: 'settings', ...head, settings: settings.value }) : settings;
    }
    case DOWNLINK_TYPE['offline-download']: {
      const window = WINDOW.decode(content, 'command');
      if (!window.ok) return window;
      const { startS, endS } = window.value;
      const isWindow = startS < endS && endS - startS <= MAX_OFFLINE_WINDOW_S;
      if (!isWindow) return reject('field', 'window');
      return succeed({ kind: 'offline-download', ...head, startAt: startS * 1000, endAt: endS * 1000 });
    }
    case DOWNLINK_TYPE['exit-offline-download']: {
      const nothing = EXIT.decode(content, 'command');
      return nothing.ok ? succeed({ kind: 'exit-offline-download', ...head }) : nothing;
    }
    case DOWNLINK_TYPE.request: {
      const request = REQUEST.decode(content, 'command');
      return request.ok ? succeed({ kind: 'request', ...head, what: request.value.what }) : request;
    }
    default: {
      const answer = ANSWER.decode(content, 'command');
      return answer.ok ? succeed({ kind: 'ack', ...head, ...answer.value }) : answer;
    }
  }
}

/** Requires the key of the sender; for another key `readCommandId` gives the command to answer. */
export function decodeIridiumDownlink(message: Uint8Array, key: Uint8Array): Decoded<IridiumDownlink> {
  const decoded = decodeEnvelope(message);
  if (!decoded.ok) return decoded;
  const { type, seq, timeS, body } = decoded.value;
  if (!TYPES.has(type)) return reject('type', `0x${type.toString(16)}`);
  const opened = COMMAND_BODY.decode(body, 'command');
  if (!opened.ok) return opened;
  const { id, content, mac } = opened.value;
  const expected = computeMac(key, { type, seq, timeS, body: body.subarray(0, -MAC_LENGTH) });
  if (!areEqualBytes(expected, mac)) return reject('mac', 'command');
  return decodeContent(type, { id, seq, t: timeS * 1000 }, content);
}

/** The id of a complete but possibly forged command; null: not a command. */
export function readCommandId(message: Uint8Array): number | null {
  const decoded = decodeEnvelope(message);
  if (!decoded.ok || !TYPES.has(decoded.value.type)) return null;
  const opened = COMMAND_BODY.decode(decoded.value.body, 'command');
  return opened.ok ? opened.value.id : null;
}
