import type { MethodAnswer } from '@waymark/contract/event';
import { RECEIVE_STREAM } from '@waymark/contract/events/index';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import type { StreamEvent } from '@waymark/device-protocol/stream/stream-event';
import { EM_CHANNELS, RSSI_VALUES } from '@waymark/device-protocol/stream/em-channels';
import {
  EM_ROWS,
  encodeStreamFrame,
  GEO_SAMPLES,
  type StreamFrame,
} from '@waymark/device-protocol/stream/stream-frame';
import type { MqttClient } from 'mqtt';
import type { Socket } from 'socket.io-client';
import { connectDevice, publishTo } from '../../../ingest/testing/mqtt-device.ts';
import { insertTestDevices } from '../../../ingest/testing/test-devices.ts';
import { connectStream } from '../../../testing/hub-client.ts';
import { readCookie, type TestServer } from '../../../testing/test-server.ts';

// Devices that stream over MQTT, and consoles that listen over real sockets.

const T = 1_782_522_123_000;
const FRAME_MS = 960;

function makeFrame(seq: number): StreamFrame {
  return {
    geoLaw: 'linear',
    via: 'cell',
    seq,
    t: T + seq * FRAME_MS,
    triggers: { mag: 1, elf: 2, geo: 3 },
    geo: Int16Array.from({ length: GEO_SAMPLES }, (_, at) => at - 480),
    em: Int16Array.from({ length: EM_ROWS * EM_CHANNELS }, (_, at) => at * 100),
    rssi: Int8Array.from({ length: RSSI_VALUES }, (_, at) => at - 95),
  };
}

export interface Console {
  readonly socket: Socket;
  /** The received frames in order. */
  readonly frames: readonly StreamEvent[];
  readonly seqs: () => readonly number[];
  listen(uid: unknown): Promise<MethodAnswer>;
  shutUp(uid: unknown): Promise<MethodAnswer>;
  /** Resolves when everything sent before has arrived. */
  settle(): Promise<void>;
}

function watchStream(socket: Socket): Console {
  const frames: StreamEvent[] = [];
  socket.on(RECEIVE_STREAM, (text: string) => frames.push(JSON.parse(text) as StreamEvent));
  const call = async (method: string, uid: unknown) => (await socket.emitWithAck(method, uid)) as MethodAnswer;
  return {
    socket,
    frames,
    seqs: () => frames.map(({ seq }) => seq),
    listen: (uid) => call('ListenToAgm', uid),
    shutUp: (uid) => call('ShutupToAgm', uid),
    settle: async () => void (await socket.emitWithAck('Fence')),
  };
}

export async function openConsole(server: TestServer, token: string): Promise<Console> {
  const response = await server.call('POST', '/api/session', { token });
  return watchStream(await connectStream(server, `waymark_stream=${readCookie(response, 'waymark_stream') ?? ''}`));
}

export interface StreamingDevice {
  readonly uid: number;
  readonly client: MqttClient;
  /** Resolves when the frame has left. */
  stream(seq: number): Promise<void>;
  /** Bytes under the topic of a stream. */
  publish(payload: Uint8Array): Promise<void>;
}

/** A device of the company with a connection to the server's broker. */
export async function startDevice(
  server: TestServer,
  port: number,
  uid: number,
  groupId = 1,
): Promise<StreamingDevice> {
  await insertTestDevices(server.connection, [uid], groupId);
  return connectStreaming(port, uid);
}

export async function connectStreaming(
  port: number,
  uid: number,
  login: { readonly password?: string } = {},
): Promise<StreamingDevice> {
  const client = await connectDevice(port, uid, login);
  const { topic } = encodeUplink(uid, { name: 'stream', body: makeFrame(0) });
  const publish = (payload: Uint8Array) => publishTo(client, { topic, payload, qos: 0, retain: false });
  return { uid, client, publish, stream: (seq) => publish(encodeStreamFrame(makeFrame(seq))) };
}

/** Reads a figure of the node's metrics. */
export async function readFigure(server: TestServer, metric: string, kind: string): Promise<number> {
  const text = await (await server.call('GET', '/metrics')).text();
  const line = text.split('\n').find((each) => each.startsWith(`waymark_${metric}{kind="${kind}"}`));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}
