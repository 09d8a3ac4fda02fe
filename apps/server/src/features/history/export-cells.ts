import type { HeartbeatField, PassageField } from '@waymark/contract/devices/history-labels';
import type { HeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import type { PassageRow, Score } from '@waymark/contract/devices/passage-row';
import { isLocated } from '@waymark/domain/device/location';
import { combine } from '@waymark/domain/scoring/verdict';

// How a row is written in a file: as it is shown, the units in the heading.

export type Cell = string | number | null;
export type Cells<Field extends string, Row> = { readonly [Name in Field]: (row: Row) => Cell };

const KINDS = ['ELF', 'GEO', 'MAG'];
const GEO = 1;

const writeFlag = (isSo: boolean): string => (isSo ? 'Yes' : 'No');
const toMetres = (millimetres: number | null) => (millimetres === null ? null : millimetres / 1000);
const writeConfidence = (scores: readonly Score[]) => combine(scores)?.percent ?? null;

function writeFrequency({ passageDetectedFrequency: frequency, packetComplexInformation: kind }: PassageRow): Cell {
  if (frequency > 0) return frequency;
  // A GEO record alone has no frequency.
  return kind === GEO ? null : 'MAG';
}

function writeSource({ isBluetooth, isOffline }: PassageRow): string {
  if (isBluetooth) return 'Bluetooth';
  return isOffline ? 'Offline' : 'Online';
}

export const PASSAGE_CELLS: Cells<PassageField, PassageRow> = {
  uid: (row) => row.uid,
  passageTimeStamp: (row) => row.passageTimeStamp,
  passageTimeEndOfSnip: (row) => row.passageTimeEndOfSnip,
  detectionCount: (row) => row.detectionCount,
  passageDetectedFrequency: writeFrequency,
  packetComplexInformation: (row) => KINDS[row.packetComplexInformation] ?? null,
  source: writeSource,
  isVerified: (row) => writeFlag(row.isVerified),
  isOffline: (row) => writeFlag(row.isOffline),
  isBluetooth: (row) => writeFlag(row.isBluetooth),
  lat: (row) => row.lat,
  lon: (row) => row.lon,
  alt: (row) => toMetres(row.alt),
  PigRunName: (row) => row.PigRunName,
  ToolName: (row) => row.ToolName,
  MarkerName: (row) => row.MarkerName,
  RunId: (row) => row.RunId,
  elfMachineLearningResultList: (row) => writeConfidence(row.elfMachineLearningResultList),
  geoMachineLearningResultList: (row) => writeConfidence(row.geoMachineLearningResultList),
  magMachineLearningResultList: (row) => writeConfidence(row.magMachineLearningResultList),
  passageId: (row) => row.passageId,
  elfId: (row) => row.elfId,
  geoId: (row) => row.geoId,
  magId: (row) => row.magId,
  samplingRate: (row) => row.samplingRate,
};

export const HEARTBEAT_CELLS: Cells<HeartbeatField, HeartbeatRow> = {
  uid: (row) => row.uid,
  heartbeatTimeStamp: (row) => row.heartbeatTimeStamp,
  satelliteCount: (row) => row.satelliteCount,
  lat: (row) => (isLocated(row) ? row.lat : null),
  lon: (row) => (isLocated(row) ? row.lon : null),
  altitude: (row) => toMetres(row.altitude),
  signalStrength: (row) => -row.signalStrength,
  battery: (row) => row.battery,
  errorFlag: (row) => row.errorFlag,
  numberOfflineFiles: (row) => row.numberOfflineFiles,
  numberOnlineFiles: (row) => row.numberOnlineFiles,
  numberIridiumOfflineFiles: (row) => row.numberIridiumOfflineFiles,
  powerSupplyState: (row) => (row.powerSupplyState === 0 ? 'Battery' : 'External'),
  geophoneConnected: (row) => writeFlag(row.geophoneConnected !== 0),
  externalAntennaConnected: (row) => writeFlag(row.externalAntennaConnected !== 0),
  internalAntennaFoldState: (row) => (row.internalAntennaFoldState === 0 ? 'Folded in' : 'Folded out'),
};
