import { PASSAGE_LABELS, type PassageField } from '@waymark/contract/devices/history-labels';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { formatFixed } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { formatPercent, listScores } from '#/features/passage-chart/scores/scores.view.ts';
import type { PassageRow } from '../history.data.ts';
import type { HistoryColumn } from '../table/history-column.ts';
import { describeAltitude, describeLatitude, describeLongitude } from './place.view.ts';

const GEO = 1;

/** 0 Hz is the magnetic detector. */
export function describeFrequency(
  row: Pick<PassageRow, 'passageDetectedFrequency' | 'packetComplexInformation'>,
): string {
  if (row.packetComplexInformation === GEO) return 'GEO';
  return row.passageDetectedFrequency === 0 ? 'MAG' : `ELF ${row.passageDetectedFrequency} Hz`;
}

export function describeSource({ isBluetooth, isOffline }: Pick<PassageRow, 'isBluetooth' | 'isOffline'>): string {
  if (isBluetooth) return t('Bluetooth');
  return isOffline ? t('Offline') : t('Online');
}

export function describeVerified({ isVerified }: Pick<PassageRow, 'isVerified'>): string {
  return isVerified ? t('Verified') : t('Unverified');
}

export interface PassageRecord {
  readonly channel: 'ELF' | 'GEO' | 'MAG';
  readonly passageId: number;
}

type Ids = Pick<PassageRow, 'elfId' | 'geoId' | 'magId'>;

/** The records that a merged row consists of. */
export function listRecords({ elfId, geoId, magId }: Ids): readonly PassageRecord[] {
  const records = [
    ['ELF', elfId],
    ['GEO', geoId],
    ['MAG', magId],
  ] as const;
  return records.flatMap(([channel, passageId]) => (passageId === null ? [] : [{ channel, passageId }]));
}

/** Whether any of these ids is a record of the row. */
export function hasRecord(row: Ids, ids: readonly number[]): boolean {
  return listRecords(row).some(({ passageId }) => ids.includes(passageId));
}

const describeData = (row: PassageRow) =>
  listRecords(row)
    .map(({ channel }) => channel)
    .join(' ');

const describeScores = (row: PassageRow) =>
  listScores(row)
    .map(({ channel, verdict }) => `${channel} ${formatPercent(verdict)}`)
    .join(', ');

type Column = HistoryColumn<PassageRow, PassageField>;

/** A column of a single field, by which it is also sorted. */
const column = (field: PassageField & keyof PassageRow, width: number, text: Column['text']): Column => ({
  id: field,
  label: t(PASSAGE_LABELS[field]),
  fields: [field],
  sortBy: field,
  width,
  text,
});
/** The passages' table on the server has no names of runs. */
const unsorted = ({ sortBy: _, ...rest }: Column): Column => rest;
const numberColumn = (...of: Parameters<typeof column>): Column => ({ ...column(...of), isNumber: true });

const orUnknown = (value: string | number | null) => String(value ?? t(UNKNOWN));

export const PASSAGE_COLUMNS: readonly Column[] = [
  column('passageTimeStamp', 150, (row) => row.passageTimeStamp),
  { ...column('passageTimeEndOfSnip', 150, (row) => row.passageTimeEndOfSnip), isExtra: true },
  numberColumn('detectionCount', 30, (row) => String(row.detectionCount)),
  {
    ...column('passageDetectedFrequency', 60, describeFrequency),
    fields: ['passageDetectedFrequency', 'packetComplexInformation'],
  },
  { id: 'source', label: t(PASSAGE_LABELS.source), fields: ['source'], width: 50, text: describeSource },
  {
    id: 'scores',
    label: t('ML'),
    fields: ['elfMachineLearningResultList', 'geoMachineLearningResultList', 'magMachineLearningResultList'],
    width: 190,
    text: describeScores,
  },
  column('isVerified', 70, describeVerified),
  { ...numberColumn('RunId', 40, ({ RunId }) => orUnknown(RunId)), isExtra: true },
  { ...unsorted(column('PigRunName', 80, ({ PigRunName }) => orUnknown(PigRunName))), isExtra: true },
  { ...unsorted(column('ToolName', 80, ({ ToolName }) => orUnknown(ToolName))), isExtra: true },
  { ...unsorted(column('MarkerName', 80, ({ MarkerName }) => orUnknown(MarkerName))), isExtra: true },
  numberColumn('lat', 60, describeLatitude),
  numberColumn('lon', 60, describeLongitude),
  { ...numberColumn('alt', 50, ({ alt }, units) => describeAltitude(alt, units)), label: t('Altitude'), isExtra: true },
  {
    ...numberColumn('samplingRate', 60, ({ samplingRate }) => `${formatFixed(samplingRate, 3)} Hz`),
    label: t('Sampling Rate'),
    isExtra: true,
  },
  { ...numberColumn('passageId', 50, ({ passageId }) => String(passageId)), isExtra: true },
  { id: 'data', label: t('Data'), fields: ['elfId', 'geoId', 'magId'], width: 110, text: describeData },
];
