import { formatFirmwareVersion } from '../device/firmware.ts';
import type { Zone } from '../time/zone.ts';
import { unitOf, type Quantity } from '../units/quantity.ts';
import type { UnitSystem } from '../units/system.ts';
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
const timeStamp = (zone: Zone) =>
  column(`Time Stamp (${zone})`, ({ passage }) =>
    instantCell(passage && passage.passageAt, passage?.uid === null ? 'second' : 'millisecond', zone),
  );
const TYPE = column('Passage Type', ({ type }) => textCell(type));

type Measure = readonly [value: number | null, decimals: number];

/** A column with the unit in its heading. */
function measured(
  name: string,
  quantity: Quantity,
  units: UnitSystem,
  read: (row: MarkerRow) => Measure,
): ReportColumn {
  const unit = unitOf(quantity, units);
  return column(`${name} (${unit.name})`, (row) => {
    const [value, decimals] = read(row);
    return numberCell(value === null ? null : unit.fromSi(value), decimals);
  });
}

const speedOfLeg = (units: UnitSystem) => measured('Leg Speed', 'speed', units, ({ leg }) => [leg?.speed ?? null, 2]);

export const listDefaultColumns = (units: UnitSystem, zone: Zone): readonly ReportColumn[] => [
  MARKER,
  column('Description', ({ marker }) => textCell(marker.description)),
  column('State', ({ marker }) => textCell(marker.state)),
  measured('Distance', 'near', units, ({ marker }) => [marker.fromLaunchM, 3]),
  measured('Leg Distance', 'near', units, ({ leg }) => [leg && leg.distanceM, 3]),
  TYPE,
  timeStamp(zone),
  column('Elapsed (h:mm:ss)', ({ elapsedS }) => durationCell(elapsedS)),
  column('Leg Time (h:mm:ss)', ({ leg }) => durationCell(leg && leg.seconds)),
  speedOfLeg(units),
  column('UID', ({ passage }) => numberCell(passage && passage.uid)),
  column('FW', ({ facts }) => textCell(facts.firmware === null ? null : formatFirmwareVersion(facts.firmware))),
  column('AGM Latitude', ({ facts }) => numberCell(facts.place && facts.place.lat, PLACE_DECIMALS)),
  column('AGM Longitude', ({ facts }) => numberCell(facts.place && facts.place.lon, PLACE_DECIMALS)),
  measured('AGM Altitude', 'near', units, ({ facts }) => [readAltitude(facts.altitudeMm), 1]),
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

export const listSummaryColumns = (units: UnitSystem, zone: Zone): readonly ReportColumn[] => [
  MARKER,
  timeStamp(zone),
  speedOfLeg(units),
  TYPE,
];

export interface SummaryFact {
  readonly label: string;
  readonly cell: ReportCell;
}

function measuredFact(label: string, quantity: Quantity, units: UnitSystem, [value, decimals]: Measure): SummaryFact {
  const unit = unitOf(quantity, units);
  return { label: `${label} (${unit.name})`, cell: numberCell(value === null ? null : unit.fromSi(value), decimals) };
}

/** The spelling of the requirements. */
const DISTANCE_UNITS: Readonly<Record<UnitSystem, string>> = { us: 'feet', metric: 'meters' };

/** The header of a Summary. */
export function listSummaryFacts(
  { run, companyName, toolType, lengthM, durationS, speeds, counts, createdAt }: RunReport,
  units: UnitSystem,
  zone: Zone,
): SummaryFact[] {
  return [
    { label: 'Path', cell: textCell(run.path.name) },
    { label: 'Run', cell: numberCell(run.runId) },
    { label: 'Company', cell: textCell(companyName) },
    { label: 'Tool', cell: textCell(run.pig) },
    { label: 'Tool Type', cell: textCell(toolType) },
    { label: 'Job Number', cell: textCell(run.jobNumber) },
    { label: `Launch (${zone})`, cell: instantCell(run.launchAt, 'second', zone) },
    { label: `Receive (${zone})`, cell: instantCell(run.completedAt, 'second', zone) },
    { label: 'Duration (h:mm:ss)', cell: durationCell(durationS) },
    { label: 'Distance Units', cell: textCell(DISTANCE_UNITS[units]) },
    measuredFact('Length', 'near', units, [lengthM, 3]),
    measuredFact('Average Speed', 'speed', units, [speeds.average, 2]),
    measuredFact('Minimum Leg Speed', 'speed', units, [speeds.least, 2]),
    measuredFact('Maximum Leg Speed', 'speed', units, [speeds.most, 2]),
    { label: 'Markers Tracked', cell: numberCell(counts.tracked) },
    { label: 'Markers Passed', cell: numberCell(counts.passed) },
    { label: 'Markers Missed', cell: numberCell(counts.missed) },
    ...(counts.unwatched > 0 ? [{ label: 'Markers Unwatched', cell: numberCell(counts.unwatched) }] : []),
    { label: 'Markers Skipped', cell: numberCell(counts.skipped) },
    { label: 'Markers Manual', cell: numberCell(counts.manual) },
    { label: `Created (${zone})`, cell: instantCell(createdAt, 'second', zone) },
  ];
}
