import { afterEach, expect, it, vi } from 'vitest';
import { createMessageRates, MessageRate, type MessageRates } from '../message-rate.ts';
import { BEAT, connectDevice, connectRelay, HEARTBEAT, say, T, untilClosed } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';
import type { EndpointLimits } from './limits.ts';

const WITHIN = { timeout: 10_000, interval: 5 };
/** The second message after a burst would have to wait longer than the broker holds any. */
const RARE = { perSecond: 0.05, burst: 3 };
const onStream = vi.fn<(uid: number) => void>();
let broker: TrialBroker;

async function start(rates: Partial<MessageRates>, limits: Partial<EndpointLimits> = {}): Promise<void> {
  broker = await startTrialBroker({ onStream, rates: { ...createMessageRates(0), ...rates }, limits });
}
afterEach(async () => {
  vi.clearAllMocks();
  await broker.gateway.close();
});

it('[W-051] delays the messages of a device that sends too fast, in order and without loss', async () => {
  await start({ devices: new MessageRate({ perSecond: 200, burst: 5 }) });
  const device = await connectDevice(broker.port, 7);
  const times = Array.from({ length: 60 }, (_, at) => T + at);
  const startedAt = performance.now();
  await Promise.all(times.map(async (t) => say(device, 7, { name: 'hb', body: { ...HEARTBEAT, t } })));
  // 55 messages beyond the burst, 5 ms each; a timer may be a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(270);
  expect(broker.door.messages.map((message) => (message.name === 'hb' ? message.body.t : 0))).toEqual(times);
  expect(broker.refusals).toEqual([]);
});

it('[W-051] does not acknowledge a delayed message, and cuts off a device that sends on', async () => {
  await start({ devices: new MessageRate(RARE) });
  const device = await connectDevice(broker.port, 7);
  const neighbour = await connectDevice(broker.port, 8);
  const acknowledged = vi.fn<() => void>();
  for (let n = 0; n < 4; n += 1) void say(device, 7, BEAT).then(acknowledged, () => undefined);
  await vi.waitFor(() => expect(acknowledged).toHaveBeenCalledTimes(3), WITHIN);
  await say(neighbour, 8, BEAT);
  expect([broker.door.list(7), broker.door.list(8), device.connected]).toEqual([['hb', 'hb', 'hb'], ['hb'], true]);
  for (let n = 0; n < 20; n += 1) device.publish('agm/v1/7/up/hb', '{}', { qos: 0 });
  await untilClosed(device);
  expect(broker.refusals).toMatchObject([{ clientId: 'agm-7', why: 'too-many-messages' }]);
  expect([acknowledged.mock.calls.length, neighbour.connected]).toEqual([3, true]);
});

it('[W-051] limits a relay as a whole, and no device of another client', async () => {
  await start({ relays: new MessageRate(RARE) });
  const [relay, other, device] = [
    await connectRelay(broker.port, 'truck'),
    await connectRelay(broker.port, 'van'),
    await connectDevice(broker.port, 9),
  ];
  for (const uid of [7, 8, 7]) await say(relay, uid, BEAT);
  for (const uid of [8, 7, 8]) relay.publish(`agm/v1/${uid}/up/hb`, '{}', { qos: 0 });
  await untilClosed(relay);
  for (let n = 0; n < 3; n += 1) await say(other, 7, BEAT);
  for (let n = 0; n < 10; n += 1) await say(device, 9, BEAT);
  expect([broker.door.messages.length, broker.refusals.length]).toEqual([16, 1]);
});

it('[W-051] drops frames of a stream beyond their rate, and nothing else of the device', async () => {
  await start({ streams: new MessageRate(RARE), devices: new MessageRate({ perSecond: 0.001, burst: 1 }) });
  const device = await connectDevice(broker.port, 7);
  for (let n = 0; n < 50; n += 1) device.publish('agm/v1/7/up/stream', Buffer.of(1), { qos: 0 });
  await say(device, 7, BEAT);
  expect([onStream.mock.calls.length, broker.door.list(7), broker.refusals]).toEqual([3, ['hb'], []]);
});

it('[W-051] cuts off a client that sends very many frames beyond their rate, and its next connection too', async () => {
  await start({ streams: new MessageRate(RARE) }, { droppedFramesPerMinute: 10 });
  const [device, neighbour] = [await connectDevice(broker.port, 7), await connectDevice(broker.port, 8)];
  const sendFrames = (from: typeof device, count: number) => {
    for (let n = 0; n < count; n += 1) from.publish('agm/v1/7/up/stream', Buffer.of(1), { qos: 0 });
  };
  sendFrames(device, 13);
  await say(device, 7, BEAT);
  expect([onStream.mock.calls.length, device.connected]).toEqual([3, true]);
  sendFrames(device, 1);
  await untilClosed(device);
  const again = await connectDevice(broker.port, 7);
  sendFrames(again, 1);
  await untilClosed(again);
  await say(neighbour, 8, BEAT);
  expect(broker.refusals.map(({ clientId, why }) => [clientId, why])).toEqual([
    ['agm-7', 'too-many-messages'],
    ['agm-7', 'too-many-messages'],
  ]);
});
