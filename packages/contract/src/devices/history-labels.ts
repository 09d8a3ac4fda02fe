import type { HeartbeatRow } from './heartbeat-row.ts';
import type { PassageRow } from './passage-row.ts';

// Names of the history columns, on screen and in exported files.

export const PASSAGE_LABELS = {
  uid: 'UID',
  passageTimeStamp: 'Timestamp',
  passageTimeEndOfSnip: 'End of Snippet',
  detectionCount: 'Detection Count',
  passageDetectedFrequency: 'Frequency',
  packetComplexInformation: 'Type',
  /** Offline, Online or Bluetooth: combines isOffline and isBluetooth. */
  source: 'Source',
  isVerified: 'Verified',
  isOffline: 'Offline',
  isBluetooth: 'Bluetooth',
  lat: 'Latitude',
  lon: 'Longitude',
  alt: 'Altitude (m)',
  PigRunName: 'Pig Run',
  ToolName: 'Tool',
  MarkerName: 'Marker Name',
  RunId: 'Run ID',
  elfMachineLearningResultList: 'ELF Confidence (%)',
  geoMachineLearningResultList: 'GEO Confidence (%)',
  magMachineLearningResultList: 'MAG Confidence (%)',
  passageId: 'Passage ID',
  elfId: 'ELF ID',
  geoId: 'GEO ID',
  magId: 'MAG ID',
  samplingRate: 'Sampling Rate (Hz)',
} as const satisfies Record<Exclude<keyof PassageRow, 'verifiedBy'> | 'source', string>;

export const HEARTBEAT_LABELS = {
  uid: 'UID',
  heartbeatTimeStamp: 'Timestamp',
  satelliteCount: 'Satellites',
  lat: 'Latitude',
  lon: 'Longitude',
  altitude: 'Altitude (m)',
  signalStrength: 'Signal Strength (dBm)',
  battery: 'Battery (mV)',
  errorFlag: 'Error Flag',
  numberOfflineFiles: 'Offline Files',
  numberOnlineFiles: 'Online Files',
  numberIridiumOfflineFiles: 'Iridium Offline Files',
  powerSupplyState: 'Power Supply',
  geophoneConnected: 'Geophone Connected',
  externalAntennaConnected: 'External Antenna Connected',
  internalAntennaFoldState: 'Internal Antenna',
} as const satisfies Record<keyof HeartbeatRow, string>;

export type PassageField = keyof typeof PASSAGE_LABELS;
export type HeartbeatField = keyof typeof HEARTBEAT_LABELS;
