import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMessageRates, MessageRate } from '../message-rate.ts';
import { BEAT, connectDevice, say, T, untilClosed } from '../testing/mqtt-device.ts';
import { field, frame } from '../testing/mqtt-frames.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

let broker: TrialBroker;

beforeAll(async () => {
  let now = T;
  // Each reading of the clock ends the delay after refused connections, which is not under test.
  broker = await startTrialBroker({ limits: { connectTimeoutMs: 500 }, now: () => (now += 600_000) });
});
afterAll(async () => broker.gateway.close());

const UNSTORABLE = [
  String.raw`"\u0000"`,
  String.raw`"x\uD800y"`,
  String.raw`"\uDC00\uD800"`,
  String.raw`"\u0000\u0000"`,
];
const carrier = (text: string) =>
  Buffer.from(`{"activeCarrier":${text},"primaryCarrier":"x","registrationStatus":"x"}`);

it('[W-050] rejects 2,000 texts that cannot be stored, and acknowledges another device among them', async () => {
  const [hostile, device] = [await connectDevice(broker.port, 98), await connectDevice(broker.port, 97)];
  broker.door.rejections.length = 0;
  for (let n = 0; n < 100; n += 1) {
    const rejected = Array.from({ length: 20 }, (_, at) =>
      hostile.publishAsync('agm/v1/98/up/carrier', carrier(UNSTORABLE[at % UNSTORABLE.length] ?? ''), { qos: 1 }),
    );
    await say(device, 97, BEAT);
    await Promise.all(rejected);
  }
  expect(broker.door.list(97)).toHaveLength(100);
  expect(broker.door.list(98)).toEqual([]);
  expect(new Set(broker.door.rejections.map(({ uid, reason }) => `${uid} ${reason}`))).toEqual(
    new Set(['98 not-text']),
  );
  expect(broker.door.rejections).toHaveLength(2_000);
});

it('[W-051] delays a flooding device, and acknowledges another one meanwhile', async () => {
  const rates = { ...createMessageRates(0), devices: new MessageRate<number>({ perSecond: 100, burst: 1_000 }) };
  const flooded = await startTrialBroker({ rates });
  const [hostile, device] = [await connectDevice(flooded.port, 98), await connectDevice(flooded.port, 97)];
  for (let n = 0; n < 20_000; n += 1)
    hostile.publish('agm/v1/98/up/hb', encodeUplink(98, BEAT).payload as Buffer, { qos: 1 });
  for (let n = 0; n < 100; n += 1) await say(device, 97, BEAT);
  expect(flooded.door.list(97)).toHaveLength(100);
  expect(flooded.door.list(98).length).toBeLessThan(20_000);
  await flooded.gateway.close();
});

it('[W-054] cuts off 200 clients that flood with SUBSCRIBE, and acknowledges another one meanwhile', async () => {
  const device = await connectDevice(broker.port, 97);
  const filter = Buffer.concat([field('agm/v1/98/dn/#'), Buffer.of(1)]);
  const flood = Buffer.concat(
    Array.from({ length: 1_300 }, (_, at) => frame(0x82, Buffer.of(at >> 8, at & 0xff), filter)),
  );
  const before = broker.refusals.length;
  for (let n = 0; n < 200; n += 1) {
    const hostile = await connectDevice(broker.port, 10_000 + n);
    hostile.stream.write(flood);
    await say(device, 97, BEAT);
    await untilClosed(hostile);
  }
  expect(broker.refusals.slice(before).filter(({ why }) => why === 'too-many-packets')).toHaveLength(200);
});

it('[W-051] cuts off a device that floods with stream frames, and acknowledges another one meanwhile', async () => {
  const [device, hostile] = [await connectDevice(broker.port, 97), await connectDevice(broker.port, 98)];
  const before = broker.refusals.length;
  hostile.stream.write(
    Buffer.concat(Array.from({ length: 80_000 }, () => frame(0x30, field('agm/v1/98/up/stream'), Buffer.of(1)))),
  );
  for (let n = 0; n < 100; n += 1) await say(device, 97, BEAT);
  await untilClosed(hostile);
  expect(broker.refusals.slice(before)).toMatchObject([{ clientId: 'agm-98', why: 'too-many-messages' }]);
});
