import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BEAT,
  breakOff,
  connectDevice,
  connectRelay,
  ONLINE,
  ONLINE_BY_RELAY,
  say,
  SLEEP,
  T,
  untilClosed,
} from '../testing/mqtt-device.ts';
import { startTrialBroker, TRIAL_NODE_ID, type TrialBroker } from '../testing/trial-broker.ts';

// The end of a connection takes devices offline, with exceptions.

const WITHIN = { timeout: 10_000, interval: 5 };
let broker: TrialBroker;

beforeEach(async () => {
  broker = await startTrialBroker({ limits: { noticeRetryMs: 5 } });
});
afterEach(async () => broker.gateway.close());

async function expectToldOf(uid: number, names: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(broker.door.list(uid)).toEqual(names), WITHIN);
}

/** Everything that an earlier ending could cause has happened once a later one has. */
async function settle(): Promise<void> {
  const last = await connectDevice(broker.port, 99);
  await say(last, 99, ONLINE);
  await breakOff(last);
  await expectToldOf(99, ['online', 'lwt']);
}

describe('a device', () => {
  it('a device is offline when its connection breaks', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    await breakOff(device);
    await expectToldOf(7, ['online', 'lwt']);
    const body = { online: 0, why: 'lwt', via: 'cell' };
    expect(broker.door.messages.at(-1)).toEqual({
      uid: 7,
      link: 'cellular',
      receivedAt: T,
      name: 'status',
      body,
      connection: { id: expect.any(String), clientId: 'agm-7', nodeId: TRIAL_NODE_ID, since: expect.any(Number) },
    });
  });

  it('a device with a last will is offline afterwards, even if it sent nothing over this connection', async () => {
    await breakOff(await connectDevice(broker.port, 7));
    await expectToldOf(7, ['lwt']);
  });

  it('a device that announced its sleep is not reported lost, however its connection ends', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    await say(device, 7, SLEEP);
    await breakOff(device);
    const other = await connectDevice(broker.port, 8);
    await say(other, 8, SLEEP);
    await other.endAsync();
    await settle();
    expect([broker.door.list(7), broker.door.list(8)]).toEqual([['online', 'sleep'], ['sleep']]);
  });

  it('a device that disconnects without announcing its sleep is offline', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    await device.endAsync();
    await expectToldOf(7, ['online', 'lwt']);
  });

  it('a device that reconnects while its old connection is open stays online', async () => {
    const old = await connectDevice(broker.port, 7);
    await say(old, 7, ONLINE);
    const young = await connectDevice(broker.port, 7);
    await untilClosed(old);
    await say(young, 7, ONLINE);
    await settle();
    expect(broker.door.list(7)).toEqual(['online', 'online']);
    expect(broker.gateway.connections()).toBe(1);
    await breakOff(young);
    await expectToldOf(7, ['online', 'online', 'lwt']);
  });

  it('a device that replaces its connection and loses it at once is reported offline once', async () => {
    const old = await connectDevice(broker.port, 7);
    await say(old, 7, ONLINE);
    const young = await connectDevice(broker.port, 7, {
      will: { topic: 'agm/v1/7/up/status', payload: Buffer.from('{}') },
    });
    await untilClosed(old);
    await breakOff(young);
    await settle();
    expect(broker.door.list(7)).toEqual(['online', 'lwt']);
  });

  it('the last of many connections of one client stays', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, async () => connectDevice(broker.port, 7)));
    await vi.waitFor(() => expect(clients.filter(({ connected }) => connected)).toHaveLength(1), WITHIN);
    expect(broker.gateway.connections()).toBe(1);
  });

  it('a device that is lost while storing fails is reported later', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    broker.door.failFromNowOn(true);
    await breakOff(device);
    await vi.waitFor(() => expect(broker.door.list(7).length).toBeGreaterThan(3), WITHIN);
    broker.door.failFromNowOn(false);
    const tried = broker.door.messages.length;
    await vi.waitFor(() => expect(broker.door.messages.length).toBeGreaterThan(tried), WITHIN);
    await settle();
    expect(new Set(broker.door.list(7))).toEqual(new Set(['online', 'lwt']));
  });

  it('a device that is back before its loss could be stored is not reported lost', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    broker.door.failFromNowOn(true);
    await breakOff(device);
    await vi.waitFor(() => expect(broker.door.list(7).length).toBeGreaterThan(2), WITHIN);
    broker.door.failFromNowOn(false);
    await say(await connectDevice(broker.port, 7), 7, ONLINE);
    await settle();
    expect(broker.door.list(7).at(-1)).toBe('online');
  });
});

describe('a relay', () => {
  it('a lost relay takes exactly the devices offline that it declared online', async () => {
    const relay = await connectRelay(broker.port, 'truck');
    await say(relay, 7, ONLINE_BY_RELAY);
    await say(relay, 8, BEAT);
    await breakOff(relay);
    await expectToldOf(7, ['online', 'lwt']);
    await settle();
    expect(broker.door.list(8)).toEqual(['hb']);
    const lost = broker.door.messages.find(
      (message) => message.uid === 7 && message.name === 'status' && message.body.online === 0,
    );
    expect(lost).toMatchObject({ link: 'bluetooth', body: { why: 'lwt', via: 'bt' } });
  });

  it('a relay may have a last will for one of its devices', async () => {
    const will = { topic: 'agm/v1/8/up/status', payload: Buffer.from('{"online":0,"why":"lwt","via":"bt"}') };
    await breakOff(await connectRelay(broker.port, 'truck', { will }));
    await expectToldOf(8, ['lwt']);
    const foreign = { ...will, topic: 'agm/v1/9/up/status' };
    await expect(connectRelay(broker.port, 'truck', { will: foreign })).rejects.toMatchObject({ code: 5 });
  });

  it('a lost relay does not take a device offline that another relay has declared online', async () => {
    const [truck, boat] = [await connectRelay(broker.port, 'truck'), await connectRelay(broker.port, 'boat')];
    await say(truck, 7, ONLINE_BY_RELAY);
    await say(boat, 7, ONLINE_BY_RELAY);
    await breakOff(truck);
    await settle();
    expect(broker.door.list(7)).toEqual(['online', 'online']);
    await breakOff(boat);
    await expectToldOf(7, ['online', 'online', 'lwt']);
  });

  it('a relay that replaces its connection keeps its devices online', async () => {
    const old = await connectRelay(broker.port, 'truck');
    await say(old, 7, ONLINE_BY_RELAY);
    await say(old, 8, ONLINE_BY_RELAY);
    const young = await connectRelay(broker.port, 'truck');
    await untilClosed(old);
    await settle();
    expect([broker.door.list(7), broker.door.list(8)]).toEqual([['online'], ['online']]);
    await breakOff(young);
    await expectToldOf(8, ['online', 'lwt']);
  });
});

describe('the server', () => {
  it('a server that stops reports no device offline', async () => {
    const [device, relay] = [await connectDevice(broker.port, 9), await connectRelay(broker.port, 'truck')];
    await say(device, 9, ONLINE);
    await say(relay, 7, ONLINE_BY_RELAY);
    const closed = [untilClosed(device), untilClosed(relay)];
    await broker.gateway.close();
    await Promise.all(closed);
    expect([broker.door.list(9), broker.door.list(7)]).toEqual([['online'], ['online']]);
  });
});
