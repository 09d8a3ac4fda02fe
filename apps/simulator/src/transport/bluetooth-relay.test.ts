import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualDevice } from '../create-virtual-device.ts';
import { TestBroker } from '../testing/test-broker.ts';
import { BluetoothRelay } from './bluetooth-relay.ts';

const UIDS = [501, 502] as const;
const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start() {
  const broker = await TestBroker.start();
  ends.push(() => broker.stop());
  const relay = new BluetoothRelay({
    server: { url: broker.url },
    name: 'truck-1',
    password: 'right',
    uids: UIDS,
    onError: () => undefined,
  });
  ends.push(() => relay.connection.giveUp());
  const devices = UIDS.map((uid) => createVirtualDevice({ uid, way: { kind: 'bluetooth', relay } }));
  return { broker, relay, devices };
}

describe('Bluetooth relay', () => {
  it('carries several devices over one connection', async () => {
    const { broker, devices } = await start();
    await Promise.all(devices.map((device) => device.connect()));
    expect(new Set(broker.heard.map(({ clientId }) => clientId))).toEqual(new Set(['btgw-truck-1']));
    for (const uid of UIDS) {
      expect(broker.list(uid, 'status')[0]).toMatchObject({ online: 1, via: 'bt' });
      expect(broker.list(uid, 'hb')[0]).toMatchObject({ via: 'bt' });
      expect(broker.list(uid, 'carrier')).toEqual([]);
    }
  });

  it('passes each command to its device', async () => {
    const { broker, devices } = await start();
    await Promise.all(devices.map((device) => device.connect()));
    const commanded = devices[1]?.waitForCommand('GpsFix');
    await broker.command(502, { id: 9, type: 'GpsFix', params: {}, exp: null });
    await commanded;
    expect(broker.list(502, 'gps')).toHaveLength(1);
    expect(broker.list(501, 'ack')).toEqual([]);
  });

  it('announces the departure of each device and stays for the remaining ones', async () => {
    const { broker, relay, devices } = await start();
    await Promise.all(devices.map((device) => device.connect()));
    await devices[0]?.close();
    expect(relay.connection.isConnected).toBe(true);
    await devices[1]?.close();
    expect(relay.connection.isConnected).toBe(false);
    for (const uid of UIDS)
      expect(broker.list(uid, 'status').at(-1)).toMatchObject({ online: 0, why: 'sleep', via: 'bt' });
    expect(broker.heard.filter(({ clientId }) => clientId === 'will')).toEqual([]);
  });
});
