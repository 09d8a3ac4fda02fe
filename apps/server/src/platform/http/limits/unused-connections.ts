import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that ends connections without a request so far: Node's server would wait for them when it closes.
 */
export function watchUnusedConnections(server: Server, event: 'connection' | 'secureConnection'): () => void {
  const unused = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const use = ({ socket }: IncomingMessage) => unused.delete(socket);
  server.prependListener('request', use);
  server.prependListener('upgrade', use);
  return () => {
    for (const socket of unused) socket.destroy();
  };
}
