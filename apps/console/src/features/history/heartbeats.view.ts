import { HEARTBEAT_LABELS, type HeartbeatField } from '@waymark/contract/devices/history-labels';
import type { HeartbeatRow } from './history.data.ts';
import type { HistoryColumn } from './table/history-column.ts';
import { describeAltitude, describeLatitude, describeLongitude } from './passages/place.view.ts';

const MILLIVOLTS_PER_VOLT = 1000;

/** As in the device's panel: "8.62 V" */
const formatVolts = (millivolts: number) => `${(millivolts / MILLIVOLTS_PER_VOLT).toFixed(2)} V`;
const formatCount = (count: number) => count.toLocaleString('en-US');
const describePower = ({ powerSupplyState }: HeartbeatRow) => (powerSupplyState === 0 ? 'Battery' : 'External');
const describeFold = ({ internalAntennaFoldState }: HeartbeatRow) =>
  internalAntennaFoldState === 0 ? 'Folded in' : 'Folded out';
const describeConnected = (state: number) => (state === 0 ? 'Not connected' : 'Connected');

type Column = HistoryColumn<HeartbeatRow, HeartbeatField>;

const column = (field: HeartbeatField, width: number, text: Column['text']): Column => ({
  id: field,
  label: HEARTBEAT_LABELS[field],
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
  { ...numberColumn('signalStrength', 50, ({ signalStrength }) => `${-signalStrength} dBm`), label: 'Signal' },
  { ...numberColumn('battery', 50, ({ battery }) => formatVolts(battery)), label: 'Battery' },
  { ...column('powerSupplyState', 50, describePower), label: 'Power' },
  countColumn('satelliteCount'),
  numberColumn('lat', 60, describeLatitude),
  numberColumn('lon', 60, describeLongitude),
  { ...numberColumn('altitude', 50, ({ altitude }, units) => describeAltitude(altitude, units)), label: 'Altitude' },
  countColumn('numberOfflineFiles'),
  countColumn('numberOnlineFiles'),
  { ...countColumn('numberIridiumOfflineFiles'), isExtra: true },
  { ...column('geophoneConnected', 80, (row) => describeConnected(row.geophoneConnected)), label: 'Geophone' },
  {
    ...column('externalAntennaConnected', 80, (row) => describeConnected(row.externalAntennaConnected)),
    label: 'External Antenna',
    isExtra: true,
  },
  column('internalAntennaFoldState', 60, describeFold),
  { ...countColumn('errorFlag'), isExtra: true },
];
