import type { PassageData } from '@waymark/contract/devices/passage-data';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { formatUplinkTopic, formatWaveformTopic } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDevice, publishTo, say } from '../../ingest/testing/mqtt-device.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { PASSAGE, seenPassage } from '../../testing/device-samples.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

// Invalid or constant samples on their whole way: from a device or a stream dialog to the chart.

const PSG_SEQ = 7;
const RATE_MHZ = 16_667;
const HUM = Int16Array.from({ length: 500 }, (_none, at) => Math.round(900 * Math.sin(0.7 * at)));

let server: TestServer;
let world: DeviceWorld;
let device: MqttClient;
let port: number;
let uid = 880_000;
let t: number;

beforeAll(async () => {
  port = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  uid += 1;
  t = Date.now() - 60_000;
  await insertTestDevices(server.connection, [uid], world.groupId);
  device = await connectDevice(port, uid);
  return () => device.endAsync(true);
});

const encode = (samples: Int16Array) =>
  encodeWaveform({ channel: 'elf', sensitivity: 3, rateMilliHz: RATE_MHZ, samples });
const publish = (topic: string, payload: Uint8Array | string) =>
  publishTo(device, {
    topic,
    payload: typeof payload === 'string' ? new TextEncoder().encode(payload) : payload,
    qos: 1,
    retain: false,
  });
const publishSamples = (payload: Uint8Array | string) => publish(formatWaveformTopic(uid, PSG_SEQ, 'elf'), payload);
const pass = () =>
  say(device, uid, { name: 'psg', body: { ...PASSAGE, t, endOfSnip: t + 15_000, psgSeq: PSG_SEQ, mask: 1 } });

async function listRows(): Promise<readonly PassageRow[]> {
  return (await world.fetch<{ passageEventList: PassageRow[] }>('admin', `/apexagm/${uid}/getPassageHistoricData`))
    .passageEventList;
}

/** The data of the chart, and the number of its scores. */
async function readChart(): Promise<{ readonly data: readonly number[]; readonly scores: number }> {
  const jobs = "select from graphile_worker.jobs where task_identifier = 'scoring.records'";
  await expect.poll(async () => (await server.app.database.pool.query(jobs)).rowCount, { timeout: 10_000 }).toBe(0);
  const [row] = await listRows();
  if (!row) throw new Error('no passage');
  const { data } = await world.fetch<PassageData>('admin', `/apexagm/passage/${uid}/${row.passageId}/0`);
  return { data, scores: row.elfMachineLearningResultList.length };
}

async function listRejected(): Promise<unknown[]> {
  const { rows } = await server.app.database.pool.query<{ reason: string; payload: string }>(
    "select reason, encode(payload, 'hex') as payload from rejected_messages where uid = $1 order by id",
    [uid],
  );
  return rows;
}

const whole = encode(HUM);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('samples of a device that are none', () => {
  test.each<[string, string, Uint8Array]>([
    ['499 of them', 'length', whole.slice(0, -2)],
    ['501 of them', 'length', Uint8Array.of(...whole, 0, 0)],
    ['half a sample more', 'length', Uint8Array.of(...whole, 0)],
    ['nothing at all', 'length', new Uint8Array()],
    ['of another version', 'version', whole.with(0, 9)],
    ['of a channel that there is not', 'field', whole.with(2, 3)],
    ['of a sensitivity that there is not', 'field', whole.with(4, 7)],
    ['as JSON with NaN', 'length', new TextEncoder().encode(JSON.stringify(Array.from(HUM)).replace('[0', '[NaN'))],
  ])(
    '%s: rejected and kept, its first 2 KiB byte for byte; the chart is empty, and valid samples still arrive',
    async (_, reason, payload) => {
      await pass();
      await publishSamples(payload);
      expect(await listRejected()).toEqual([{ reason, payload: hex(payload.slice(0, 2048)) }]);
      expect(await readChart()).toEqual({ data: [], scores: 0 });
      await publishSamples(whole);
      expect(await readChart()).toEqual({ data: [1, 0, 3, RATE_MHZ, ...HUM], scores: 3 });
    },
  );

  test('a passage whose own value is NaN is rejected and kept; without that value it is stored', async () => {
    const body = { ...PASSAGE, t, endOfSnip: t + 15_000, psgSeq: PSG_SEQ, mask: 1 };
    const features = '{"snrDb":[NaN,0,0],"widthS":[0,0,0],"weldSpeedMps":null,"audioBands":[0,0,0,0,0,0]}';
    const text = JSON.stringify(body).replace('"features":null', `"features":${features}`);
    await publish(formatUplinkTopic(uid, 'psg'), text);
    expect(await listRejected()).toEqual([{ reason: 'not-json', payload: hex(new TextEncoder().encode(text)) }]);
    expect(await listRows()).toEqual([]);
    await pass();
    expect(await listRows()).toHaveLength(1);
  });
});

const full = new Int16Array(500).fill(0x7fff);
describe.each<[string, Int16Array, number]>([
  ['all zero', new Int16Array(500), 0],
  ['all the same', new Int16Array(500).fill(-12), 0],
  ['clipped from end to end', full.map((most, at) => (at % 2 === 0 ? most : -most - 1)), 0],
  ['clipped where the pig is', HUM.map((sample, at) => (Math.abs(at - 250) < 60 ? 0x7fff : sample)), 3],
])(
  'samples that are %s are stored and drawn unchanged, and scored only if they contain a signal',
  (_, samples, scores) => {
    test('such samples of a device', async () => {
      await pass();
      await publishSamples(encode(samples));
      expect(await readChart()).toEqual({ data: [1, 0, 3, RATE_MHZ, ...samples], scores });
      expect(await listRejected()).toEqual([]);
    });

    test('such samples of a stream dialog', async () => {
      const answer = await world.call('admin', 'POST', '/pigrun/addwebpassage', {
        ...seenPassage(uid, t),
        data: Array.from(samples),
      });
      expect(answer.status).toBe(200);
      expect(await readChart()).toEqual({ data: [1, 0, 0, RATE_MHZ, ...samples], scores });
    });
  },
);

test.each([
  ['NaN', (text: string) => text.replace('"data":[', '"data":[NaN,')],
  ['Infinity, written as a number that large', (text: string) => text.replace('"data":[0,', '"data":[1e999,')],
  ['a text that breaks off', (text: string) => text.slice(0, -9)],
])('%s in the JSON of a stream dialog is refused, and valid samples are stored afterwards', async (_, spoil) => {
  const text = JSON.stringify(seenPassage(uid, t));
  expect(spoil(text)).not.toBe(text);
  const send = (body: string) =>
    fetch(`${server.address}/api/pigrun/addwebpassage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.callers.admin.token}`, 'content-type': 'application/json' },
      body,
    });
  expect((await send(spoil(text))).status).toBe(400);
  expect(await listRows()).toEqual([]);
  expect((await send(text)).status).toBe(200);
  expect((await readChart()).data).toHaveLength(504);
});
