import { EVENT_GROUP } from '@waymark/contract/events/index';
import { Encoder } from 'socket.io-msgpack-parser';

const EVENT_PACKET = 2;
const WHOLE_BINARY_FRAME = 0x82;
const SAYS_LENGTH_IN_2_BYTES = 126;
const SAYS_LENGTH_IN_8_BYTES = 127;
const MAP_OF_3 = 0x83;
const LIST_OF_2 = 0x92;
const LIST_WITH_LENGTH_IN_2_BYTES = 0xdc;

const encoder = new Encoder();

function encode(value: unknown): Buffer {
  const [encoded] = encoder.encode(value as Parameters<Encoder['encode']>[0]) as unknown as [Buffer];
  return encoded;
}

// A packet is the map {type, data, nsp}; only `data` differs between the events of a namespace.
const PACKET_START = Buffer.concat([Buffer.from([MAP_OF_3]), ...['type', EVENT_PACKET, 'data'].map(encode)]);
const GROUP_START = Buffer.concat([Buffer.from([LIST_OF_2]), encode(EVENT_GROUP)]);

/** The name and data of an event in MessagePack: encoded once, for the frames of all recipients. */
export function encodeEvent(name: string, data: unknown): Buffer {
  return encode([name, data]);
}

/**
 * Frames an event as a Socket.IO packet in a WebSocket frame, once for all recipients: framing it per recipient would
 * cost as much as sending it.
 */
export function frameEvent(namespace: string, event: Buffer): Buffer {
  const end = Buffer.concat([encode('nsp'), encode(namespace)]);
  const length = PACKET_START.length + event.length + end.length;
  return Buffer.concat([encodeHead(length), PACKET_START, event, end]);
}

/** Frames several events as a single Socket.IO event, for clients that asked for it. */
export function frameGroup(namespace: string, events: readonly Buffer[]): Buffer {
  const head = Buffer.from([LIST_WITH_LENGTH_IN_2_BYTES, events.length >> 8, events.length & 0xff]);
  return frameEvent(namespace, Buffer.concat([GROUP_START, head, ...events]));
}

function encodeHead(length: number): Buffer {
  if (length < SAYS_LENGTH_IN_2_BYTES) return Buffer.from([WHOLE_BINARY_FRAME, length]);
  const isShort = length <= 0xffff;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head.set([WHOLE_BINARY_FRAME, isShort ? SAYS_LENGTH_IN_2_BYTES : SAYS_LENGTH_IN_8_BYTES]);
  if (isShort) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
