import type { Server as HttpServer } from 'node:http';
import { HUB_PATH } from '@waymark/contract/events/index';
import { Server } from 'socket.io';
import * as parser from 'socket.io-msgpack-parser';

const PING_INTERVAL_MS = 25_000;
const PING_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CALL_BYTES = 65_536;

/** Socket.IO over WebSocket alone; the namespaces are up to the hub, and nothing stands outside them. */
export function createSocketServer(
  server: HttpServer,
  isAllowed: (origin: string | undefined, host: string | undefined) => boolean,
): Server {
  const io = new Server({
    path: HUB_PATH,
    parser,
    transports: ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxHttpBufferSize: MAX_CALL_BYTES,
    allowRequest: ({ headers }, decide) => decide(null, isAllowed(headers.origin, headers.host)),
  });
  io.attach(server);
  io.use((_socket, next) => next(new Error('not-found')));
  return io;
}
