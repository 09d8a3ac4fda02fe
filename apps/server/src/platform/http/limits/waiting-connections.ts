import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections for which Node's server would wait when it closes, although it has nothing to answer on them. */
export class WaitingConnections {
  readonly #unused = new Set<Socket>();
  /** The request that is being received or answered on a connection; undefined between two requests. */
  readonly #requests = new Map<Socket, IncomingMessage | undefined>();

  constructor(server: Server, event: 'connection' | 'secureConnection') {
    server.on(event, (socket: Socket) => {
      this.#unused.add(socket);
      this.#requests.set(socket, undefined);
      socket.once('close', () => this.#forget(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      this.#unused.delete(socket);
      if (!this.#requests.has(socket)) return;
      this.#requests.set(socket, request);
      response.once('close', () => {
        if (this.#requests.get(socket) === request) this.#requests.set(socket, undefined);
      });
    });
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => this.#forget(socket));
  }

  /** Ends connections without a request so far. */
  dropUnused(): void {
    for (const socket of this.#unused) socket.destroy();
  }

  /** Ends connections whose request has not arrived completely, and idle ones. */
  dropIncomplete(): void {
    for (const [socket, request] of this.#requests) if (request?.complete !== true) socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#unused.delete(socket);
    this.#requests.delete(socket);
  }
}
