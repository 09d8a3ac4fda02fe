import { z } from 'zod';
import { uid, utcSecond } from './fields.ts';

/** A heartbeat in a device's history, with the field names of the documents. */
export const heartbeatRow = z.object({
  uid,
  heartbeatTimeStamp: utcSecond,
  satelliteCount: z.int(),
  lat: z.number(),
  lon: z.number(),
  /** Millimetres. */
  altitude: z.int().nullable(),
  /** A magnitude: 85 means -85 dBm. */
  signalStrength: z.int(),
  /** Millivolts. */
  battery: z.int(),
  errorFlag: z.int(),
  numberOfflineFiles: z.int(),
  numberOnlineFiles: z.int(),
  numberIridiumOfflineFiles: z.int(),
  /** 0 Battery, otherwise External. */
  powerSupplyState: z.int(),
  geophoneConnected: z.int(),
  externalAntennaConnected: z.int(),
  /** 0 Folded in, otherwise Folded out. */
  internalAntennaFoldState: z.int(),
});
export type HeartbeatRow = z.output<typeof heartbeatRow>;

export const exampleHeartbeatRow: HeartbeatRow = {
  uid: 100_234,
  heartbeatTimeStamp: '2026-03-18 00:03:59',
  satelliteCount: 9,
  lat: 36.1301,
  lon: -96.0302,
  altitude: 214_300,
  signalStrength: 85,
  battery: 8620,
  errorFlag: 0,
  numberOfflineFiles: 12,
  numberOnlineFiles: 340,
  numberIridiumOfflineFiles: 0,
  powerSupplyState: 0,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
};
