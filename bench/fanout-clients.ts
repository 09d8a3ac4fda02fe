// Runs many clients of the fanout bench in one process. They count frames and do not parse them, so they cost the same
// with both servers. With the hub they speak only the Socket.IO needed to connect and stay connected.
import { AGM_HUB } from '@waymark/contract/events/index';
import { readClockMs, type Arrived, type Awaiting } from './fanout-messages.ts';
import { encodePacket, WebSocket, type Client } from './ws.ts';

const CONNECT_PACKET = 0;
const PING = '2'.charCodeAt(0);
const PONG = '3';

const [side = '', port = '', first = '0', count = '0'] = process.argv.slice(2);
const address = side === 'hub' ? `ws://127.0.0.1:${port}/hub/?EIO=4&transport=websocket` : `ws://127.0.0.1:${port}/`;
let received = 0;
let bytes = 0;
let arrivedAt: number[][] | undefined;
let awaitedEach: number | undefined;

function take(client: number, length: number): void {
  received += 1;
  bytes += length;
  arrivedAt?.[client]?.push(readClockMs());
  answer();
}

function answer(): void {
  if (awaitedEach === undefined || received < awaitedEach * Number(count)) return;
  awaitedEach = undefined;
  process.send?.({ bytes, arrivedAt: arrivedAt ?? [] } satisfies Arrived);
}

async function connect(index: number): Promise<void> {
  const client = new WebSocket(address, { perMessageDeflate: false });
  client.on('close', () => process.exit(1));
  client.on('error', () => process.exit(1));
  await (side === 'hub'
    ? enterHub(client, String(Number(first) + index))
    : new Promise<void>((resolve) => client.on('open', resolve)));
  client.on('message', (data, isBinary) => {
    if (isBinary) take(index, data.length);
    else if (data[0] === PING) client.send(PONG);
  });
}

/** The server sends first, the client then sends its token, and the first binary frame confirms the sign-in. */
async function enterHub(client: Client, token: string): Promise<void> {
  let isIn = false;
  await new Promise<void>((resolve) => {
    client.on('message', (_data, isBinary) => {
      if (isIn) return;
      isIn = isBinary;
      if (isIn) resolve();
      else client.send(encodePacket({ type: CONNECT_PACKET, data: { token }, nsp: AGM_HUB }));
    });
  });
}

function beginTiming(): void {
  received = 0;
  arrivedAt = Array.from({ length: Number(count) }, () => []);
}

process.on('message', (awaiting: Awaiting) => {
  if ('begin' in awaiting) beginTiming();
  awaitedEach = 'each' in awaiting ? awaiting.each : 0;
  answer();
});
process.on('disconnect', () => process.exit());
await Promise.all(Array.from({ length: Number(count) }, (_none, index) => connect(index)));
process.send?.({ port });
