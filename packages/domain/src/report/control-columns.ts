import { markTexts } from '../language/translate.ts';
import { UTC } from '../time/zone.ts';
import { unitOf } from '../units/quantity.ts';
import type { ControlGap, ControlPoint } from './control-points.ts';
import type { TimeSource } from './passage-uncertainty.ts';
import { instantCell, numberCell, textCell, type ReportCell } from './report-cells.ts';
import { writeStation } from './station.ts';

// The columns of a list of control points, as a company has chosen them.

export const CONTROL_COLUMNS = [
  'number',
  'name',
  'description',
  'station',
  'distance',
  'latitude',
  'longitude',
  'altitude',
  'survey',
  'time',
  'uncertainty',
  'source',
  'offset',
  'uid',
  'boxLatitude',
  'boxLongitude',
  'type',
  'verifiedBy',
  'note',
] as const;
export type ControlColumn = (typeof CONTROL_COLUMNS)[number];

export const LENGTH_UNITS = ['m', 'km', 'ft', 'mi'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** `utc`: 2026-03-18 08:12:44.123. `second`: without milliseconds. `iso`: 2026-03-18T08:12:44.123Z. `unix`: seconds since 1970. */
export const CONTROL_TIMES = ['utc', 'second', 'iso', 'unix'] as const;
export type ControlTime = (typeof CONTROL_TIMES)[number];

export const MOST_DECIMALS = 8;

export interface ChosenColumn {
  readonly column: ControlColumn;
  readonly heading: string;
  /** Of a length; a station counts in the feet or metres of its unit. */
  readonly unit: LengthUnit;
  readonly decimals: number;
}

export interface ControlLayout {
  readonly columns: readonly ChosenColumn[];
  readonly timeFormat: ControlTime;
  /** Stretches longer than this are listed; null: none. */
  readonly gapM: number | null;
}

const UNITS = {
  m: unitOf('near', 'metric'),
  km: unitOf('far', 'metric'),
  ft: unitOf('near', 'us'),
  mi: unitOf('far', 'us'),
} as const satisfies Readonly<Record<LengthUnit, unknown>>;

/** Columns with a unit, and with decimals: the editor asks for nothing else. */
export const LENGTH_COLUMNS: ReadonlySet<ControlColumn> = new Set(['station', 'distance', 'altitude', 'offset']);
export const DECIMAL_COLUMNS: ReadonlySet<ControlColumn> = new Set([
  ...LENGTH_COLUMNS,
  'latitude',
  'longitude',
  'boxLatitude',
  'boxLongitude',
  'uncertainty',
]);

export const CONTROL_HEADINGS: Readonly<Record<ControlColumn, string>> = {
  number: 'Number',
  name: 'Name',
  description: 'Description',
  station: 'Station',
  distance: 'Chainage',
  latitude: 'Latitude',
  longitude: 'Longitude',
  altitude: 'Altitude',
  survey: 'Survey quality',
  time: 'Time (UTC)',
  uncertainty: 'Time uncertainty (s)',
  source: 'Time source',
  offset: 'Offset',
  uid: 'AGM serial',
  boxLatitude: 'AGM latitude',
  boxLongitude: 'AGM longitude',
  type: 'Passage type',
  verifiedBy: 'Verified by',
  note: 'Note',
};

/** What each column holds, for the editor. */
export const CONTROL_NOTES: Readonly<Record<ControlColumn, string>> = markTexts({
  number: 'Number of the marker',
  name: 'Name of the marker',
  description: 'Kind of the marker',
  station: 'Station text such as 12+34.5',
  distance: 'Distance from the launch',
  latitude: 'Latitude of the marker',
  longitude: 'Longitude of the marker',
  altitude: 'Altitude reported by the AGM',
  survey: 'Survey quality, not recorded',
  time: 'Time of the verified passage in UTC',
  uncertainty: 'Bound of the time in seconds',
  source: 'Source of the time',
  offset: 'Distance from the line of a file',
  uid: 'Serial number (UID) of the AGM',
  boxLatitude: 'Latitude reported by the AGM',
  boxLongitude: 'Longitude reported by the AGM',
  type: 'Channels, or why there is no time',
  verifiedBy: 'Who verified the passage',
  note: 'Note of the marker',
});

const PLACE_DECIMALS = 7;

function chooseUsual(column: ControlColumn): ChosenColumn {
  const heading = CONTROL_HEADINGS[column];
  if (LENGTH_COLUMNS.has(column)) {
    const name = column === 'station' ? heading : `${heading} (m)`;
    return { column, heading: name, unit: 'm', decimals: column === 'altitude' || column === 'offset' ? 1 : 3 };
  }
  const isPlace = DECIMAL_COLUMNS.has(column) && column !== 'uncertainty';
  return { column, heading, unit: 'm', decimals: isPlace ? PLACE_DECIMALS : column === 'uncertainty' ? 1 : 0 };
}

/** For a company without a profile. */
export const USUAL_LAYOUT: ControlLayout = {
  columns: CONTROL_COLUMNS.map(chooseUsual),
  timeFormat: 'utc',
  gapM: 2000,
};

const NOT_RECORDED = 'not recorded';
const NOT_KNOWN = 'not known';
const SOURCES: Readonly<Record<TimeSource, string>> = {
  gps: 'GPS clock',
  device: 'clock of the AGM, GPS not seen',
  hand: 'set by hand',
};

function writeTime(at: number | null, format: ControlTime): ReportCell {
  if (at === null) return null;
  switch (format) {
    case 'utc':
      return instantCell(at, 'millisecond', UTC);
    case 'second':
      return instantCell(at, 'second', UTC);
    case 'iso':
      return textCell(new Date(at).toISOString());
    case 'unix':
      return numberCell(at / 1000, 3);
  }
}

const writeLength = (metres: number | null, { unit, decimals }: ChosenColumn): ReportCell =>
  numberCell(metres === null ? null : UNITS[unit].fromSi(metres), decimals);

/** Feet and miles have stations of 100 ft. */
const stationAt = (metres: number, { unit, decimals }: ChosenColumn): ReportCell =>
  textCell(writeStation(metres, unit === 'ft' || unit === 'mi' ? 'us' : 'metric', decimals));

export function writeControlCell(point: ControlPoint, chosen: ChosenColumn, timeFormat: ControlTime): ReportCell {
  const { marker, time, boxPlace } = point;
  const { decimals } = chosen;
  switch (chosen.column) {
    case 'number':
      return numberCell(point.number);
    case 'name':
      return textCell(marker.name);
    case 'description':
      return textCell(marker.description);
    case 'station':
      return stationAt(marker.fromLaunchM, chosen);
    case 'distance':
      return writeLength(marker.fromLaunchM, chosen);
    case 'latitude':
      return numberCell(marker.lat, decimals);
    case 'longitude':
      return numberCell(marker.lon, decimals);
    case 'altitude':
      return writeLength(point.altitudeM, chosen);
    case 'survey':
      return textCell(NOT_RECORDED);
    case 'time':
      return writeTime(point.at, timeFormat);
    case 'uncertainty':
      return time && (time.uncertaintyS === null ? textCell(NOT_KNOWN) : numberCell(time.uncertaintyS, decimals));
    case 'source':
      return time && textCell(SOURCES[time.source]);
    case 'offset':
      return point.offsetM === null ? textCell(NOT_RECORDED) : writeLength(point.offsetM, chosen);
    case 'uid':
      return numberCell(point.uid);
    case 'boxLatitude':
      return numberCell(boxPlace && boxPlace.lat, decimals);
    case 'boxLongitude':
      return numberCell(boxPlace && boxPlace.lon, decimals);
    case 'type':
      return textCell(point.type);
    case 'verifiedBy':
      return textCell(point.verifiedBy);
    case 'note':
      return textCell(marker.note);
  }
}

/** The section of stretches without a control point, below the list or on a sheet of its own. */
export const listGapHeadings = (gapM: number): readonly string[] => [
  `Gaps longer than ${gapM / 1000} km: from`,
  'To',
  'From chainage (km)',
  'To chainage (km)',
  'Length (km)',
];

export const writeGapCells = ({ from, to, fromM, toM }: ControlGap): readonly ReportCell[] => [
  textCell(from),
  textCell(to),
  ...[fromM, toM, toM - fromM].map((metres) => numberCell(metres / 1000, 3)),
];
