import { formatFirmwareVersion } from '../device/firmware.ts';
import { metresPerSecond, metresPerSecondToMph } from '../units/speed.ts';
import type { MarkerRow } from './default-report.ts';
import { durationCell, instantCell, numberCell, textCell, type ReportCell } from './report-cells.ts';
import type { RunReport } from './summary-report.ts';

// The columns of both reports for all formats. Speeds have two decimals (O-078).

export interface ReportColumn {
  readonly heading: string;
  readonly read: (row: MarkerRow) => ReportCell;
}

const PLACE_DECIMALS = 6;
const NO_ALTITUDE_MM = -1000;

const toMph = (speed: number | null) => (speed === null ? null : metresPerSecondToMph(metresPerSecond(speed)));
const readSpeed = ({ leg }: MarkerRow) => leg?.speed ?? null;

export const readAltitude = (altitudeMm: number | null): number | null =>
  altitudeMm === null || altitudeMm <= NO_ALTITUDE_MM ? null : altitudeMm / 1000;

/** MAG has frequency 0; a passage heard only by GEO, or a manual one, has none. `type` names the channels. */
export function nameFrequency(frequency: number | null, type: string): number | 'MAG' | null {
  if (frequency !== 0) return frequency;
  return type.split('/').includes('MAG') ? 'MAG' : null;
}

function writeFrequency({ passage, type }: MarkerRow): ReportCell {
  const frequency = nameFrequency(passage && passage.frequency, type);
  return typeof frequency === 'string' ? textCell(frequency) : numberCell(frequency);
}

/** The note for text files, without commas (O-057). The writer doubles its quotes. */
export const stripNote = (note: string): string => note.replaceAll(',', '');

const column = (heading: string, read: ReportColumn['read']): ReportColumn => ({ heading, read });

const MARKER = column('Marker', ({ marker }) => textCell(marker.name));
const TIME = column('Time Stamp (UTC)', ({ passage }) =>
  instantCell(passage && passage.passageAt, passage?.uid === null ? 'second' : 'millisecond'),
);
const TYPE = column('Passage Type', ({ type }) => textCell(type));
const SPEED = column('Leg Speed (m/s)', (row) => numberCell(readSpeed(row), 2));
const SPEED_MPH = column('Leg Speed (mph)', (row) => numberCell(toMph(readSpeed(row)), 2));

export const DEFAULT_COLUMNS: readonly ReportColumn[] = [
  MARKER,
  column('Description', ({ marker }) => textCell(marker.description)),
  column('State', ({ marker }) => textCell(marker.state)),
  column('Distance (m)', ({ marker }) => numberCell(marker.fromLaunchM, 3)),
  column('Leg Distance (m)', ({ leg }) => numberCell(leg && leg.distanceM, 3)),
  TYPE,
  TIME,
  column('Elapsed (h:mm:ss)', ({ elapsedS }) => durationCell(elapsedS)),
  column('Leg Time (h:mm:ss)', ({ leg }) => durationCell(leg && leg.seconds)),
  SPEED,
  SPEED_MPH,
  column('UID', ({ passage }) => numberCell(passage && passage.uid)),
  column('FW', ({ facts }) => textCell(facts.firmware === null ? null : formatFirmwareVersion(facts.firmware))),
  column('AGM Latitude', ({ facts }) => numberCell(facts.place && facts.place.lat, PLACE_DECIMALS)),
  column('AGM Longitude', ({ facts }) => numberCell(facts.place && facts.place.lon, PLACE_DECIMALS)),
  column('AGM Altitude (m)', ({ facts }) => numberCell(readAltitude(facts.altitudeMm), 1)),
  column('Detection Count', ({ passage }) => numberCell(passage && passage.detectionCount)),
  column('Frequency (Hz)', writeFrequency),
  column('Verified', ({ passage }) => textCell(passage === null ? 'No' : 'Yes')),
  column('ML ELF (%)', ({ facts }) => numberCell(facts.percents.elf, 1)),
  column('ML GEO (%)', ({ facts }) => numberCell(facts.percents.geo, 1)),
  column('ML MAG (%)', ({ facts }) => numberCell(facts.percents.mag, 1)),
  column('Battery (V)', ({ facts }) => numberCell(facts.batteryMv === null ? null : facts.batteryMv / 1000, 2)),
  column('Signal (dBm)', ({ facts }) => numberCell(facts.signalDbm)),
  column('Note', ({ marker }) => textCell(marker.note)),
];

export const SUMMARY_COLUMNS: readonly ReportColumn[] = [MARKER, TIME, SPEED, SPEED_MPH, TYPE];

export interface SummaryFact {
  readonly label: string;
  readonly cell: ReportCell;
}

const speedFacts = (label: string, speed: number | null): SummaryFact[] => [
  { label: `${label} (m/s)`, cell: numberCell(speed, 2) },
  { label: `${label} (mph)`, cell: numberCell(toMph(speed), 2) },
];

/** The header of a Summary. */
export function listSummaryFacts({
  run,
  companyName,
  toolType,
  lengthM,
  durationS,
  speeds,
  counts,
  createdAt,
}: RunReport): SummaryFact[] {
  return [
    { label: 'Path', cell: textCell(run.path.name) },
    { label: 'Run', cell: numberCell(run.runId) },
    { label: 'Company', cell: textCell(companyName) },
    { label: 'Tool', cell: textCell(run.pig) },
    { label: 'Tool Type', cell: textCell(toolType) },
    { label: 'Job Number', cell: textCell(run.jobNumber) },
    { label: 'Launch (UTC)', cell: instantCell(run.launchAt, 'second') },
    { label: 'Receive (UTC)', cell: instantCell(run.completedAt, 'second') },
    { label: 'Duration (h:mm:ss)', cell: durationCell(durationS) },
    { label: 'Distance Units', cell: textCell('meters') },
    { label: 'Length (m)', cell: numberCell(lengthM, 3) },
    ...speedFacts('Average Speed', speeds.average),
    ...speedFacts('Minimum Leg Speed', speeds.least),
    ...speedFacts('Maximum Leg Speed', speeds.most),
    { label: 'Markers Tracked', cell: numberCell(counts.tracked) },
    { label: 'Markers Passed', cell: numberCell(counts.passed) },
    { label: 'Markers Missed', cell: numberCell(counts.missed) },
    ...(counts.unwatched > 0 ? [{ label: 'Markers Unwatched', cell: numberCell(counts.unwatched) }] : []),
    { label: 'Markers Skipped', cell: numberCell(counts.skipped) },
    { label: 'Markers Manual', cell: numberCell(counts.manual) },
    { label: 'Created (UTC)', cell: instantCell(createdAt, 'second') },
  ];
}
