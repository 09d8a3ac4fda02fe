import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { encodeMoConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createMessageRates } from '../message-rate.ts';
import { createTrialAuthority, type KeyPair, type TrialAuthority } from '../testing/certificates.ts';
import { DirectIpListener, type DirectIpOptions } from './directip-listener.ts';
import { createSessionReceiver } from './receive-session.ts';
import { RecordingDoor } from './testing/recording-door.ts';
import { ACK, encodeSession, NOW, resolveImei } from './testing/satellite-samples.ts';

let folder: string;
let authority: TrialAuthority;
let server: KeyPair;
let listener: DirectIpListener | undefined;

beforeAll(async () => {
  folder = await makeTemporaryFolder('directip-tls');
  authority = await createTrialAuthority(folder);
  server = await authority.issue('server');
});
afterEach(async () => listener?.close());
afterAll(async () => rm(folder, { recursive: true }));

async function listen(changes: Partial<DirectIpOptions> = {}) {
  const door = new RecordingDoor();
  const now = () => NOW;
  const tls = { key: Buffer.from(server.key), cert: Buffer.from(server.cert) };
  listener = new DirectIpListener({
    host: '127.0.0.1',
    port: 0,
    allow: [],
    tls,
    receive: createSessionReceiver({ door, resolveImei, now, rates: createMessageRates(200) }),
    refuse: (rejection) => door.refuse(rejection),
    log: createLog('silent'),
    now,
    ...changes,
  });
  return { door, port: (await listener.listen()).port };
}

/** Sends a session over TLS and returns the answer. */
async function handOver(port: number, trust: ConnectionOptions): Promise<Buffer> {
  const socket = connectTls({ port, host: '127.0.0.1', ...trust });
  const pieces: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => pieces.push(bytes));
  socket.write(encodeSession(ACK));
  await once(socket, 'end');
  socket.end();
  return Buffer.concat(pieces);
}

/** Connects, sends the start of a handshake and then nothing. `closed`: the number of received bytes. */
function knock(port: number) {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  socket.write(Buffer.of(0x16, 3, 1));
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(socket.bytesRead)));
  return { connected: once(socket, 'connect'), closed };
}

test('a session over TLS is stored and confirmed', async () => {
  const { door, port } = await listen();
  expect(await handOver(port, { ca: authority.ca })).toEqual(Buffer.from(encodeMoConfirmation(true)));
  expect(door.received).toHaveLength(1);
});

test('the listener with an authority for gateways accepts only clients with its certificate', async () => {
  const tls = { key: Buffer.from(server.key), cert: Buffer.from(server.cert), ca: Buffer.from(authority.ca) };
  const { door, port } = await listen({ tls });
  await expect(handOver(port, { ca: authority.ca })).rejects.toThrow();
  expect(door.received).toEqual([]);
  const { key, cert } = await authority.issue('gateway');
  expect(await handOver(port, { ca: authority.ca, key, cert })).toEqual(Buffer.from(encodeMoConfirmation(true)));
});

test('a client that does not trust the certificate sends nothing', async () => {
  const { door, port } = await listen();
  await expect(handOver(port, {})).rejects.toThrow(/certificate|verify/);
  expect(door.received).toEqual([]);
});

test('an unfinished handshake is cut in time and does not delay the close', async () => {
  const hasty = await listen({ readTimeoutMs: 50 });
  expect(await knock(hasty.port).closed).toBe(0);
  await listener?.close();

  const patient = await listen({ readTimeoutMs: 60_000 });
  const { connected, closed } = knock(patient.port);
  await connected;
  await listener?.close();
  expect(await closed).toBe(0);
});
