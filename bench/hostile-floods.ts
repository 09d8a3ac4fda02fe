// The floods of the hostile bench. Each runs until its signal is aborted. Each uses its own source address, so that the
// server's limits per address do not affect the probes.
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { passwordOf } from './command-messages.ts';
import { buildUnacknowledged } from './mqtt-packets.ts';
import { buildHeartbeat, type FloodTarget } from './hostile-messages.ts';
import { WebSocket } from './ws.ts';

export interface Flood {
  /** Also the prefix of its figures' names. */
  readonly name: string;
  /** Resolves with the number of messages sent. */
  run(target: FloodTarget, signal: AbortSignal): Promise<number>;
}

const PAUSE_MS = 5;
const CALLS_AT_ONCE = 5000;
const AT_ONCE = 500;
const PIPELINED = 200;

/** Repeats the step with this concurrency. Resolves with the sum of the results. */
async function repeat(parallel: number, signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  let sent = 0;
  const go = async () => {
    while (!signal.aborted) {
      const ofStep = await step().catch(() => 0);
      sent += ofStep;
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: parallel }, go));
  return sent;
}

const HOSTILE_FRAMES = [
  Buffer.concat(Array.from({ length: 60 }, () => Buffer.of(0xdd, 1, 0xff, 0xff, 0xff))),
  Buffer.of(0xc9, 0x3b, 0x9a, 0xca, 0, 0),
  Buffer.concat(Array.from({ length: 5000 }, () => Buffer.of(0xdc, 0xff, 0xff))),
];

function sendFrame({ address, localAddress }: FloodTarget, frame: Buffer): Promise<number> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/hub/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    localAddress,
  });
  return new Promise((resolve) => {
    socket.on('open', () => socket.send(frame));
    socket.on('error', () => resolve(0));
    socket.on('close', () => resolve(1));
  });
}

async function callAtOnce({ address, localAddress, viewerToken }: FloodTarget): Promise<number> {
  const options = {
    path: '/hub',
    parser,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: viewerToken },
    localAddress,
  };
  const socket = io(`${address}/agm`, options);
  const closed = new Promise<void>((resolve) => socket.io.once('close', () => resolve()));
  const failed = new Promise<void>((resolve) => socket.once('connect_error', () => resolve()));
  let sent = 0;
  socket.once('connect', () => {
    for (; sent < CALLS_AT_ONCE; sent++) socket.emit('ShowPigRuns', [1, 2, 3]);
  });
  await Promise.race([closed, failed, sleep(1000)]);
  socket.disconnect();
  return sent;
}

function sendRequest({ address, localAddress }: FloodTarget, path: string, body?: string): Promise<number> {
  const headers =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const call = request(
      address + path,
      { method: body === undefined ? 'GET' : 'POST', headers, localAddress },
      (response) => {
        response.resume().once('close', () => resolve(1));
      },
    );
    call.once('error', () => resolve(0)).end(body);
  });
}

/** Writes requests without waiting for answers, until the server ends the connection. */
function sendPipeline({ address, localAddress }: FloodTarget): Promise<number> {
  const { hostname, port } = new URL(address);
  const requests = `GET /api/user HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(PIPELINED);
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress !== undefined && { localAddress }) });
  socket.on('error', () => undefined).once('connect', () => socket.write(requests));
  return new Promise((resolve) => {
    socket.resume().once('close', () => resolve(PIPELINED));
  });
}

/** Writes stream frames that cannot be decoded, until the server ends the connection. */
async function sendStreamFrames(client: MqttClient, deviceUid: number, signal: AbortSignal): Promise<number> {
  const frames = Buffer.concat(
    Array.from({ length: AT_ONCE }, () => buildUnacknowledged(`agm/v1/${deviceUid}/up/stream`, 'x')),
  );
  let sent = 0;
  do {
    if (!client.stream.write(frames)) await Promise.race([once(client.stream, 'drain'), once(client.stream, 'close')]);
    sent += AT_ONCE;
    await sleep(0);
  } while (!signal.aborted && client.connected);
  return sent;
}

async function asDevice(
  { mqttPort, deviceUid }: FloodTarget,
  work: (client: MqttClient) => Promise<number>,
): Promise<number> {
  const options = {
    clientId: `agm-${deviceUid}`,
    username: String(deviceUid),
    password: passwordOf(deviceUid),
    protocolVersion: 4,
    reconnectPeriod: 0,
  } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, false);
  client.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => client.once('close', () => resolve(0)));
  try {
    return await Promise.race([work(client), closed]);
  } finally {
    await client.endAsync(true);
  }
}

let guesses = 0;

export const FLOODS: readonly Flood[] = [
  {
    name: 'hub_frame',
    run: (target, signal) =>
      repeat(
        8,
        signal,
        async () => (await Promise.all(HOSTILE_FRAMES.map((frame) => sendFrame(target, frame)))).length,
      ),
  },
  { name: 'hub_call', run: (target, signal) => repeat(2, signal, async () => callAtOnce(target)) },
  { name: 'pipeline', run: (target, signal) => repeat(8, signal, async () => sendPipeline(target)) },
  { name: 'request', run: (target, signal) => repeat(32, signal, async () => sendRequest(target, '/api/user')) },
  {
    name: 'sign_in',
    run: (target, signal) =>
      repeat(16, signal, async () => {
        const body = {
          grant_type: 'password',
          username: `guess-${++guesses}@example.com`,
          password: 'Wrong-password-1',
          client_id: 'bench',
        };
        return sendRequest(target, '/api/oauth/token', JSON.stringify(body));
      }),
  },
  {
    name: 'device_message',
    run: async (target, signal) => {
      let sent = 0;
      let t = Date.now() - 86_400_000;
      const topic = `agm/v1/${target.deviceUid}/up/hb`;
      const publish = (client: MqttClient) =>
        Promise.all(
          Array.from({ length: AT_ONCE }, async () => client.publishAsync(topic, buildHeartbeat(++t), { qos: 1 })),
        );
      await repeat(1, signal, () =>
        asDevice(target, async (client) => {
          do {
            // Counted before the answer arrives: it may come after the end.
            sent += AT_ONCE;
            await publish(client);
          } while (!signal.aborted);
          return 0;
        }),
      );
      return sent;
    },
  },
  {
    name: 'subscribe',
    run: async (target, signal) => {
      let sent = 0;
      const topic = `agm/v1/${target.deviceUid}/down/cmd`;
      const subscribe = (client: MqttClient) =>
        Promise.all(Array.from({ length: AT_ONCE }, async () => client.subscribeAsync(topic, { qos: 1 })));
      // Counted before the answer arrives: the server closes the connection meanwhile.
      await repeat(1, signal, () =>
        asDevice(target, async (client) => {
          for (; !signal.aborted; sent += AT_ONCE) await subscribe(client);
          return 0;
        }).finally(() => (sent += AT_ONCE)),
      );
      return sent;
    },
  },
  {
    name: 'stream_frame',
    run: async (target, signal) => {
      let sent = 0;
      await repeat(4, signal, () =>
        asDevice(target, async (client) => {
          const written = await sendStreamFrames(client, target.deviceUid, signal);
          sent += written;
          return 0;
        }),
      );
      return sent;
    },
  },
  {
    name: 'reconnect',
    run: (target, signal) => repeat(8, signal, async () => asDevice(target, async () => 1).catch(() => 1)),
  },
];
