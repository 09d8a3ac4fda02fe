import { decodeRecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualDevice, type DrivenDevice, type VirtualDeviceSetup } from './create-virtual-device.ts';
import { isSending } from './device/device-download.ts';
import { MOST_UNDER_WAY } from './fleet/download-pump.ts';
import { TestBroker } from './testing/test-broker.ts';
import { BluetoothRelay } from './transport/bluetooth-relay.ts';

// A device completes a download over a real connection despite faults.

const UID = 100_601;
const PASSAGES = 40;
const MINUTE_MS = 60_000;
const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Wire {
  readonly broker: TestBroker;
  readonly driven: DrivenDevice;
  readonly startAt: number;
}

function buildWay(link: 'cellular' | 'bluetooth', url: string): VirtualDeviceSetup['way'] {
  const server = { url };
  if (link === 'cellular') return { kind: 'cellular', server, password: 'right' };
  const relay = new BluetoothRelay({
    server,
    name: 'truck-1',
    password: 'right',
    uids: [UID],
    onError: () => undefined,
  });
  ends.push(() => relay.connection.giveUp());
  return { kind: 'bluetooth', relay };
}

/** A device with passages on its disk, a minute apart. */
async function start(link: 'cellular' | 'bluetooth', setup: Partial<VirtualDeviceSetup> = {}): Promise<Wire> {
  const broker = await TestBroker.start();
  ends.push(() => broker.stop());
  const driven = createVirtualDevice({ uid: UID, way: buildWay(link, broker.url), ...setup });
  ends.push(() => driven.device.abandon());
  await driven.connect();
  const startAt = Math.floor(Date.now() / 1000) * 1000 - (PASSAGES + 1) * MINUTE_MS;
  for (let n = 1; n <= PASSAGES; n++) await driven.passage({ at: startAt + n * MINUTE_MS });
  return { broker, driven, startAt };
}

function order({ broker, startAt }: Wire, id = 7): Promise<void> {
  const params = {
    FileType: 1,
    FileNamesStartDate: formatUtcSecond(startAt),
    FileNamesEndDate: formatUtcSecond(Date.now()),
  } as const;
  return broker.command(UID, { id, type: 'DownloadRange', params, exp: null });
}

const listPackets = ({ broker }: Wire) => broker.list(UID, 'dl');
const countEnds = (wire: Wire) => listPackets(wire).filter(({ kind }) => kind === 'end').length;
const listNumbers = (wire: Wire) => listPackets(wire).flatMap(({ kind, n }) => (kind === 'end' ? [] : [n]));
const ALL = Array.from({ length: PASSAGES }, (_, at) => at + 1);

function listMissing(wire: Wire): [number, number][] {
  const come = new Set(listNumbers(wire));
  return ALL.filter((n) => !come.has(n)).map((n) => [n, n]);
}

/** Resolves when the device has sent all packets, as far as it knows. */
function untilSent({ driven }: Wire): Promise<void> {
  return driven.device.waitUntil(({ state, unacknowledged }) => {
    return state.life === 'online' && unacknowledged === 0 && !state.downloads.some(isSending);
  });
}

/** Expects every received packet to contain the passage of the device's disk. */
function expectWhole(wire: Wire): void {
  const { recorded } = wire.driven.device.state;
  for (const { n, content } of listPackets(wire).filter(({ kind }) => kind !== 'end')) {
    expect(decodeRecordedPassage(content)).toEqual({ ok: true, value: recorded[n - 1] });
  }
  expect(new Set(listNumbers(wire))).toEqual(new Set(ALL));
}

describe.each(['cellular', 'bluetooth'] as const)('a download over %s', (link) => {
  it('packets arrive in order after the acknowledgement, and end with the marker', async () => {
    const wire = await start(link);
    await order(wire);
    await wire.broker.waitUntil(() => countEnds(wire) === 1);
    expect(listNumbers(wire)).toEqual(ALL);
    const names = wire.broker.heard.map(({ uplink }) => uplink.name);
    expect(names.indexOf('ack')).toBeLessThan(names.indexOf('dl'));
    expectWhole(wire);
  });

  it('a download resumes after its link broke, with lost, duplicate and reordered packets, until it is complete', async () => {
    const faults = {
      packetLossShare: 0.2,
      packetDuplicateShare: 0.2,
      packetDelayShare: 0.3,
      packetDelayS: 0.05,
      packetBreakShare: 0.1,
      packetBreakS: 0.05,
    };
    const wire = await start(link, { faults });
    await order(wire);
    await wire.driven.device.waitUntil(({ state }) => state.downloads.length > 0);
    await untilSent(wire);
    expect(new Set(listNumbers(wire)).size).toBeLessThan(PASSAGES);
    while (listMissing(wire).length > 0) {
      const before = wire.driven.device.state.downloads;
      await wire.broker.send(UID, { name: 'dl', body: { session: 7, missing: listMissing(wire) } });
      await wire.driven.device.waitUntil(({ state }) => state.downloads !== before);
      await untilSent(wire);
    }
    expectWhole(wire);
  });

  it('a download waits while the device is away and then resumes', async () => {
    const wire = await start(link, { packetsPerS: 200 });
    await order(wire);
    await wire.broker.waitUntil(() => listNumbers(wire).length >= 5);
    await wire.driven.sleep();
    const before = listNumbers(wire).length;
    expect(before).toBeLessThan(PASSAGES);
    await wire.driven.connect();
    await wire.broker.waitUntil(() => countEnds(wire) === 1);
    expect(listNumbers(wire)).toEqual(ALL);
    expectWhole(wire);
  });
});

describe('unacknowledged download', () => {
  it('most packets wait in the device, and all arrive in the end', async () => {
    const wire = await start('cellular');
    const { device } = wire.driven;
    wire.broker.isDeaf = true;
    await order(wire);
    await device.waitUntil(({ state }) => state.downloads.length === 1);
    await device.waitUntil(({ state }) => state.life === 'calling');
    expect(device.unacknowledged).toBe(MOST_UNDER_WAY);
    wire.broker.isDeaf = false;
    await wire.broker.waitUntil(() => countEnds(wire) === 1);
    expectWhole(wire);
  });
});
