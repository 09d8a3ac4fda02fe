import { encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { expect, test } from 'vitest';
import { createMessageRates, MessageRate } from '../message-rate.ts';
import { createSessionReceiver, type SatelliteSession } from './receive-session.ts';
import { RecordingDoor } from './testing/recording-door.ts';
import { ACK, HEARTBEAT, IMEI, NOW, resolveImei, T, UID } from './testing/satellite-samples.ts';

function setUp() {
  const door = new RecordingDoor();
  return {
    door,
    receive: createSessionReceiver({ door, resolveImei, now: () => NOW, rates: createMessageRates(200) }),
  };
}

const session = {
  imei: IMEI,
  momsn: 12,
  cdr: 1001,
  status: 0,
  payload: encodeIridiumUplink(ACK),
  sessionAt: T + 5000,
  sender: '127.0.0.1',
  topic: 'directip',
} as const satisfies SatelliteSession;

test('the messages of one payload are stored together, for the device of the IMEI', async () => {
  const { door, receive } = setUp();
  await receive({ ...session, payload: encodeIridiumUplink(HEARTBEAT) });
  expect(
    door.received.map((batch) => batch.map(({ uid, link, receivedAt, name }) => [uid, link, receivedAt, name])),
  ).toEqual([
    [
      [UID, 'iridium', NOW, 'hb'],
      [UID, 'iridium', NOW, 'settings'],
    ],
  ]);
});

test('a repeated session is dropped after it is stored, another one with the same number is not', async () => {
  const { door, receive } = setUp();
  await receive(session);
  await receive(session);
  expect(door.received).toHaveLength(1);
  await receive({ ...session, cdr: 1002 });
  await receive({ ...session, momsn: 13 });
  expect(door.received).toHaveLength(3);
});

test('sessions without a call record are distinguished by their time', async () => {
  const { door, receive } = setUp();
  for (const sessionAt of [T, T, T + 1, null, null]) await receive({ ...session, cdr: null, sessionAt });
  expect(door.received).toHaveLength(4);
});

test('a session that could not be stored is not remembered', async () => {
  const { door, receive } = setUp();
  door.failure = new Error('no database');
  await expect(receive(session)).rejects.toThrow('no database');
  door.failure = undefined;
  await receive(session);
  expect(door.received).toHaveLength(1);
});

test('only the newest sessions are remembered', async () => {
  const { door, receive } = setUp();
  for (let cdr = 0; cdr <= 4096; cdr++) await receive({ ...session, cdr });
  await receive({ ...session, cdr: 4096 });
  expect(door.received).toHaveLength(4097);
  await receive({ ...session, cdr: 0 });
  expect(door.received).toHaveLength(4098);
});

test('complete sessions are accepted, whatever their status of location and waiting messages', async () => {
  const { door, receive } = setUp();
  for (const status of [0, 1, 2, null]) await receive({ ...session, cdr: status ?? 9, status });
  expect(door.received).toHaveLength(4);
});

test('a mailbox check stores nothing', async () => {
  const { door, receive } = setUp();
  await receive({ ...session, payload: null });
  expect([door.received, door.refused]).toEqual([[], []]);
});

const damaged = session.payload.slice();
damaged[12] = 0xff;

test.each([
  ['of an unknown IMEI', { imei: '300000000000000' }, 'unknown-imei', null],
  ['of a session that failed', { status: 13 }, 'session-status', UID],
  ['damaged on the way', { payload: damaged }, 'checksum', UID],
  ['cut', { payload: session.payload.slice(0, 5) }, 'length', UID],
  ['of another protocol', { payload: new TextEncoder().encode('hello, world') }, 'version', UID],
] as const)('a payload %s is refused and stored as rejected', async (_, changes, reason, uid) => {
  const { door, receive } = setUp();
  const given: SatelliteSession = { ...session, ...changes };
  await receive(given);
  expect(door.received).toEqual([]);
  expect(door.refused).toMatchObject([
    { reason, uid, link: 'iridium', receivedAt: NOW, sender: given.imei, topic: 'directip', payload: given.payload },
  ]);
  expect(door.refused[0]?.detail).toContain('MOMSN 12, from 127.0.0.1');
});

test('a refusal that could not be stored must be delivered again', async () => {
  const { door, receive } = setUp();
  door.failure = new Error('no database');
  await expect(receive({ ...session, imei: '300000000000000' })).rejects.toThrow('no database');
});

test('[W-051] a session beyond the rate limit of its IMEI is refused, so that the gateway delivers it again', async () => {
  const door = new RecordingDoor();
  const satellites = new MessageRate<string>({ perSecond: 0.001, burst: 2 });
  const receive = createSessionReceiver({
    door,
    resolveImei: () => Promise.resolve(UID),
    now: () => NOW,
    rates: { satellites },
  });
  for (const cdr of [1, 2]) await receive({ ...session, cdr });
  await expect(receive({ ...session, cdr: 3 })).rejects.toThrow('more sessions than a device may have');
  await receive({ ...session, imei: '300234063904191', cdr: 4 });
  expect([door.received.length, door.refused.length]).toEqual([3, 0]);
});
