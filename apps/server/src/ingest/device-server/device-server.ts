import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureServer, type TlsTrust } from '../../platform/tls.ts';
import { putBehindProxy } from './proxied-server.ts';

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
