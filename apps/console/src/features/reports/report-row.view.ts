import { readRunName } from '@waymark/contract/runs/run-names';
import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { formatDecimals } from '@waymark/domain/report/report-cells';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { nameFrequency, readAltitude } from '@waymark/domain/report/report-columns';
import type { HistoryColumn } from '#/features/history/table/history-column.ts';
import { describeVerified, listRecords } from '#/features/history/passages/passages.view.ts';
import { formatPercent, listScores } from '#/features/passage-chart/scores/scores.view.ts';
import { t } from '#/language/t.ts';
import type { ReportRow } from './report.data.ts';

/** A passage of a device, a manual one, or a marker without one. */
type RowKind = 'recorded' | 'manual' | 'none';

/** O-016: without ids a passage is manual. */
export function kindOf(row: Pick<ReportRow, 'elfId' | 'geoId' | 'magId' | 'passageTimeStamp'>): RowKind {
  if (listRecords(row).length > 0) return 'recorded';
  return row.passageTimeStamp === null ? 'none' : 'manual';
}

/** The key by which a chart finds the passage: its device and one of its records. */
export function toListed(row: Pick<ReportRow, 'uId' | 'elfId' | 'geoId' | 'magId'>) {
  const [passageId] = [row.magId, row.elfId, row.geoId].filter((id) => id !== null);
  return row.uId === null || passageId === undefined ? null : { uid: row.uId, passageId };
}

/** A unique key for a row. */
export function keyOf(row: ReportRow): string {
  const listed = toListed(row);
  return listed ? `${listed.uid} ${listed.passageId}` : `${row.markerName} ${row.passageTimeStamp}`;
}

export function describeVerification(row: ReportRow): string {
  return kindOf(row) === 'none' ? '' : describeVerified(row);
}

const describeScores = (row: ReportRow) =>
  listScores(row)
    .map(({ channel, verdict }) => `${channel} ${formatPercent(verdict)}`)
    .join(', ');

const PLACE_DECIMALS = 6;
const orNothing = (value: string | number | null) => String(value ?? '');
const describeDegrees = (degrees: number | null) => (degrees === null ? '' : formatDecimals(degrees, PLACE_DECIMALS));

function describeHeight(altitudeMm: number | null, units: UnitSystem): string {
  const metres = readAltitude(altitudeMm);
  return metres === null ? '' : formatQuantity('near', metres, units, 1);
}

function describeFrequency({ passageDetectedFrequency, passageType }: ReportRow): string {
  const frequency = nameFrequency(passageDetectedFrequency, passageType);
  return typeof frequency === 'number' ? `${frequency} Hz` : orNothing(frequency);
}

export type ReportColumn = HistoryColumn<ReportRow>;
const column = (id: string, label: string, width: number, text: ReportColumn['text']): ReportColumn => ({
  id,
  label,
  fields: [],
  width,
  text,
});
const number = (...of: Parameters<typeof column>): ReportColumn => ({ ...column(...of), isNumber: true });
const extra = (one: ReportColumn): ReportColumn => ({ ...one, isExtra: true });

export const REPORT_COLUMNS: readonly ReportColumn[] = [
  {
    ...column('time', t('Passage Time'), 150, ({ passageTimeStamp }) => orNothing(passageTimeStamp)),
    sortBy: 'passageTimeStamp',
  },
  { ...column('marker', t('Marker Name'), 90, ({ markerName }) => orNothing(markerName)), sortBy: 'markerName' },
  { ...number('uid', t('UID'), 50, ({ uId }) => orNothing(uId)), sortBy: 'uId' },
  column('type', t('Passage Type'), 90, ({ passageType }) => t(passageType)),
  column('verified', t('Verified'), 80, describeVerification),
  column('scores', t('ML'), 190, describeScores),
  column('data', t('Data'), 110, (row) =>
    listRecords(row)
      .map(({ channel }) => channel)
      .join(' '),
  ),
  extra(column('run', t('Pig Run'), 100, (row) => orNothing(readRunName(row)))),
  extra(column('tool', t('Tool'), 80, ({ toolName }) => orNothing(toolName))),
  extra(number('count', t('Detection Count'), 40, ({ detectionCount }) => orNothing(detectionCount))),
  extra(number('frequency', t('Frequency'), 50, describeFrequency)),
  extra(
    number('firmware', t('FW'), 40, ({ firmwareVersion }) =>
      firmwareVersion === null ? '' : formatFirmwareVersion(firmwareVersion),
    ),
  ),
  extra(number('latitude', t('Latitude'), 70, ({ latitude }) => describeDegrees(latitude))),
  extra(number('longitude', t('Longitude'), 70, ({ longitude }) => describeDegrees(longitude))),
  extra(number('altitude', t('Altitude'), 60, ({ altitude }, units) => describeHeight(altitude, units))),
  extra(number('markerLatitude', t('Marker Latitude'), 70, ({ markerLatitude }) => describeDegrees(markerLatitude))),
  extra(
    number('markerLongitude', t('Marker Longitude'), 70, ({ markerLongitude }) => describeDegrees(markerLongitude)),
  ),
  extra(column('note', t('Notes'), 120, ({ markerNote }) => orNothing(markerNote))),
];
