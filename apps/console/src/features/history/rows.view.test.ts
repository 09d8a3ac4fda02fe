import { describeAltitude } from './passages/place.view.ts';
import { exampleControlRow } from '@waymark/contract/devices/control-row';
import { exampleHeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import { exampleInfoRow } from '@waymark/contract/devices/info-row';
import { expect, it } from 'vitest';
import { describeProduct, formatVersion, INFO_COLUMNS } from './device-infos.view.ts';
import { HEARTBEAT_COLUMNS } from './heartbeats.view.ts';
import { listFields, type HistoryColumn } from './table/history-column.ts';
import { describeDetector, SETTINGS_COLUMNS } from './settings.view.ts';

function show<Row>(columns: readonly HistoryColumn<Row>[], row: Row) {
  return Object.fromEntries(columns.map(({ label, text }) => [label, text(row, 'metric')]));
}

it('[H-029, H-030, H-031, H-033] shows every field of a heartbeat, its signal negated', () => {
  expect(show(HEARTBEAT_COLUMNS, exampleHeartbeatRow)).toEqual({
    Timestamp: '2026-03-18 00:03:59',
    Signal: '-85 dBm',
    Battery: '8.62 V',
    Power: 'Battery',
    Satellites: '9',
    Latitude: '36.1301',
    Longitude: '-96.0302',
    Altitude: '214.3 m',
    'Offline Files': '12',
    'Online Files': '340',
    'Iridium Offline Files': '0',
    Geophone: 'Connected',
    'External Antenna': 'Not connected',
    'Internal Antenna': 'Folded out',
    'Error Flag': '0',
  });
});

it('[H-032, H-034] a non-zero supply or antenna is shown as External, Folded out', () => {
  const words = (powerSupplyState: number, internalAntennaFoldState: number) => {
    const { Power, 'Internal Antenna': antenna } = show(HEARTBEAT_COLUMNS, {
      ...exampleHeartbeatRow,
      powerSupplyState,
      internalAntennaFoldState,
    });
    return [Power, antenna];
  };
  expect([words(0, 0), words(1, 1), words(7, 9)]).toEqual([
    ['Battery', 'Folded in'],
    ['External', 'Folded out'],
    ['External', 'Folded out'],
  ]);
});

it('every field of a heartbeat can be exported', () => {
  const { uid: _, ...fields } = exampleHeartbeatRow;
  expect(new Set(listFields(HEARTBEAT_COLUMNS))).toEqual(new Set(Object.keys(fields)));
});

it("[H-035, H-036] shows the device's information about itself", () => {
  expect(show(INFO_COLUMNS, exampleInfoRow)).toEqual({
    Timestamp: '2026-03-18 00:04:02',
    Firmware: '10.71',
    Protocol: '4',
    Hardware: '3.1',
    Product: 'AGM20 (62)',
  });
  expect([formatVersion(10, 5), formatVersion(2, 6), describeProduct(18), describeProduct(99)]).toEqual([
    '10.05',
    '2.6',
    'AGM10 (18)',
    '99',
  ]);
});

it('[H-037, H-038] shows settings in words', () => {
  expect(show(SETTINGS_COLUMNS, { ...exampleControlRow, psgState: 1, psgSize: 0 })).toEqual({
    Timestamp: '2026-03-18 00:04:02',
    'Power mode': 'Low Power',
    Schedule: 'Every 30 minutes',
    'Record mode': 'On',
    'Geo mode': 'High',
    MAG: 'MAG, High, On',
    'Detector 1': '22 Hz, High, On',
    'Detector 2': '22 Hz, Medium, Off',
    'Detector 3': '10 Hz, Medium, Off',
    Stream: 'Off',
    'Antenna detector': 'Off',
    'Offline download': 'Off',
    'Passage state': 'Detection & GEO',
    'Passage size': '10 sec',
  });
});

it('unreported settings are n/a; an Active device has no schedule', () => {
  expect(describeDetector(null, null, null)).toBe('n/a');
  const { Schedule, Stream } = show(SETTINGS_COLUMNS, { ...exampleControlRow, powerMode: 0, streamEnable: null });
  expect([Schedule, Stream]).toEqual(['n/a', 'n/a']);
});

it('[D-082] an altitude is shown divided by 1000, in the units of the user', () => {
  const altitudes = [214_300, -12_000, 0];
  expect(altitudes.map((mm) => describeAltitude(mm, 'metric'))).toEqual(['214.3 m', '-12.0 m', '0.0 m']);
  expect(altitudes.map((mm) => describeAltitude(mm, 'us'))).toEqual(['703.1 ft', '-39.4 ft', '0.0 ft']);
});
