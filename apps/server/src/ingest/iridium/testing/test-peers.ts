import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const open: Server[] = [];
const sockets = new Set<Socket>();

async function listen(server: Server): Promise<number> {
  open.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}

/** Starts a gateway that accepts messages to devices: calls back with all bytes received so far. */
export function startTcpPeer(onBytes: (received: Buffer, socket: Socket) => void): Promise<number> {
  return listen(
    createServer((socket) => {
      let received = Buffer.alloc(0);
      socket.on('data', (bytes: Buffer) => onBytes((received = Buffer.concat([received, bytes])), socket));
    }),
  );
}

export interface Posted {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly fields: Readonly<Record<string, string>>;
}

/** Starts a provider's web service; null: it never answers. */
export function startHttpPeer(
  answer: (posted: Posted) => { readonly status?: number; readonly text: string } | null,
): Promise<number> {
  return listen(
    createHttpServer((request, response) => {
      let text = '';
      request.on('data', (bytes: Buffer) => (text += bytes.toString()));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const given = answer({ method, path, headers, fields: Object.fromEntries(new URLSearchParams(text)) });
        if (given) response.writeHead(given.status ?? 200, { location: '/elsewhere' }).end(given.text);
      });
    }),
  );
}

export async function closePeers(): Promise<void> {
  const closing = open.splice(0).map((server) => new Promise((resolve) => server.close(resolve)));
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(closing);
}
