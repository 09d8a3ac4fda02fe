import { createServer, type Server, type Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';

/** Time for the proxy header, which the proxy sends before any client data. */
const HEADER_MS = 5_000;

interface ProxiedServer {
  /** Listens in place of the server behind it. */
  readonly server: Server;
  /** The client's address from the proxy header, otherwise the address of the connection. */
  readonly addressOf: (socket: Socket) => string;
  /** Closes connections whose proxy header has not arrived yet. */
  readonly dropNameless: () => void;
}

interface Manner {
  readonly allowHalfOpen?: boolean;
}

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress ?? ''} ${remotePort ?? ''}`;

/**
 * Connections from a proxy must start with a PROXY protocol header, which is removed before the server behind, plain or
 * TLS, gets them. Other connections have no such header, so that no client can choose its address.
 */
export function putBehindProxy(behind: Server, isProxy: (address: string) => boolean, manner: Manner): ProxiedServer {
  // Keyed by address and port: a TLS socket does not expose its underlying connection.
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

/** Closes a connection that does not send a complete header in time. */
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
