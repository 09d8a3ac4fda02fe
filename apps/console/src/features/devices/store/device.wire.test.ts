import { exampleDevice } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import { readDevice } from './device.wire.ts';

const FIELDS = Object.keys(readDevice(exampleDevice));

it('[D-056] readDevice renames uId, isConnected, isAutodownload, lastSchedule, lastRecordMode', () => {
  const wire = {
    ...exampleDevice,
    uId: 7,
    isConnected: 1,
    isAutodownload: true,
    lastSchedule: 4,
    lastRecordMode: 2,
  } as const;
  expect(readDevice(wire)).toMatchObject({
    uid: 7,
    isConnected: true,
    isAutoDownload: true,
    schedule: 4,
    lastRecordMode: 2,
  });
});

it('[D-053] readDevice reads bluetooth 0 or absent as false', () => {
  expect(
    [0, null, 1].map((bluetooth) => readDevice({ ...exampleDevice, bluetooth: bluetooth as 0 | 1 | null }).bluetooth),
  ).toEqual([false, false, true]);
});

it('[D-054] readDevice reads isConnected 1 as connected', () => {
  expect(
    [0, 1].map((isConnected) => readDevice({ ...exampleDevice, isConnected: isConnected as 0 | 1 }).isConnected),
  ).toEqual([false, true]);
});

it('[D-050] [D-052] [D-055] readDevice keeps the last values, settings and other fields under their names', () => {
  const last = [
    'lastHeartbeat',
    'lastPassage',
    'lastDetectionCount',
    'lastPowerMode',
    'lastStreamMode',
    'lastSignalStrength',
    'lastBattery',
  ];
  const detectors = [0, 1, 2, 3].flatMap((n) => [`lastFrequency${n}Setting`, `lastSensitivity${n}`, `lastEnable${n}`]);
  const settings = ['lastRecordMode', 'schedule', 'lastGeoMode', 'psgState', 'psgSize', ...detectors];
  const rest = [
    'bluetooth',
    'isConnected',
    'isIridium',
    'imei',
    'isAutoDownload',
    'lastExpectedWakeupTime',
    'lastShutdownTime',
  ];
  const names = [
    'uid',
    'lat',
    'lon',
    ...last,
    'lastPassageId',
    ...settings,
    ...rest,
    'firmwareVersion',
    'groupId',
    'productNumber',
  ];
  expect(FIELDS.toSorted()).toEqual(names.toSorted());
  expect(typeof readDevice(exampleDevice).firmwareVersion).toBe('number');
});
