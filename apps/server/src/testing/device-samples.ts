import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';

// What devices of the tests say, where a test does not care what exactly.

export const HEARTBEAT: Omit<Heartbeat, 't'> = {
  via: 'cell',
  satelliteCount: 9,
  lat: 36.13,
  lon: -96.03,
  altitude: 214.3,
  signalStrength: 85,
  battery: 8620,
  errorFlag: 0,
  numberOfflineFiles: 12,
  numberOnlineFiles: 340,
  numberIridiumOfflineFiles: 3,
  powerSupplyState: 1,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
};

export const PASSAGE: Omit<Passage, 't' | 'endOfSnip'> = {
  psgSeq: 7,
  via: 'cell',
  detectionCount: 148,
  freq: 22,
  mask: 7,
  lat: 36.13,
  lon: -96.03,
  alt: 214.3,
  samplingRate: 16.66667,
  isOffline: false,
  features: null,
};
