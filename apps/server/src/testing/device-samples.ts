import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { formatUtcDatabase } from '@waymark/domain/time/utc';

// Samples of device messages and streams for tests that do not depend on their exact values.

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

/** An ELF passage as a stream dialog sends it. */
export function seenPassage(uid: number, passageAt = Date.now() - 60_000) {
  return {
    uid,
    lat: 36.13,
    lon: -96.03,
    passageTimeStamp: formatUtcDatabase(passageAt),
    passageDetectedFrequency: 22,
    samplingRate: 16.66667,
    packetComplexInformation: 0,
    timeEndOfSnippet: formatUtcDatabase(passageAt + 15_000),
    data: Array.from({ length: 500 }, (_none, at) => Math.round(9000 * Math.exp(-(((at - 250) / 30) ** 2)))),
  };
}
