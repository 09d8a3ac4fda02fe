import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BEAT, connectDevice, passwordOf, say, T } from '../testing/mqtt-device.ts';
import { field, frame } from '../testing/mqtt-frames.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

let broker: TrialBroker;

beforeAll(async () => {
  let now = T;
  // Damaged logins are frequent and not under test: each reading of the clock ends the delay after failed logins.
  broker = await startTrialBroker({ limits: { connectTimeoutMs: 500 }, now: () => (now += 600_000) });
});
afterAll(async () => broker.gateway.close());

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

/** A session with up to two flipped bits, a third of them cut off. */
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

/** Resolves when the broker answers the final ping, cuts the client off, or waits for more bytes. */
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

it('the endpoint survives 4,000 damaged sessions and still serves other clients', async () => {
  const device = await connectDevice(broker.port, 99);
  const sessions = fc.sample(anySession, { numRuns: 4_000, seed: 20_260_301 });
  for (let at = 0; at < sessions.length; at += 250) await Promise.all(sessions.slice(at, at + 250).map(send));
  expect(broker.door.rejections.length).toBeGreaterThan(200);
  await say(device, 99, BEAT);
  expect(broker.door.list(99)).toEqual(['hb']);
});
