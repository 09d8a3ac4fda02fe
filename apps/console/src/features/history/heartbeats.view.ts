import { HEARTBEAT_LABELS, type HeartbeatField } from '@waymark/contract/devices/history-labels';
import { formatCount, formatFixed } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import type { HeartbeatRow } from './history.data.ts';
import type { HistoryColumn } from './table/history-column.ts';
import { describeAltitude, describeLatitude, describeLongitude } from './passages/place.view.ts';

const MILLIVOLTS_PER_VOLT = 1000;

/** As in the device's panel: "8.62 V" */
const formatVolts = (millivolts: number) => `${formatFixed(millivolts / MILLIVOLTS_PER_VOLT, 2)} V`;
const describePower = ({ powerSupplyState }: HeartbeatRow) => (powerSupplyState === 0 ? t('Battery') : t('External'));
const describeFold = ({ internalAntennaFoldState }: HeartbeatRow) =>
  internalAntennaFoldState === 0 ? t('Folded in') : t('Folded out');
const describeConnected = (state: number) => (state === 0 ? t('Not connected') : t('Connected'));

type Column = HistoryColumn<HeartbeatRow, HeartbeatField>;

const column = (field: HeartbeatField, width: number, text: Column['text']): Column => ({
  id: field,
  label: t(HEARTBEAT_LABELS[field]),
  fields: [field],
  sortBy: field,
  width,
  text,
});
const numberColumn = (...of: Parameters<typeof column>): Column => ({ ...column(...of), isNumber: true });

type CountField =
  | 'satelliteCount'
  | 'errorFlag'
  | 'numberOfflineFiles'
  | 'numberOnlineFiles'
  | 'numberIridiumOfflineFiles';
const countColumn = (field: CountField): Column => numberColumn(field, 30, (row) => formatCount(row[field]));

export const HEARTBEAT_COLUMNS: readonly Column[] = [
  column('heartbeatTimeStamp', 130, (row) => row.heartbeatTimeStamp),
  { ...numberColumn('signalStrength', 50, ({ signalStrength }) => `${-signalStrength} dBm`), label: t('Signal') },
  { ...numberColumn('battery', 50, ({ battery }) => formatVolts(battery)), label: t('Battery') },
  { ...column('powerSupplyState', 50, describePower), label: t('Power') },
  countColumn('satelliteCount'),
  numberColumn('lat', 60, describeLatitude),
  numberColumn('lon', 60, describeLongitude),
  { ...numberColumn('altitude', 50, ({ altitude }, units) => describeAltitude(altitude, units)), label: t('Altitude') },
  countColumn('numberOfflineFiles'),
  countColumn('numberOnlineFiles'),
  { ...countColumn('numberIridiumOfflineFiles'), isExtra: true },
  { ...column('geophoneConnected', 80, (row) => describeConnected(row.geophoneConnected)), label: t('Geophone') },
  {
    ...column('externalAntennaConnected', 80, (row) => describeConnected(row.externalAntennaConnected)),
    label: t('External Antenna'),
    isExtra: true,
  },
  column('internalAntennaFoldState', 60, describeFold),
  { ...countColumn('errorFlag'), isExtra: true },
];
