import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { MosquittoServer } from './testing/mosquitto-server.ts';
import { heartbeatAt, passageAt } from './testing/test-door.ts';

// Two servers behind a Mosquitto that uses the password and access files they generate.

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

const UID = 100_234;
const OTHER = 100_235;
let mosquitto: MosquittoServer;
let here: TestServer;
let there: TestServer;
let token: string;

beforeAll(async () => {
  mosquitto = await MosquittoServer.start({ devices: [], relays: [] });
  const settings = { WAYMARK_MQTT_URL: mosquitto.url };
  here = await startTestServer({ settings: { ...settings, WAYMARK_NODE_NAME: 'here' } });
  there = await startTestServer({ settings: { ...settings, WAYMARK_NODE_NAME: 'there' }, beside: here });
  token = (await here.signIn('superadmin@demo.waymark')).token;
});
afterAll(async () => {
  await there.close();
  await here.close();
  await mosquitto.remove();
});

async function ask<Reply>(method: string, address: string, body?: unknown): Promise<Reply> {
  const response = await here.call(method, address, { token, body });
  return (response.headers.get('content-type')?.includes('json') ? response.json() : response.text()) as Promise<Reply>;
}

async function addDevice(uid: number): Promise<Credential> {
  const groups = await ask<{ id: number }[]>('GET', '/api/admin/group');
  const body = { uid, group: groups[0]?.id, lat: 0, lon: 0 };
  return (await ask<{ credential: Credential }>('POST', '/api/admin/apexagm/add', body)).credential;
}

async function tellBroker(): Promise<void> {
  await mosquitto.reload(await ask('GET', '/api/admin/broker/passwords'), await ask('GET', '/api/admin/broker/access'));
}

const connect = (credential: Credential) =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.devicePort}`, {
    ...credential,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });

/** Retries the connection, because the broker reloads its files asynchronously. */
async function connectSoon(credential: Credential): Promise<MqttClient> {
  for (;;) {
    try {
      return await connect(credential);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function publish(client: MqttClient, uid: number, t: number): Promise<void> {
  const { topic, payload } = encodeUplink(uid, heartbeatAt(t));
  await client.publishAsync(topic, Buffer.from(payload), { qos: 1 });
}

const stored = async (uid: number) =>
  (await ask<{ rowsNumber: number }>('GET', `/api/apexagm/${uid}/getHeartbeatHistoricData?rowsPerPage=1`)).rowsNumber;

test('devices reach the servers through an external broker, only under their own uid, until their credential is revoked', async () => {
  const credential = await addDevice(UID);
  await addDevice(OTHER);
  await tellBroker();
  const device = await connectSoon(credential);
  const from = Date.now() - 3_600_000;
  for (let n = 0; n < 100; n++) await publish(device, UID, from + n * 1000);
  await expect.poll(() => stored(UID), { timeout: 10_000 }).toBe(100);

  // The broker acknowledges messages that it drops; a later message shows that the earlier one was dropped.
  await publish(device, OTHER, from);
  await publish(device, UID, from + 100_000);
  await expect.poll(() => stored(UID), { timeout: 10_000 }).toBe(101);
  expect(await stored(OTHER)).toBe(0);

  const gone = new Promise<void>((resolve) => device.once('close', () => resolve()));
  await ask('DELETE', `/api/admin/apexagm/${UID}/credential`);
  await tellBroker();
  await gone;
  await expect(connect(credential)).rejects.toThrow();
});

test.each(['named', 'numbered'] as const)(
  '[W-092] samples reach their passages when the broker alternates between two servers and the device was reset: %s',
  async (form) => {
    const uid = form === 'named' ? 100_236 : 100_237;
    const credential = await addDevice(uid);
    await tellBroker();
    const device = await connectSoon(credential);
    const from = Date.now() - 3_600_000;
    const PASSAGES = 50;
    const marked = (channel: 'elf' | 'geo' | 'mag', mark: number) =>
      ({ channel, sensitivity: 3, rateMilliHz: 16_667, samples: new Int16Array(500).fill(mark) }) as const;
    /** The same numbers again, as after a reset. */
    const publishRound = (round: number) =>
      Promise.all(
        Array.from({ length: PASSAGES }, (_, n) => {
          const mark = round * PASSAGES + n;
          const passage = passageAt(from + mark * 20_000, { psgSeq: n });
          if (passage.name !== 'psg') return [];
          const { psgSeq, endOfSnip } = passage.body;
          const named = form === 'named' ? { psgSeq, endOfSnip } : { psgSeq };
          return [
            passage,
            ...(['elf', 'geo', 'mag'] as const).map((channel) => ({
              name: 'waveform' as const,
              ...named,
              body: marked(channel, mark),
            })),
          ];
        })
          .flat()
          .map((uplink) => {
            const { topic, payload } = encodeUplink(uid, uplink);
            return device.publishAsync(topic, Buffer.from(payload), { qos: 1 });
          }),
      );
    const query = async () =>
      (
        await here.app.database.pool.query<{ end_of_snip_at: Date; data: Buffer }>(
          'select end_of_snip_at, data from waveforms where uid = $1',
          [uid],
        )
      ).rows;
    for (const round of [0, 1]) {
      await publishRound(round);
      await expect.poll(async () => (await query()).length, { timeout: 30_000 }).toBe((round + 1) * PASSAGES * 3);
    }
    const wrong = (await query()).filter(
      ({ end_of_snip_at: at, data }) => at.getTime() !== from + data.readInt16LE(8) * 20_000 + 15_000,
    );
    expect(wrong).toEqual([]);
    device.end(true);
  },
);
