import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

// Sends requests over keep-alive connections, each after the answer to the previous one. Parses only the length of
// answers, so that it costs less than the servers it measures. The number of connections keeps the server busy: with 32
// it was idle about a quarter of the time.
const CONNECTIONS = 128;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function encode(request: LoadRequest, host: string): Buffer {
  const body = request.body ?? '';
  const headers = { host, ...request.headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Length of the first complete answer in the buffer, or 0. */
function measureAnswer(buffer: Buffer): number {
  const end = buffer.indexOf(END_OF_HEAD);
  if (end < 0) return 0;
  const head = buffer.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the server answered ${head.split('\r\n')[0]}`);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('the answer does not say its length');
  const total = end + END_OF_HEAD.length + Number(length);
  return buffer.length >= total ? total : 0;
}

/** Number of requests answered in the given time. All must be answered with 200. */
export async function sendLoad(address: string, request: LoadRequest, forMs: number): Promise<number> {
  const { hostname, port } = new URL(address);
  const bytes = encode(request, `${hostname}:${port}`);
  const until = performance.now() + forMs;
  let answered = 0;

  const run = async (socket: Socket): Promise<void> => {
    let rest: Buffer = Buffer.alloc(0);
    socket.write(bytes);
    for await (const chunk of socket) {
      rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
      const length = measureAnswer(rest);
      if (length === 0) continue;
      answered++;
      rest = rest.subarray(length);
      if (performance.now() >= until) return void socket.destroy();
      socket.write(bytes);
    }
  };

  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  await Promise.all(sockets.map(run));
  return answered;
}
