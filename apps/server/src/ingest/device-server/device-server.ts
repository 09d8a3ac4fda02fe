import { createServer, type Server, type Socket } from 'node:net';
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

export interface DeviceServer {
  readonly server: Server;
  /** Closes connections that are not sockets yet: closing the server would wait for them. */
  readonly dropUnfinished: () => void;
}

/** Creates a port for devices or their gateways. `onSocket` gets each open connection with the client's address. */
export function createDeviceServer(
  { tls, handshakeMs, allowHalfOpen = false, isProxy }: DeviceServerOptions,
  onSocket: (socket: Socket, address: string) => void,
): DeviceServer {
  let addressOf = ({ remoteAddress = '' }: Socket) => remoteAddress;
  const accept = (socket: Socket) => onSocket(socket, addressOf(socket));
  const secure =
    tls && createSecureServer(tls, { allowHalfOpen, ...(handshakeMs !== undefined && { handshakeMs }) }, accept);
  const behind = secure?.server ?? createServer({ allowHalfOpen, noDelay: true }, accept);
  if (!isProxy) return { server: behind, dropUnfinished: () => secure?.dropHandshakes() };
  const proxied = putBehindProxy(behind, isProxy, { allowHalfOpen });
  ({ addressOf } = proxied);
  return {
    server: proxied.server,
    dropUnfinished: () => {
      proxied.dropNameless();
      secure?.dropHandshakes();
    },
  };
}
