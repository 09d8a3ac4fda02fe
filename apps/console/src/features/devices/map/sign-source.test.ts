import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import { layOutSigns, type SignContent } from '#/map/signs/lay-out-signs.ts';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import { placeDevice } from './device-feed.ts';
import { describeMarker, type Marker } from './marker-feed.ts';
import { SignSource } from './sign-source.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const known: Device = { ...readDevice(exampleDevice), isConnected: true, lastBattery: 8600, lat: 36, lon: -97 };

function layOut(devices: readonly Partial<Device>[], zoom: number, rest: Partial<SignContent> = {}) {
  const markers = new Map<number, Marker>();
  for (const [at, parts] of devices.entries()) {
    const marker = describeMarker({ ...known, uid: at + 1, ...parts }, false, NOW);
    if (marker) markers.set(at + 1, marker);
  }
  const placed = [...markers].map(([uid, marker]) => placeDevice(uid, marker));
  const content = { markers: [], lineOf: new Map(), pigs: [], pinnedUid: null, pinnedMarker: null, ...rest };
  return { layout: layOutSigns({ ...content, devices: placed }, zoom), find: (uid: number) => markers.get(uid) };
}

const lookOf = (devices: readonly Partial<Device>[], rest: Partial<SignContent> = {}) => {
  const { layout, find } = layOut(devices, 6, rest);
  return new SignSource().takeDiff(layout, [], find)?.add?.map(({ properties }) => properties);
};

const marker = {
  key: '1 M1',
  runId: 1,
  lat: 36,
  lon: -97,
  weight: 'track',
  name: 'M1',
  isAlarmed: false,
  uids: [],
} as const;

describe('the signs of the map', () => {
  it('[W-283] a cluster has the number of its signs and the worst state', () => {
    const [fine, low, offline] = [{}, { lastBattery: 6900 }, { isConnected: false, lastExpectedWakeupTime: null }];
    expect(lookOf([fine, fine])).toMatchObject([{ isCluster: true, count: '2', icon: 'cluster-small-fine' }]);
    expect(lookOf([fine, low, fine])).toMatchObject([{ count: '3', icon: 'cluster-small-low' }]);
    expect(lookOf([low, offline])).toMatchObject([{ count: '2', state: 'offline', isAlarmed: false }]);
    expect(lookOf([fine, offline], { markers: [marker] })).toMatchObject([{ count: '3', state: 'offline' }]);
    const overdue = ['A', 'B'].map((name) => ({ ...marker, key: name, isAlarmed: true }));
    expect(lookOf([], { markers: overdue })).toMatchObject([{ count: '2', state: 'alarm', isAlarmed: true }]);
  });

  it('a marker without a device is not among the signs of devices', () => {
    expect(lookOf([], { markers: [marker] })).toBeUndefined();
  });

  it('[W-283] a cluster changes with the state of its devices', () => {
    const before = layOut([{}, {}], 6);
    const source = new SignSource();
    source.takeDiff(before.layout, [], before.find);
    const after = layOut([{}, { lastBattery: 6900 }], 6);
    expect(source.takeDiff(before.layout, [2], after.find)?.update).toEqual([
      {
        id: 1,
        addOrUpdateProperties: [
          { key: 'icon', value: 'cluster-small-low' },
          { key: 'state', value: 'low' },
        ],
      },
    ]);
    expect(source.takeDiff(before.layout, [2], after.find)).toBeNull();
  });

  it('[W-286] [W-289] a device has its count and its UID only where there is room', () => {
    const near = { lat: 36, lon: -96.99, lastDetectionCount: 0 };
    const { layout, find } = layOut([{ lastDetectionCount: 148 }, near], 12);
    const features = new SignSource().takeDiff(layout, [], find)?.add;
    expect(features?.map(({ properties }) => properties as object)).toMatchObject([
      { count: '148', uid: '1', uidSide: 'right' },
      { count: '', uid: '2', uidSide: 'right' },
    ]);
    const far = layOut([{ lastDetectionCount: 148 }, { lat: 35.98, lon: -97 }], 10);
    expect(new SignSource().takeDiff(far.layout, [], far.find)?.add?.[0]?.properties).toMatchObject({ count: '' });
  });
});
