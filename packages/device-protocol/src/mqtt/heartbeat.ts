import { bit } from '@waymark/contract/commands/fields';
import { z } from 'zod';
import { altitudeM, latitude, longitude, time, u16, u8, via } from './fields.ts';

export const heartbeatSchema = z.object({
  t: time,
  via,
  satelliteCount: u8,
  /** 0/0 means no position; everything else still counts. */
  lat: latitude,
  lon: longitude,
  altitude: altitudeM,
  /** A magnitude: 85 is shown as -85 dBm. */
  signalStrength: u8,
  /** Millivolts. */
  battery: u16,
  errorFlag: u8,
  numberOfflineFiles: u16,
  numberOnlineFiles: u16,
  numberIridiumOfflineFiles: u16,
  /** 0 battery, otherwise external. */
  powerSupplyState: u8,
  geophoneConnected: bit,
  externalAntennaConnected: bit,
  /** 0 folded in, otherwise folded out. */
  internalAntennaFoldState: u8,
});
export type Heartbeat = z.output<typeof heartbeatSchema>;
