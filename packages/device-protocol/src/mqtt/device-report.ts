import { z } from 'zod';
import { altitudeM, commandId, latitude, longitude, text, time, u16, u32, u8 } from './fields.ts';

// Short reports of a device: acknowledgement of a command, error, position, carrier, disk.

/** The codes of `status` on every link. */
export const ACK = { accepted: 0, rejected: 1, badMac: 2, busy: 3 } as const;

export const ackSchema = z.object({
  id: commandId.describe('of the command'),
  status: z
    .literal([ACK.accepted, ACK.rejected, ACK.badMac, ACK.busy])
    .describe('0 accepted, 1 rejected, 2 bad authentication, 3 busy'),
  detail: u8.default(0).describe('why it was rejected ([commands](commands.md#what-a-device-answers)); 0: not said'),
  t: time,
});
export type Ack = z.output<typeof ackSchema>;

export const deviceErrorSchema = z.object({
  t: time,
  code: u16.describe("the firmware's own number"),
  detail: u32.default(0).describe('belongs to the code: an address, a count'),
});
export type DeviceError = z.output<typeof deviceErrorSchema>;

export const gpsFixSchema = z.object({
  t: time,
  lat: latitude,
  lon: longitude,
  alt: altitudeM,
  satelliteCount: u8.describe('GPS satellites in view'),
});
export type GpsFix = z.output<typeof gpsFixSchema>;

export const carrierSchema = z.object({
  activeCarrier: text.describe('whose network it uses'),
  primaryCarrier: text.describe('whose SIM it has'),
  registrationStatus: text.describe('in words'),
});
export type Carrier = z.output<typeof carrierSchema>;

export const diskSchema = z.object({
  diskUseMBytes: u32.describe('megabytes in use'),
  diskSizeMBytes: u32.describe('megabytes in all; 0 from firmware that counts files only'),
  numberOfflineFiles: u16.describe('files recorded without a link'),
  numberOnlineFiles: u16.describe('files recorded with a link'),
});
export type Disk = z.output<typeof diskSchema>;
