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
  nameDetector,
} from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import type { SettingsRow } from './history.data.ts';
import type { HistoryColumn } from './table/history-column.ts';

type Said = number | null;

function describeSwitch(state: Said): string {
  if (state === null) return t(UNKNOWN);
  return state === 0 ? t('Off') : t('On');
}

/** "22 Hz, High, On"; the magnetic detector has no frequency. */
export function describeDetector(hz: Said, sensitivity: Said, isOn: Said): string {
  if (hz === null && sensitivity === null && isOn === null) return t(UNKNOWN);
  const kind = hz === 0 ? 'MAG' : hz === null ? t(UNKNOWN) : `${hz} Hz`;
  return [kind, t(describeSensitivity(sensitivity)), describeSwitch(isOn)].join(', ');
}

/** The domain's word for a number, in the language of the page. */
const say = (describe: (value: Said) => string) => (value: Said) => t(describe(value));

type Column = HistoryColumn<SettingsRow>;

const detectorColumn = (number: 0 | 1 | 2 | 3): Column => ({
  id: `detector${number}`,
  label: nameDetector(number, t),
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
    label: t('Timestamp'),
    fields: ['timeStampAck'],
    sortBy: 'timeStampAck',
    width: 130,
    text: ({ timeStampAck }) => timeStampAck,
  },
  column('powerMode', t('Power mode'), say(describePowerMode)),
  {
    ...column('connectionSchedule', t('Schedule'), say(describeSchedule)),
    text: ({ powerMode, connectionSchedule }) =>
      hasSchedule(powerMode) ? t(describeSchedule(connectionSchedule)) : t(UNKNOWN),
  },
  column('recordMode', t('Record mode'), say(describeRecordMode)),
  column('geoMode', t('Geo mode'), say(describeGeoMode)),
  detectorColumn(0),
  detectorColumn(1),
  detectorColumn(2),
  detectorColumn(3),
  column('streamEnable', t('Stream'), describeSwitch),
  column('foldAntDetectorState', t('Antenna detector'), describeSwitch),
  column('offlineDownloadState', t('Offline download'), describeSwitch),
  column('psgState', t('Passage state'), say(describePassageState), true),
  column('psgSize', t('Passage size'), say(describePassageSize), true),
];
