import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMessageRates, MessageRate } from '../message-rate.ts';
import { BEAT, connectDevice, passwordOf, say, T, untilClosed } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

let broker: TrialBroker;

beforeAll(async () => {
  let now = T;
  // Damaged logins are many, and not what is tried here: time passes quickly for whoever has to wait.
  broker = await startTrialBroker({ limits: { connectTimeoutMs: 500 }, now: () => (now += 600_000) });
});
afterAll(async () => broker.gateway.close());

const field = (text: string): Buffer => Buffer.concat([Buffer.of(0, text.length), Buffer.from(text)]);

function frame(header: number, ...body: readonly Buffer[]): Buffer {
  const content = Buffer.concat(body);
  const length = content.length < 128 ? [content.length] : [(content.length % 128) + 128, content.length >> 7];
  return Buffer.concat([Buffer.of(header, ...length), content]);
}

function logIn(uid: number, version: number): Buffer {
  const login = [field(`agm-${uid}`), field(String(uid)), field(passwordOf(String(uid)))];
  return frame(0x10, field('MQTT'), Buffer.of(version, 0xc2, 0, 60), ...login);
}

const anyId = fc.integer({ min: 0, max: 9 }).map((id) => Buffer.of(0, id));
const anyUid = fc.integer({ min: 1_000, max: 5_000 });

function anyPacket(uid: number): fc.Arbitrary<Buffer> {
  const filter = Buffer.concat([field(`agm/v1/${uid}/dn/#`), Buffer.of(1)]);
  return fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((payload) => frame(0x30, field(`agm/v1/${uid}/up/hb`), Buffer.from(payload))),
    fc
      .tuple(fc.constantFrom(0x32, 0x3a, 0x34), anyId)
      .map(([header, id]) => frame(header, field(`agm/v1/${uid}/up/hb`), id, Buffer.from('{}'))),
    anyId.map((id) => frame(0x82, id, filter)),
    anyId.map((id) => frame(0xa2, id, filter.subarray(0, -1))),
    fc.tuple(fc.constantFrom(0x40, 0x50, 0x62, 0x70), anyId).map(([header, id]) => frame(header, id)),
    fc.constantFrom(Buffer.of(0xc0, 0), Buffer.of(0xe0, 0), logIn(uid, 4)),
  );
}

/** Whole sessions with some bits flipped, cut off anywhere. */
const anySession = anyUid
  .chain((uid) =>
    fc.tuple(
      fc.constantFrom(4, 4, 4, 3, 5).map((version) => logIn(uid, version)),
      fc.array(anyPacket(uid), { maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 })), { maxLength: 2 }),
      fc.nat(),
    ),
  )
  .map(([login, packets, flips, cut]) => {
    const bytes = Buffer.concat([login, ...packets]);
    for (const [at, bit] of flips) bytes.writeUInt8(bytes.readUInt8(at % bytes.length) ^ (1 << bit), at % bytes.length);
    return cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
  });

const PING = Buffer.of(0xc0, 0);
const PONG = Buffer.of(0xd0, 0);

/** Until the broker has answered the ping at the end, or cut the client off, or understood that more must come. */
async function send(bytes: Buffer): Promise<void> {
  const socket: Socket = connect(broker.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', (answer: Buffer) => {
    if (answer.subarray(-2).equals(PONG)) socket.destroy();
  });
  const closed = once(socket, 'close');
  socket.write(Buffer.concat([bytes, PING]));
  const timer = setTimeout(() => socket.destroy(), 1_000);
  await closed;
  clearTimeout(timer);
}

it('damaged sessions harm nobody: the broker goes on, and its other clients with it', async () => {
  const device = await connectDevice(broker.port, 99);
  const sessions = fc.sample(anySession, { numRuns: 4_000, seed: 20_260_301 });
  for (let at = 0; at < sessions.length; at += 250) await Promise.all(sessions.slice(at, at + 250).map(send));
  expect(broker.door.rejections.length).toBeGreaterThan(200);
  await say(device, 99, BEAT);
  expect(broker.door.list(99)).toEqual(['hb']);
});

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

it('[W-051] holds a device that floods, and acknowledges another one meanwhile', async () => {
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
