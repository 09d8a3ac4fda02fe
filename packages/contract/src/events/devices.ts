import { z } from 'zod';
import { flag, id, latitude, longitude, packetKind, uid, utcMillisecond, utcSecond } from '../devices/fields.ts';
import { examplePassageRow, passageRow } from '../devices/passage-row.ts';
import { defineEvent } from '../event.ts';

export const devicesEvents = {
  ReceiveHeartbeat: defineEvent({
    name: 'ReceiveHeartbeat',
    summary: 'A heartbeat. At latitude 0 and longitude 0 the device does not know where it is.',
    audience: 'device',
    delivery: 'latest',
    data: z.object({
      uid,
      lat: latitude,
      lon: longitude,
      /** Millimetres. */
      altitude: z.int().nullable(),
      /** Millivolts. */
      battery: z.int(),
      /** A magnitude: 85 is -85 dBm. */
      signalStrength: z.int(),
      heartbeatTimeStamp: utcSecond,
      satelliteCount: z.int(),
      numberOfflineFiles: z.int().optional(),
      numberOnlineFiles: z.int().optional(),
      /** Used share of the disk, 0 to 1; only in satellite heartbeats. */
      diskShare: z.number().min(0).max(1).optional(),
    }),
    example: {
      uid: 100_234,
      lat: 36.1301,
      lon: -96.0302,
      altitude: 214_300,
      battery: 8620,
      signalStrength: 85,
      heartbeatTimeStamp: '2026-03-18 00:03:59',
      satelliteCount: 9,
      numberOfflineFiles: 12,
      numberOnlineFiles: 340,
    },
  }),
  ReceiveConnectionUpdate: defineEvent({
    name: 'ReceiveConnectionUpdate',
    summary: 'A device connects, sleeps, shuts down or is lost; `kind` says which.',
    audience: 'device',
    delivery: 'latest',
    data: z.object({
      uid,
      isConnected: flag,
      /** offline: lost, or not back at the expected time. */
      kind: z.enum(['online', 'offline', 'sleepReport', 'shutdown']).optional(),
      bluetooth: flag.nullable(),
      lastStreamMode: z.int().nullable(),
      lastExpectedWakeupTime: utcSecond.nullable(),
      lastShutdownTime: utcSecond.nullable(),
      firmwareVersion: z.number().nullable(),
    }),
    example: {
      uid: 100_234,
      isConnected: 1,
      kind: 'online',
      bluetooth: 0,
      lastStreamMode: 2,
      lastExpectedWakeupTime: null,
      lastShutdownTime: null,
      firmwareVersion: 10.71,
    },
  }),
  ReceivePassage: defineEvent({
    name: 'ReceivePassage',
    summary: 'One record (ELF, GEO or MAG) of a passage was stored.',
    audience: 'device',
    delivery: 'every',
    data: z.object({
      uid,
      passageId: id,
      passageTimeStamp: utcMillisecond,
      passageTimeEndOfSnip: utcMillisecond,
      detectionCount: z.int(),
      passageDetectedFrequency: z.int(),
      packetComplexInformation: packetKind,
      isOffline: z.boolean(),
      isBluetooth: z.boolean(),
    }),
    example: {
      uid: 100_234,
      passageId: 70_311,
      passageTimeStamp: '2026-03-16 09:41:56.120',
      passageTimeEndOfSnip: '2026-03-16 09:42:11.120',
      detectionCount: 148,
      passageDetectedFrequency: 22,
      packetComplexInformation: 0,
      isOffline: false,
      isBluetooth: false,
    },
  }),
  ReceivePassageUpdate: defineEvent({
    name: 'ReceivePassageUpdate',
    summary: 'A passage was verified, its time corrected, scored, or deleted (`passage` null).',
    audience: 'device',
    delivery: 'every',
    data: z.object({ uid, passageIds: z.array(id), passage: passageRow.nullable() }),
    example: {
      uid: 100_234,
      passageIds: [70_311, 70_312, 70_313],
      passage: { ...examplePassageRow, isVerified: true },
    },
  }),
  ReceiveCommandResponse: defineEvent({
    name: 'ReceiveCommandResponse',
    summary: 'A device has answered a command, or reports its settings or itself unasked (`commandId` null).',
    audience: 'device',
    delivery: 'every',
    data: z.object({
      uid,
      command: z.object({
        commandId: z.int().min(0).nullable(),
        commandType: z.string(),
        timeStampAck: utcSecond,
        parameters: z.record(z.string(), z.unknown()),
      }),
      /** The kind of notification sound. */
      kind: z
        .enum([
          'controlSetting',
          'deviceInfo',
          'gpsFix',
          'error',
          'support',
          'powerMode',
          'recordMode',
          'frequencySelect',
          'streamEnable',
          'detectionCount',
        ])
        .optional(),
    }),
    example: {
      uid: 100_234,
      command: {
        commandId: 5120,
        commandType: 'ControlSettings',
        timeStampAck: '2026-03-18 00:04:02',
        parameters: { powerMode: 2, connectionSchedule: 0, recordMode: 1 },
      },
      kind: 'controlSetting',
    },
  }),
  ReceiveDownloadMode: defineEvent({
    name: 'ReceiveDownloadMode',
    summary: 'Automatic download of a device was switched.',
    audience: 'device',
    delivery: 'latest',
    data: z.object({ uid, isAutoDownload: z.boolean() }),
    example: { uid: 100_234, isAutoDownload: true },
  }),
  ReceiveCommTypeChange: defineEvent({
    name: 'ReceiveCommTypeChange',
    summary: 'A device now calls over satellite, or no longer; its first report says which.',
    audience: 'device',
    delivery: 'latest',
    data: z.object({ uid, isIridium: z.boolean() }),
    example: { uid: 100_234, isIridium: false },
  }),
  ReceiveCellularCarrierInfo: defineEvent({
    name: 'ReceiveCellularCarrierInfo',
    summary: "A device's cellular carrier.",
    audience: 'device',
    delivery: 'latest',
    data: z.object({ uid, activeCarrier: z.string(), primaryCarrier: z.string(), registrationStatus: z.string() }),
    example: {
      uid: 100_234,
      activeCarrier: 'AT&T',
      primaryCarrier: 'FirstNet',
      registrationStatus: 'Registered, roaming',
    },
  }),
  ReceiveDiskUse: defineEvent({
    name: 'ReceiveDiskUse',
    summary: "A device's disk.",
    audience: 'device',
    delivery: 'latest',
    data: z.object({
      uid,
      diskUseMBytes: z.int(),
      diskSizeMBytes: z.int(),
      numberOfflineFiles: z.int(),
      numberOnlineFiles: z.int(),
    }),
    example: {
      uid: 100_234,
      diskUseMBytes: 9214,
      diskSizeMBytes: 15_204,
      numberOfflineFiles: 12,
      numberOnlineFiles: 340,
    },
  }),
  ReceiveDeviceListUpdate: defineEvent({
    name: 'ReceiveDeviceListUpdate',
    summary:
      'Devices were added to the company, changed there (their site, their IMEI) or taken out of it: read the list again.',
    audience: 'device',
    delivery: 'every',
    data: z.object({ uid, isRemoved: z.boolean() }),
    example: { uid: 100_234, isRemoved: false },
  }),
};
