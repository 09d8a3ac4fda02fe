import { formatAltitude, formatDegrees, isLocated } from '@waymark/domain/device/location';
import { UNKNOWN } from '@waymark/domain/device/modes';
import type { HeartbeatRow, PassageRow } from './history.data.ts';

export interface HistoryColumn<Row> {
  readonly label: string;
  readonly isNumber?: true;
  /** How long the text usually is, in px, for the bars that stand for it while it loads. */
  readonly width: number;
  readonly text: (row: Row) => string;
}

interface Placed {
  readonly lat: number | null;
  readonly lon: number | null;
}

const latitudeOf = (row: Placed) => (isLocated(row) ? formatDegrees(row.lat) : UNKNOWN);
const longitudeOf = (row: Placed) => (isLocated(row) ? formatDegrees(row.lon) : UNKNOWN);
const altitudeOf = (millimetres: number | null) => (millimetres === null ? UNKNOWN : formatAltitude(millimetres));

const GEO = 1;

/** 0 Hz is the magnetic detector. */
export function describeFrequency(row: Pick<PassageRow, 'passageDetectedFrequency' | 'packetComplexInformation'>): string {
  if (row.packetComplexInformation === GEO) return 'GEO';
  return row.passageDetectedFrequency === 0 ? 'MAG' : `ELF ${row.passageDetectedFrequency} Hz`;
}

export function describeSource({ isBluetooth, isOffline }: Pick<PassageRow, 'isBluetooth' | 'isOffline'>): string {
  if (isBluetooth) return 'Bluetooth';
  return isOffline ? 'Offline' : 'Online';
}

export const PASSAGE_COLUMNS: readonly HistoryColumn<PassageRow>[] = [
  { label: 'Timestamp', width: 150, text: (row) => row.passageTimeStamp },
  { label: 'Detection Count', isNumber: true, width: 30, text: (row) => String(row.detectionCount) },
  { label: 'Frequency', width: 60, text: describeFrequency },
  { label: 'Source', width: 50, text: describeSource },
  { label: 'Latitude', isNumber: true, width: 60, text: latitudeOf },
  { label: 'Longitude', isNumber: true, width: 60, text: longitudeOf },
  { label: 'Altitude', isNumber: true, width: 50, text: (row) => altitudeOf(row.alt) },
];

export const HEARTBEAT_COLUMNS: readonly HistoryColumn<HeartbeatRow>[] = [
  { label: 'Timestamp', width: 130, text: (row) => row.heartbeatTimeStamp },
  { label: 'Signal', isNumber: true, width: 50, text: (row) => `${-row.signalStrength} dBm` },
  { label: 'Battery', isNumber: true, width: 50, text: (row) => `${row.battery} mV` },
  { label: 'Power', width: 50, text: (row) => (row.powerSupplyState === 0 ? 'Battery' : 'External') },
  { label: 'Satellites', isNumber: true, width: 20, text: (row) => String(row.satelliteCount) },
  { label: 'Latitude', isNumber: true, width: 60, text: latitudeOf },
  { label: 'Longitude', isNumber: true, width: 60, text: longitudeOf },
  { label: 'Altitude', isNumber: true, width: 50, text: (row) => altitudeOf(row.altitude) },
  { label: 'Offline files', isNumber: true, width: 30, text: (row) => String(row.numberOfflineFiles) },
  { label: 'Online files', isNumber: true, width: 30, text: (row) => String(row.numberOnlineFiles) },
];

/** "41 passages" */
export function describeCount(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}
