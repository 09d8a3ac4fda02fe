import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies wait for the answer to each request. */
const MAX_UNANSWERED = 16;

const refused = new WeakSet<Socket>();

/** Ignores further requests of a connection that ends after its next answer. */
export function dropFurther(socket: Socket): void {
  refused.add(socket);
}

/**
 * Destroys a connection that sends many requests without waiting for their answers: Node would parse and hold all of
 * them. Call it before other listeners for requests are added.
 */
export function limitPipelines(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  const unanswered = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // Node goes on parsing what it has received before the end of the connection.
    if (socket.destroyed || refused.has(socket)) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > MAX_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
