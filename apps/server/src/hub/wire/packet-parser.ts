import { EventEmitter } from 'node:events';
import * as library from 'socket.io-msgpack-parser';
import { z } from 'zod';
import { MalformedFrame, readMsgpack } from './msgpack-reader.ts';

const { CONNECT, DISCONNECT, EVENT } = { CONNECT: 0, DISCONNECT: 1, EVENT: 2 } as const;
const MAX_NAMESPACE_LENGTH = 100;

const common = { nsp: z.string().max(MAX_NAMESPACE_LENGTH) };

/** The packets that a client sends. The hub requests no acknowledgements, so it accepts none. */
const packet = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal(CONNECT), data: z.record(z.string(), z.unknown()).optional() }),
  z.object({ ...common, type: z.literal(DISCONNECT) }),
  z.object({
    ...common,
    type: z.literal(EVENT),
    data: z.tuple([z.string()], z.unknown()),
    id: z.int().nonnegative().optional(),
  }),
]);

/** Decodes client packets; a frame that throws ends its connection. */
export class Decoder extends EventEmitter {
  add(frame: unknown): void {
    if (!Buffer.isBuffer(frame)) throw new MalformedFrame('a text frame');
    const read = packet.safeParse(readMsgpack(frame));
    if (!read.success) throw new MalformedFrame('not a packet that clients send', { cause: read.error });
    this.emit('decoded', read.data);
  }

  destroy(): void {
    this.removeAllListeners();
  }
}

/** The library's wire format with our own decoder: the library's decoder trusts the lengths that it reads. */
export const packetParser = {
  protocol: library.protocol,
  PacketType: library.PacketType,
  Encoder: library.Encoder,
  Decoder,
};
