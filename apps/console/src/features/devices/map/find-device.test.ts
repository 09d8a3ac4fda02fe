import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it, test } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import { findBounds, listBeside } from './find-device.ts';

const place = (uid: number, lat: number | null, lon: number | null): Device => ({
  ...readDevice(exampleDevice),
  uid,
  lat,
  lon,
});
test('[W-160] devices at the same place are found, and no others', () => {
  const devices = [
    place(3, 36.13, -96.03),
    place(2, 36.13, -96.03),
    place(1, 36.1301, -96.0301),
    place(4, 36.14, -96.03),
  ];
  const besideOf = (uid: number) => devices.flatMap((one) => (one.uid === uid ? listBeside(devices, one) : []));
  expect([besideOf(3), besideOf(2), besideOf(1), besideOf(4)]).toEqual([[1, 2], [1, 3], [2, 3], []]);
  expect(listBeside([...devices, place(5, 0, 0)], place(6, 0, 0))).toEqual([]);
});

describe('the bounds of all devices', () => {
  it('findBounds contains every located device', () => {
    expect(findBounds([place(1, 30, -100), place(2, 40, -90), place(3, null, null), place(4, 0, 0)])).toEqual({
      west: -100,
      south: 30,
      east: -90,
      north: 40,
    });
  });

  it('findBounds is null without a located device', () => {
    expect(findBounds([place(3, null, null)])).toBeNull();
  });
});
