import { formatFirmwareVersion } from '../device/firmware.ts';
import type { TextReader } from '../language/reader.ts';
import { markText, markTexts } from '../language/translate.ts';
import { unitOf, type Quantity } from '../units/quantity.ts';
import type { UnitSystem } from '../units/system.ts';
import type { MarkerRow } from './default-report.ts';
import { durationCell, instantCell, numberCell, textCell, type ReportCell } from './report-cells.ts';
import type { RunReport } from './summary-report.ts';

// The columns of both reports for all formats, in the language of their reader. Speeds have two decimals (O-078).

/** Columns that need another width than numbers. */
type ColumnKind = 'marker' | 'time' | 'type' | 'note';

export interface ReportColumn {
  readonly heading: string;
  readonly kind?: ColumnKind | undefined;
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

const column = (heading: string, read: ReportColumn['read'], kind?: ColumnKind): ReportColumn => ({
  heading,
  kind,
  read,
});

const nameMarker = ({ t }: TextReader) => column(t('Marker'), ({ marker }) => textCell(marker.name), 'marker');
const timeStamp = ({ t, zone }: TextReader) =>
  column(
    t('Time Stamp ({zone})', { zone }),
    ({ passage }) => instantCell(passage && passage.passageAt, passage?.uid === null ? 'second' : 'millisecond', zone),
    'time',
  );
/** Channels, or words such as "Manual Passage". */
const nameType = ({ t }: TextReader) => column(t('Passage Type'), ({ type }) => textCell(t(type)), 'type');

type Measure = readonly [value: number | null, decimals: number];

/** Headings with their unit. */
const MEASURED = markTexts({
  distance: 'Distance ({unit})',
  legDistance: 'Leg Distance ({unit})',
  legSpeed: 'Leg Speed ({unit})',
  altitude: 'AGM Altitude ({unit})',
});

function measured(
  name: keyof typeof MEASURED,
  quantity: Quantity,
  { t, units }: TextReader,
  read: (row: MarkerRow) => Measure,
): ReportColumn {
  const unit = unitOf(quantity, units);
  return column(t(MEASURED[name] as string, { unit: unit.name }), (row) => {
    const [value, decimals] = read(row);
    return numberCell(value === null ? null : unit.fromSi(value), decimals);
  });
}

const speedOfLeg = (reader: TextReader) => measured('legSpeed', 'speed', reader, ({ leg }) => [leg?.speed ?? null, 2]);

/** The passage of a marker: where, when and by which device. */
const listPassageColumns = (reader: TextReader): readonly ReportColumn[] => {
  const { t } = reader;
  return [
    nameType(reader),
    timeStamp(reader),
    column(t('Elapsed (h:mm:ss)'), ({ elapsedS }) => durationCell(elapsedS)),
    column(t('Leg Time (h:mm:ss)'), ({ leg }) => durationCell(leg && leg.seconds)),
    speedOfLeg(reader),
    column('UID', ({ passage }) => numberCell(passage && passage.uid)),
    column(t('FW'), ({ facts }) => textCell(facts.firmware === null ? null : formatFirmwareVersion(facts.firmware))),
    column(t('AGM Latitude'), ({ facts }) => numberCell(facts.place && facts.place.lat, PLACE_DECIMALS)),
    column(t('AGM Longitude'), ({ facts }) => numberCell(facts.place && facts.place.lon, PLACE_DECIMALS)),
    measured('altitude', 'near', reader, ({ facts }) => [readAltitude(facts.altitudeMm), 1]),
    column(t('Detection Count'), ({ passage }) => numberCell(passage && passage.detectionCount)),
    column(t('Frequency (Hz)'), writeFrequency),
    column(t('Verified'), ({ passage }) => textCell(passage === null ? t('No') : t('Yes'))),
  ];
};

export const listDefaultColumns = (reader: TextReader): readonly ReportColumn[] => {
  const { t } = reader;
  return [
    nameMarker(reader),
    column(t('Description'), ({ marker }) => textCell(marker.description)),
    column(t('State'), ({ marker }) => textCell(marker.state)),
    measured('distance', 'near', reader, ({ marker }) => [marker.fromLaunchM, 3]),
    measured('legDistance', 'near', reader, ({ leg }) => [leg && leg.distanceM, 3]),
    ...listPassageColumns(reader),
    column('ML ELF (%)', ({ facts }) => numberCell(facts.percents.elf, 1)),
    column('ML GEO (%)', ({ facts }) => numberCell(facts.percents.geo, 1)),
    column('ML MAG (%)', ({ facts }) => numberCell(facts.percents.mag, 1)),
    column(t('Battery (V)'), ({ facts }) => numberCell(facts.batteryMv === null ? null : facts.batteryMv / 1000, 2)),
    column(t('Signal (dBm)'), ({ facts }) => numberCell(facts.signalDbm)),
    column(t('Note'), ({ marker }) => textCell(marker.note), 'note'),
  ];
};

export const listSummaryColumns = (reader: TextReader): readonly ReportColumn[] => [
  nameMarker(reader),
  timeStamp(reader),
  speedOfLeg(reader),
  nameType(reader),
];

export interface SummaryFact {
  readonly label: string;
  readonly cell: ReportCell;
}

function measuredFact(
  label: string,
  quantity: Quantity,
  { t, units }: TextReader,
  [value, decimals]: Measure,
): SummaryFact {
  const unit = unitOf(quantity, units);
  return {
    label: t(label, { unit: unit.name }),
    cell: numberCell(value === null ? null : unit.fromSi(value), decimals),
  };
}

/** The spelling of the requirements. */
const DISTANCE_UNITS: Readonly<Record<UnitSystem, string>> = markTexts({ us: 'feet', metric: 'meters' });

/** The header of a Summary. */
export function listSummaryFacts(
  { run, companyName, toolType, lengthM, durationS, speeds, counts, createdAt }: RunReport,
  reader: TextReader,
): SummaryFact[] {
  const { t, units, zone } = reader;
  return [
    { label: t('Path'), cell: textCell(run.path.name) },
    { label: t('Run'), cell: numberCell(run.runId) },
    { label: t('Company'), cell: textCell(companyName) },
    { label: t('Tool'), cell: textCell(run.pig) },
    { label: t('Tool Type'), cell: textCell(toolType) },
    { label: t('Job Number'), cell: textCell(run.jobNumber) },
    { label: t('Launch ({zone})', { zone }), cell: instantCell(run.launchAt, 'second', zone) },
    { label: t('Receive ({zone})', { zone }), cell: instantCell(run.completedAt, 'second', zone) },
    { label: t('Duration (h:mm:ss)'), cell: durationCell(durationS) },
    { label: t('Distance Units'), cell: textCell(t(DISTANCE_UNITS[units])) },
    measuredFact(markText('Length ({unit})'), 'near', reader, [lengthM, 3]),
    measuredFact(markText('Average Speed ({unit})'), 'speed', reader, [speeds.average, 2]),
    measuredFact(markText('Minimum Leg Speed ({unit})'), 'speed', reader, [speeds.least, 2]),
    measuredFact(markText('Maximum Leg Speed ({unit})'), 'speed', reader, [speeds.most, 2]),
    { label: t('Markers Tracked'), cell: numberCell(counts.tracked) },
    { label: t('Markers Passed'), cell: numberCell(counts.passed) },
    { label: t('Markers Missed'), cell: numberCell(counts.missed) },
    ...(counts.unwatched > 0 ? [{ label: t('Markers Unwatched'), cell: numberCell(counts.unwatched) }] : []),
    { label: t('Markers Skipped'), cell: numberCell(counts.skipped) },
    { label: t('Markers Manual'), cell: numberCell(counts.manual) },
    { label: t('Created ({zone})', { zone }), cell: instantCell(createdAt, 'second', zone) },
  ];
}
