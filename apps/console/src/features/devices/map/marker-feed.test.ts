import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import { describeMarker, describeMarkers, MarkerFeed } from './marker-feed.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const device: Device = {
  ...readDevice(exampleDevice),
  uid: 7,
  isConnected: true,
  lastExpectedWakeupTime: null,
  isIridium: false,
  productNumber: 18,
};
const marker = (parts: Partial<Device> = {}, isAlarmed = false) =>
  describeMarker({ ...device, ...parts }, isAlarmed, NOW);

describe("a device's marker", () => {
  it("the marker is at the device's place, and absent while that is unknown", () => {
    expect(marker({ lat: 36.5, lon: -96.25 })).toMatchObject({ lat: 36.5, lon: -96.25 });
    expect(marker({ lat: null, lon: null })).toBeNull();
    expect(marker({ lat: 0, lon: 0 })).toBeNull();
    expect(describeMarker(undefined, false, NOW)).toBeNull();
  });

  it('[M-028] the marker has the alarm badge, and is then drawn above all others', () => {
    expect(marker({}, true)?.look).toMatchObject({ isAlarmed: true, rank: 2 });
    expect(marker()?.look).toMatchObject({ isAlarmed: false, rank: 1 });
    expect(marker({ isConnected: false })?.look.rank).toBe(0);
  });

  it('[W-283] the marker has the state that counts in a cluster: alarm, offline, low battery', () => {
    const stateOf = (parts: Partial<Device>, isAlarmed = false) => marker(parts, isAlarmed)?.look.state;
    expect(stateOf({ isConnected: false, lastBattery: 6900 }, true)).toBe('alarm');
    expect(stateOf({ isConnected: false, lastBattery: 6900 })).toBe('offline');
    expect(stateOf({ lastBattery: 6900 })).toBe('low');
    expect(stateOf({ lastBattery: 8600 })).toBe('fine');
    expect(stateOf({ lastBattery: null })).toBe('fine');
    expect(
      stateOf({
        isConnected: false,
        lastShutdownTime: null,
        lastExpectedWakeupTime: '2026-03-18 14:00:05',
        lastBattery: 8600,
      }),
    ).toBe('fine');
  });

  it('[M-029] the marker has the detection count', () => {
    expect(marker({ lastDetectionCount: 148 })?.look).toMatchObject({ count: '148', chip: 'count-chip-3' });
    expect(marker({ lastDetectionCount: 0 })?.look.count).toBe('');
    expect(marker({ lastDetectionCount: null })?.look.count).toBe('');
  });
});

describe('the feed of the map', () => {
  it('the feed adds, changes and removes markers, each time only the new ones', () => {
    const feed = new MarkerFeed(() => true, new Map());
    feed.offer(7, marker());
    feed.offer(8, marker({ uid: 8 }));
    expect([...feed.takeChanges()]).toEqual([
      [7, marker()],
      [8, marker({ uid: 8 })],
    ]);
    feed.offer(7, marker({ isConnected: false }));
    feed.offer(8, null);
    expect([...feed.takeChanges()]).toEqual([
      [7, marker({ isConnected: false })],
      [8, null],
    ]);
    expect(feed.takeChanges().size).toBe(0);
  });

  it('[M-023] the feed writes every change of status', () => {
    const feed = new MarkerFeed(() => true, new Map());
    feed.offer(7, marker());
    feed.takeChanges();
    for (const change of [{ isConnected: false }, { isIridium: true }, { productNumber: 62 }]) {
      expect(feed.offer(7, marker(change))).toBe('looks');
    }
  });

  it('the feed writes a movement without changing the look', () => {
    const feed = new MarkerFeed(() => true, new Map());
    feed.offer(7, marker());
    feed.takeChanges();
    expect(feed.offer(7, marker({ lat: 36.2 }))).toBe('moves');
    expect([...feed.takeChanges()]).toEqual([[7, marker({ lat: 36.2 })]]);
  });

  it("the feed does not write the source's initial content again", () => {
    const shown = describeMarkers(
      [device, { ...device, uid: 8 }, { ...device, uid: 9, lat: null }],
      (uid) => uid === 8,
      NOW,
    );
    expect([...shown]).toEqual([
      [7, marker()],
      [8, marker({ uid: 8 }, true)],
    ]);
    const feed = new MarkerFeed(() => true, shown);
    expect(feed.offer(7, marker())).toBe('nothing');
    expect(feed.offer(8, null)).toBe('looks');
    expect([...feed.takeChanges()]).toEqual([[8, null]]);
  });

  it('the feed postpones a movement that is too small to be visible', () => {
    const feed = new MarkerFeed((from, to) => Math.abs(to.lat - from.lat) > 0.01, new Map());
    feed.offer(7, marker());
    feed.takeChanges();
    expect(feed.offer(7, marker({ lat: Number(device.lat) + 0.006 }))).toBe('unseen');
    expect(feed.hasWaiting).toBe(true);
    expect(feed.offer(7, marker({ lat: Number(device.lat) + 0.012 }))).toBe('moves');
    expect([...feed.takeChanges().keys()]).toEqual([7]);
    expect(feed.hasWaiting).toBe(false);
  });

  it('the feed drops a change that is reverted before it is written', () => {
    const feed = new MarkerFeed(() => true, new Map());
    feed.offer(7, marker());
    feed.offer(7, null);
    feed.offer(8, marker({ uid: 8 }));
    feed.takeChanges();
    expect(feed.offer(8, marker({ uid: 8, isConnected: false }))).toBe('looks');
    expect(feed.offer(8, marker({ uid: 8 }))).toBe('nothing');
    expect(feed.takeChanges().size).toBe(0);
  });
});
