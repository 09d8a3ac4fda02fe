import { rm } from 'node:fs/promises';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTrialAuthority, type KeyPair, type TrialAuthority } from '../testing/certificates.ts';
import { BEAT, connectDevice, say } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

let folder: string;
let authority: TrialAuthority;
let server: KeyPair;
let broker: TrialBroker | undefined;

beforeAll(async () => {
  folder = await makeTemporaryFolder('mqtt-tls');
  authority = await createTrialAuthority(folder);
  server = await authority.issue('server');
});
afterEach(async () => broker?.gateway.close());
afterAll(async () => rm(folder, { recursive: true }));

async function start(options: { readonly ca?: string } = {}): Promise<TrialBroker> {
  broker = await startTrialBroker({ port: null, tls: { port: 0, key: server.key, cert: server.cert, ...options } });
  return broker;
}

it('a device that trusts the authority connects over TLS, and no other port is open', async () => {
  const { port, gateway, door } = await start();
  expect(gateway.ports()).toEqual({ mqtt: null, mqtts: port });
  const device = await connectDevice(port, 7, { protocol: 'mqtts', ca: authority.ca });
  await say(device, 7, BEAT);
  expect(door.list(7)).toEqual(['hb']);
});

it('a device that does not trust the authority does not connect', async () => {
  const { port } = await start();
  await expect(connectDevice(port, 7, { protocol: 'mqtts' })).rejects.toThrow(/self-signed|unable to verify/);
});

it('refuses connections without TLS and with an old version', async () => {
  const { port, gateway } = await start();
  await expect(connectDevice(port, 7)).rejects.toThrow();
  const old = connect({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
  });
  await expect(
    new Promise((resolve, reject) => old.once('secureConnect', resolve).once('error', reject)),
  ).rejects.toThrow();
  expect(gateway.connections()).toBe(0);
});

it('[W-073] refuses cipher suites without forward secrecy or authenticated encryption', async () => {
  const { port } = await start();
  const handshake = (ciphers: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ciphers });
      socket.once('error', reject).once('secureConnect', () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
    });
  await expect(handshake('AES256-GCM-SHA384')).rejects.toThrow(/handshake failure/i);
  await expect(handshake('ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA384')).rejects.toThrow(/handshake failure/i);
  expect(await handshake('ALL')).toMatch(/^ECDHE-.*(?:GCM|POLY1305)/);
});

it('a client authority admits only clients with its certificate and their own password', async () => {
  const { port, door } = await start({ ca: authority.ca });
  const { key, cert } = await authority.issue('device');
  const trust = { protocol: 'mqtts', ca: authority.ca } as const;
  await expect(connectDevice(port, 7, trust)).rejects.toThrow();
  await expect(connectDevice(port, 7, { ...trust, key, cert, password: 'guess' })).rejects.toMatchObject({ code: 4 });
  await say(await connectDevice(port, 7, { ...trust, key, cert }), 7, BEAT);
  expect(door.list(7)).toEqual(['hb']);
});

it('devices connect on both ports at the same time', async () => {
  broker = await startTrialBroker({ tls: { port: 0, key: server.key, cert: server.cert } });
  const { mqtt, mqtts } = broker.gateway.ports();
  await connectDevice(mqtt ?? 0, 7);
  await connectDevice(mqtts ?? 0, 8, { protocol: 'mqtts', ca: authority.ca });
  expect(broker.gateway.connections()).toBe(2);
});
