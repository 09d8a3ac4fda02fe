import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { HUB_PATH } from '@waymark/contract/events/index';
import { Server } from 'socket.io';
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
const packetParser = {
  protocol: library.protocol,
  PacketType: library.PacketType,
  Encoder: library.Encoder,
  Decoder,
};

/** Sent to clients when they connect: without a ping for the sum of both, the client treats the server as gone. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 4_000;
/** Time for a namespace to admit the client. */
export const ADMISSION_MS = 10_000;
const MAX_CALL_BYTES = 65_536;

/** Socket.IO over WebSocket only; the hub adds the namespaces, and the default namespace refuses every client. */
export function createSocketServer(server: HttpServer, isAllowed: (request: IncomingMessage) => boolean): Server {
  const io = new Server({
    path: HUB_PATH,
    parser: packetParser,
    transports: ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: ADMISSION_MS,
    maxHttpBufferSize: MAX_CALL_BYTES,
    allowRequest: (request, decide) => decide(null, isAllowed(request)),
  });
  io.attach(server);
  // A second WebSocket with the id of an open connection would replace its transport and bypass `allowRequest` and our
  // limits.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (refusal?: Error) => void) =>
    next(
      new URL(request.url ?? '/', 'http://hub').searchParams.has('sid')
        ? new Error('a connection keeps its transport')
        : undefined,
    ),
  );
  io.use((_socket, next) => next(new Error('not-found')));
  return io;
}
