import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTrialAuthority, type KeyPair, type TrialAuthority } from '../testing/certificates.ts';
import { DeviceServer, type DeviceServerOptions } from './device-server.ts';
import { writeProxyHeader } from './testing/write-proxy-header.ts';

let folder: string;
let authority: TrialAuthority;
let pair: KeyPair;

beforeAll(async () => {
  folder = await makeTemporaryFolder('device-server');
  authority = await createTrialAuthority(folder);
  pair = await authority.issue('server');
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Opens a port that records received data per client; the test's own connections count as those of a proxy by default.
 */
async function listen(options: DeviceServerOptions = {}) {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const { server } = new DeviceServer({ isProxy: () => true, ...options }, (socket, address) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (said: Buffer) => heard.push(`${address}: ${said.toString()}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { heard, sockets, port: (server.address() as AddressInfo).port };
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('[W-116] a connection has the address in its proxy header, and its data begin after the header', async () => {
  const { heard, port } = await listen();
  open(port).write(Buffer.concat([writeProxyHeader('192.0.2.7'), Buffer.from('hello')]));
  await expect.poll(() => heard).toEqual(['192.0.2.7: hello']);
});

test('a header may arrive byte by byte, without data behind it', async () => {
  const { heard, sockets, port } = await listen();
  const socket = open(port);
  for (const byte of writeProxyHeader('2001:db8::5')) {
    socket.write(Uint8Array.of(byte));
    await new Promise(setImmediate);
  }
  await expect.poll(() => sockets.length).toBe(1);
  socket.write('later');
  await expect.poll(() => heard).toEqual(['2001:db8:0:0:0:0:0:5: later']);
});

test("a health check of the proxy has the proxy's own address", async () => {
  const { heard, port } = await listen();
  open(port).write(Buffer.concat([writeProxyHeader(null), Buffer.from('ping')]));
  await expect.poll(() => heard).toEqual(['127.0.0.1: ping']);
});

test('[W-116] TLS begins after the header', async () => {
  const { heard, port } = await listen({ tls: { key: pair.key, cert: pair.cert } });
  const socket = open(port);
  socket.write(writeProxyHeader('192.0.2.8'));
  const secure = connectTls({
    socket,
    ca: authority.ca,
    servername: 'localhost',
    checkServerIdentity: () => undefined,
  });
  secure.on('error', () => undefined);
  await once(secure, 'secureConnect');
  secure.write('in secret');
  await expect.poll(() => heard).toEqual(['192.0.2.8: in secret']);
});

test('[W-116] a client that is not a proxy cannot choose its address', async () => {
  const { heard, port } = await listen({ isProxy: () => false });
  open(port).write(writeProxyHeader('192.0.2.9'));
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatch(/^127\.0\.0\.1: /);
});

test('a proxy without a header, or with a broken one, is disconnected', async () => {
  const { sockets, port } = await listen();
  for (const said of ['CONNECT', writeProxyHeader('192.0.2.7').subarray(0, 20)]) {
    const socket = open(port);
    const closed = once(socket, 'close');
    socket.end(said);
    await closed;
  }
  expect(sockets).toEqual([]);
});
