import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { HUB_PATH } from '@waymark/contract/events/index';
import { Server } from 'socket.io';
import { packetParser } from './packet-parser.ts';

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
