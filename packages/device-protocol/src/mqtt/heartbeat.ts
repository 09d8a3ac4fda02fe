import { bit } from '@waymark/commands/fields';
import { z } from 'zod';
import { altitudeM, latitude, longitude, time, u16, u8, via } from './fields.ts';

export const heartbeatSchema = z.object({
  t: time,
  via,
  satelliteCount: u8.describe('GPS satellites in view'),
  lat: latitude.describe('degrees; `lat` 0 with `lon` 0 is no position, and everything else still counts'),
  lon: longitude,
  altitude: altitudeM,
  signalStrength: u8.describe('a magnitude: 85 is −85 dBm'),
  battery: u16.describe('millivolts'),
  errorFlag: u8.describe("the firmware's own number, 0 without an error"),
  numberOfflineFiles: u16.describe('files recorded without a link'),
  numberOnlineFiles: u16.describe('files recorded with a link'),
  numberIridiumOfflineFiles: u16.describe('files that wait for the satellite'),
  powerSupplyState: u8.describe('0 battery, else external'),
  geophoneConnected: bit,
  externalAntennaConnected: bit,
  internalAntennaFoldState: u8.describe('0 folded in, else out'),
});
export type Heartbeat = z.output<typeof heartbeatSchema>;
