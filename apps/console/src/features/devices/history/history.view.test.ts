import { exampleHeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { expect, it } from 'vitest';
import { describeCount, describeFrequency, describeSource, HEARTBEAT_COLUMNS, PASSAGE_COLUMNS, type HistoryColumn } from './history.view.ts';

function show<Row>(columns: readonly HistoryColumn<Row>[], row: Row) {
  return Object.fromEntries(columns.map(({ label, text }) => [label, text(row)]));
}

it('shows a passage', () => {
  expect(show(PASSAGE_COLUMNS, examplePassageRow)).toEqual({
    Timestamp: '2026-03-16 09:41:56.120',
    'Detection Count': '148',
    Frequency: 'ELF 22 Hz',
    Source: 'Online',
    Latitude: '36.1301',
    Longitude: '-96.0302',
    Altitude: '214.3 m',
  });
});

it('shows a heartbeat, its signal negated', () => {
  expect(show(HEARTBEAT_COLUMNS, { ...exampleHeartbeatRow, altitude: null, lat: 0, lon: 0, powerSupplyState: 1 })).toEqual({
    Timestamp: '2026-03-18 00:03:59',
    Signal: '-85 dBm',
    Battery: '8620 mV',
    Power: 'External',
    Satellites: '9',
    Latitude: 'n/a',
    Longitude: 'n/a',
    Altitude: 'n/a',
    'Offline files': '12',
    'Online files': '340',
  });
});

it('names the detector by kind and frequency, 0 being the magnetic one', () => {
  const name = (packetComplexInformation: 0 | 1 | 2, passageDetectedFrequency: number) =>
    describeFrequency({ packetComplexInformation, passageDetectedFrequency });
  expect([name(0, 22), name(1, 0), name(2, 0), name(0, 0)]).toEqual(['ELF 22 Hz', 'GEO', 'MAG', 'MAG']);
});

it('labels a passage Offline, Online or Bluetooth', () => {
  const label = (isOffline: boolean, isBluetooth: boolean) => describeSource({ isOffline, isBluetooth });
  expect([label(true, false), label(false, false), label(false, true), label(true, true)]).toEqual([
    'Offline',
    'Online',
    'Bluetooth',
    'Bluetooth',
  ]);
});

it('counts in words', () => {
  expect([describeCount(0, 'passage'), describeCount(1, 'passage'), describeCount(1041, 'heartbeat')]).toEqual([
    '0 passages',
    '1 passage',
    '1,041 heartbeats',
  ]);
});
