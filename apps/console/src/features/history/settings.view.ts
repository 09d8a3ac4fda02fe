import {
  describeGeoMode,
  describePassageSize,
  describePassageState,
  describePowerMode,
  describeRecordMode,
  describeSchedule,
  describeSensitivity,
  hasSchedule,
  UNKNOWN,
} from '@waymark/domain/device/modes';
import type { SettingsRow } from './history.data.ts';
import { nameDetector } from '@waymark/domain/device/detector-name';
import type { HistoryColumn } from './table/history-column.ts';

type Said = number | null;

function describeSwitch(state: Said): string {
  if (state === null) return UNKNOWN;
  return state === 0 ? 'Off' : 'On';
}

/** "22 Hz, High, On"; the magnetic detector has no frequency. */
export function describeDetector(hz: Said, sensitivity: Said, isOn: Said): string {
  if (hz === null && sensitivity === null && isOn === null) return UNKNOWN;
  const kind = hz === 0 ? 'MAG' : hz === null ? UNKNOWN : `${hz} Hz`;
  return [kind, describeSensitivity(sensitivity), describeSwitch(isOn)].join(', ');
}

type Column = HistoryColumn<SettingsRow>;

const detectorColumn = (number: 0 | 1 | 2 | 3): Column => ({
  id: `detector${number}`,
  label: nameDetector(number),
  fields: [`frequency${number}Setting`, `sensitivity${number}`, `enable${number}`],
  sortBy: `frequency${number}Setting`,
  width: 120,
  text: (row) =>
    describeDetector(row[`frequency${number}Setting`], row[`sensitivity${number}`], row[`enable${number}`]),
});

type SaidField = Exclude<keyof SettingsRow, 'uid' | 'timeStampAck'>;

const column = (field: SaidField, label: string, describe: (value: Said) => string, isExtra?: true): Column => ({
  id: field,
  label,
  fields: [field],
  sortBy: field,
  width: 70,
  ...(isExtra && { isExtra }),
  text: (row) => describe(row[field]),
});

export const SETTINGS_COLUMNS: readonly Column[] = [
  {
    id: 'time',
    label: 'Timestamp',
    fields: ['timeStampAck'],
    sortBy: 'timeStampAck',
    width: 130,
    text: ({ timeStampAck }) => timeStampAck,
  },
  column('powerMode', 'Power mode', describePowerMode),
  {
    ...column('connectionSchedule', 'Schedule', describeSchedule),
    text: ({ powerMode, connectionSchedule }) =>
      hasSchedule(powerMode) ? describeSchedule(connectionSchedule) : UNKNOWN,
  },
  column('recordMode', 'Record mode', describeRecordMode),
  column('geoMode', 'Geo mode', describeGeoMode),
  detectorColumn(0),
  detectorColumn(1),
  detectorColumn(2),
  detectorColumn(3),
  column('streamEnable', 'Stream', describeSwitch),
  column('foldAntDetectorState', 'Antenna detector', describeSwitch),
  column('offlineDownloadState', 'Offline download', describeSwitch),
  column('psgState', 'Passage state', describePassageState, true),
  column('psgSize', 'Passage size', describePassageSize, true),
];
