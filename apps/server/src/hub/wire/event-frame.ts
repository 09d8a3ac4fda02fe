import { Encoder } from 'socket.io-msgpack-parser';

const EVENT_PACKET = 2;
const WHOLE_BINARY_FRAME = 0x82;
const SAYS_LENGTH_IN_2_BYTES = 126;
const SAYS_LENGTH_IN_8_BYTES = 127;

const encoder = new Encoder();

/**
 * Encodes a Socket.IO packet as a WebSocket frame, once for all recipients: framing it per recipient would cost as much
 * as sending it.
 */
export function encodeEvent(namespace: string, name: string, data: unknown): Buffer {
  const [encoded] = encoder.encode({ type: EVENT_PACKET, data: [name, data], nsp: namespace }) as unknown as [Buffer];
  return Buffer.concat([encodeHead(encoded.length), encoded]);
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
