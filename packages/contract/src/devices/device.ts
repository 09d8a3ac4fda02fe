import { z } from 'zod';
import { flag, id, imei, latitude, longitude, uid, utcMillisecond, utcSecond } from './fields.ts';

/** A device as returned by the API, with the field names of the documents; null: unknown. */
export const device = z.object({
  uId: uid,
  lat: latitude.nullable(),
  lon: longitude.nullable(),
  lastHeartbeat: utcSecond.nullable(),
  lastPassage: utcMillisecond.nullable(),
  lastDetectionCount: z.int().nullable(),
  lastPowerMode: z.int().nullable(),
  lastStreamMode: z.int().nullable(),
  /** Negative, in dBm. */
  lastSignalStrength: z.int().nullable(),
  /** Millivolts. */
  lastBattery: z.int().nullable(),
  lastPassageId: id.nullable(),
  lastFrequency0Setting: z.int().nullable(),
  lastFrequency1Setting: z.int().nullable(),
  lastFrequency2Setting: z.int().nullable(),
  lastFrequency3Setting: z.int().nullable(),
  lastSensitivity0: z.int().nullable(),
  lastSensitivity1: z.int().nullable(),
  lastSensitivity2: z.int().nullable(),
  lastSensitivity3: z.int().nullable(),
  lastEnable0: flag.nullable(),
  lastEnable1: flag.nullable(),
  lastEnable2: flag.nullable(),
  lastEnable3: flag.nullable(),
  lastRecordMode: z.int().nullable(),
  lastSchedule: z.int().nullable(),
  bluetooth: flag.nullable(),
  isConnected: flag,
  /** null: it has an IMEI and has not reported yet, so its link is unknown. */
  isIridium: z.boolean().nullable(),
  psgState: z.int().nullable(),
  psgSize: z.int().nullable(),
  imei: imei.nullable(),
  isAutodownload: z.boolean(),
  lastExpectedWakeupTime: utcSecond.nullable(),
  lastShutdownTime: utcSecond.nullable(),
  lastGeoMode: z.int().nullable(),
  firmwareVersion: z.number().nullable(),
  groupId: id,
  productNumber: z.int().nullable(),
});
export type DeviceReply = z.output<typeof device>;

/** A device with the additional fields of its panel. */
export const deviceDetail = device.extend({
  activeCarrier: z.string().nullable(),
  primaryCarrier: z.string().nullable(),
  registrationStatus: z.string().nullable(),
  diskUseMBytes: z.int().nullable(),
  /** 0 from firmware that reports only counts. */
  diskSizeMBytes: z.int().nullable(),
  /** Used share of the disk, 0 to 1, from satellite devices, which report no megabytes. */
  diskShare: z.number().min(0).max(1).nullable(),
  numberOfflineFiles: z.int().nullable(),
  numberOnlineFiles: z.int().nullable(),
});
export type DeviceDetailReply = z.output<typeof deviceDetail>;

export const exampleDevice: DeviceReply = {
  uId: 100234,
  lat: 36.1301,
  lon: -96.0302,
  lastHeartbeat: '2026-03-18 00:03:59',
  lastPassage: '2026-03-16 09:41:56.120',
  lastDetectionCount: 148,
  lastPowerMode: 2,
  lastStreamMode: 2,
  lastSignalStrength: -85,
  lastBattery: 8620,
  lastPassageId: 70_311,
  lastFrequency0Setting: 0,
  lastFrequency1Setting: 22,
  lastFrequency2Setting: 22,
  lastFrequency3Setting: 10,
  lastSensitivity0: 4,
  lastSensitivity1: 4,
  lastSensitivity2: 3,
  lastSensitivity3: 3,
  lastEnable0: 1,
  lastEnable1: 1,
  lastEnable2: 0,
  lastEnable3: 0,
  lastRecordMode: 1,
  lastSchedule: 0,
  bluetooth: 0,
  isConnected: 1,
  isIridium: false,
  psgState: null,
  psgSize: null,
  imei: null,
  isAutodownload: false,
  lastExpectedWakeupTime: '2026-03-18 00:30:05',
  lastShutdownTime: null,
  lastGeoMode: 2,
  firmwareVersion: 10.71,
  groupId: 3,
  productNumber: 62,
};

export const exampleDetail: DeviceDetailReply = {
  ...exampleDevice,
  activeCarrier: 'AT&T',
  primaryCarrier: 'FirstNet',
  registrationStatus: 'Registered, roaming',
  diskUseMBytes: 9214,
  diskSizeMBytes: 15_204,
  diskShare: null,
  numberOfflineFiles: 12,
  numberOnlineFiles: 340,
};
