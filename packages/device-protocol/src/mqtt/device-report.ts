import { z } from 'zod';
import { altitudeM, commandId, latitude, longitude, text, time, u16, u32, u8 } from './fields.ts';

// Short reports of a device: a command's acknowledgement, an error, a position, its carrier, its disk.

/** The codes of `status` on every link. */
export const ACK = { accepted: 0, rejected: 1, badMac: 2, busy: 3 } as const;

export const ackSchema = z.object({
  id: commandId,
  status: z.literal([ACK.accepted, ACK.rejected, ACK.badMac, ACK.busy]),
  /** Why it was rejected, in the firmware's own numbers; 0 when it does not say. */
  detail: u8.default(0),
  t: time,
});
export type Ack = z.output<typeof ackSchema>;

export const deviceErrorSchema = z.object({
  t: time,
  code: u16,
  /** Belongs to the code: an address, a count. */
  detail: u32.default(0),
});
export type DeviceError = z.output<typeof deviceErrorSchema>;

export const gpsFixSchema = z.object({ t: time, lat: latitude, lon: longitude, alt: altitudeM, satelliteCount: u8 });
export type GpsFix = z.output<typeof gpsFixSchema>;

export const carrierSchema = z.object({ activeCarrier: text, primaryCarrier: text, registrationStatus: text });
export type Carrier = z.output<typeof carrierSchema>;

export const diskSchema = z.object({
  diskUseMBytes: u32,
  /** 0 from firmware that reports only counts. */
  diskSizeMBytes: u32,
  numberOfflineFiles: u16,
  numberOnlineFiles: u16,
});
export type Disk = z.output<typeof diskSchema>;
