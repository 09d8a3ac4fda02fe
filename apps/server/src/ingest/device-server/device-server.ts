import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureServer, type TlsTrust } from '../../platform/tls.ts';
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
function putBehindProxy(behind: Server, isProxy: (address: string) => boolean, manner: Manner): ProxiedServer {
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

export interface DeviceServerOptions {
  readonly tls?: TlsTrust | undefined;
  readonly handshakeMs?: number;
  /** Lets a client end its side while it waits for an answer. */
  readonly allowHalfOpen?: boolean;
  /** TCP proxies that send the client's address; undefined: there are none. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
}

/**
 * Connections that the system queues until they are accepted. After a restart all devices connect at once; a device that
 * finds the queue full gets no answer, and retries with a backoff of a minute and more.
 */
const BACKLOG = 65_535;

/** A port for devices or their gateways. `onSocket` gets each open connection with the client's address. */
export class DeviceServer {
  readonly server: Server;
  readonly #dropUnfinished: () => void;

  constructor(
    { tls, handshakeMs, allowHalfOpen = false, isProxy }: DeviceServerOptions,
    onSocket: (socket: Socket, address: string) => void,
  ) {
    let addressOf = ({ remoteAddress = '' }: Socket) => remoteAddress;
    const accept = (socket: Socket) => onSocket(socket, addressOf(socket));
    const secure =
      tls && createSecureServer(tls, { allowHalfOpen, ...(handshakeMs !== undefined && { handshakeMs }) }, accept);
    const behind = secure?.server ?? createServer({ allowHalfOpen, noDelay: true }, accept);
    const proxied = isProxy && putBehindProxy(behind, isProxy, { allowHalfOpen });
    if (proxied) ({ addressOf } = proxied);
    this.server = proxied?.server ?? behind;
    this.#dropUnfinished = () => {
      proxied?.dropNameless();
      secure?.dropHandshakes();
    };
  }

  /** null while it does not listen. */
  get port(): number | null {
    return this.server.listening ? (this.server.address() as AddressInfo).port : null;
  }

  /** Port 0 selects any free port. */
  async listen(port: number, host: string): Promise<void> {
    this.server.listen({ port, host, backlog: BACKLOG });
    await once(this.server, 'listening');
  }

  /** Accepts no new connection and drops those without a complete header or handshake; resolves when all have ended. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.#dropUnfinished();
    await closed;
  }
}
