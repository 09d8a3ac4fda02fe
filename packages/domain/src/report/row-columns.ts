import { formatFirmwareVersion } from '../device/firmware.ts';
import { UTC, type Zone } from '../time/zone.ts';
import { writeCell } from '../time/zoned-text.ts';
import { disarmFormula } from './formula.ts';
import { formatDecimals } from './report-cells.ts';
import { readAltitude } from './report-columns.ts';
import type { ReportRow } from './report-row.ts';

// The Report Manager's CSV export: the exact columns, each cell as text (O-079 to O-083).

const PLACE_DECIMALS = 6;
const ALTITUDE_DECIMALS = 1;

/** Users choose names and notes: remove double quotes and line breaks (O-059) and disarm formulas. */
export function writeExportText(text: string | null): string {
  const stripped = (text ?? '')
    .replaceAll('"', '')
    .replaceAll(/[\r\n\v\f\u{85}\u{2028}\u{2029}]+/gu, ' ')
    .trim();
  return disarmFormula(stripped);
}

const writeDegrees = (degrees: number | undefined) =>
  degrees === undefined ? '' : formatDecimals(degrees, PLACE_DECIMALS);

function writeAltitude({ altitudeMm }: ReportRow): string {
  const metres = readAltitude(altitudeMm);
  return metres === null ? '' : formatDecimals(metres, ALTITUDE_DECIMALS);
}

/** A manual time has second precision. */
export function writePassageTime(
  { passageAt, uid }: Pick<ReportRow, 'passageAt' | 'uid'>,
  zone: Zone = UTC,
): string | null {
  return passageAt === null ? null : writeCell(passageAt, zone, uid === null ? 'second' : 'millisecond');
}

interface RowColumn {
  readonly heading: string;
  readonly write: (row: ReportRow) => string;
}

export const ROW_COLUMNS: readonly RowColumn[] = [
  { heading: 'AGM Survey Marker', write: ({ markerName }) => writeExportText(markerName) },
  { heading: 'AGM UID', write: ({ uid }) => (uid === null ? '' : String(uid)) },
  { heading: 'AGM FW', write: ({ firmware }) => (firmware === null ? '' : formatFirmwareVersion(firmware)) },
  { heading: 'Survey Marker Latitude', write: ({ markerPlace }) => writeDegrees(markerPlace?.lat) },
  { heading: 'Survey Marker Longitude', write: ({ markerPlace }) => writeDegrees(markerPlace?.lon) },
  { heading: 'AGM Latitude', write: ({ place }) => writeDegrees(place?.lat) },
  { heading: 'AGM Longitude', write: ({ place }) => writeDegrees(place?.lon) },
  { heading: 'AGM Altitude (m)', write: writeAltitude },
  { heading: 'Passage Type', write: ({ type }) => type },
  { heading: 'Time Stamp (UTC)', write: (row) => writePassageTime(row) ?? '' },
  { heading: 'Notes', write: ({ markerNote }) => writeExportText(markerNote) },
];
