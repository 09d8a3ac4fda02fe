import { createServer, type Server, type Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';

/** The proxy writes its header before anything of the client. */
const HEADER_MS = 5_000;

interface ProxiedServer {
  /** Listens in the place of the server behind it. */
  readonly server: Server;
  /** Of the client where its proxy has told it, else of the connection itself. */
  readonly addressOf: (socket: Socket) => string;
  /** Ends connections whose proxy has not told it yet. */
  readonly dropNameless: () => void;
}

interface Manner {
  readonly allowHalfOpen?: boolean;
}

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress ?? ''} ${remotePort ?? ''}`;

/**
 * Connections from a proxy must begin with the header of the PROXY protocol; it is taken off before the server behind,
 * plain or with TLS, hears of them. From everywhere else there is no such header, so that no client chooses its address.
 */
export function putBehindProxy(behind: Server, isProxy: (address: string) => boolean, manner: Manner): ProxiedServer {
  // By address and port of the connection: a TLS socket does not say which connection it rests on.
  const clients = new Map<string, string>();
  const nameless = new Set<Socket>();
  const server = createServer({ ...manner, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    if (!isProxy(socket.remoteAddress ?? '')) return void behind.emit('connection', socket);
    nameless.add(socket);
    socket.once('close', () => nameless.delete(socket));
    takeHeader(socket, (address) => {
      nameless.delete(socket);
      const name = nameOf(socket);
      if (address !== null) clients.set(name, address);
      socket.once('close', () => clients.delete(name));
      behind.emit('connection', socket);
    });
  });
  return {
    server,
    addressOf: (socket) => clients.get(nameOf(socket)) ?? socket.remoteAddress ?? '',
    dropNameless: () => {
      for (const socket of nameless) socket.destroy();
    },
  };
}

/** A connection that does not send a whole header in time is cut off. */
function takeHeader(socket: Socket, onHeader: (address: string | null) => void): void {
  let received = Buffer.alloc(0);
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, HEADER_MS);
  const finish = () => {
    clearTimeout(timer);
    socket.off('readable', read).off('end', cut).off('close', finish);
  };
  const read = () => {
    for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null) !== null;)
      received = Buffer.concat([received, chunk]);
    const header = readProxyHeader(received);
    if (header.kind === 'incomplete') return;
    finish();
    if (header.kind === 'malformed') return cut();
    if (received.length > header.length) socket.unshift(received.subarray(header.length));
    onHeader(header.address);
  };
  socket.on('readable', read).once('end', cut).once('close', finish);
}
