import { PASSAGE_LABELS } from '@waymark/contract/devices/history-labels';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { expect, it } from 'vitest';
import { chooseColumns, listDefaultIds, listFields } from '../table/history-column.ts';
import {
  describeFrequency,
  describeSource,
  describeVerified,
  hasRecord,
  listRecords,
  PASSAGE_COLUMNS,
} from './passages.view.ts';

const show = (row: typeof examplePassageRow) =>
  Object.fromEntries(PASSAGE_COLUMNS.map(({ label, text }) => [label, text(row, 'metric')]));

it('[H-018, H-021, H-024, H-025] shows every field of a passage', () => {
  expect(
    show({ ...examplePassageRow, RunId: 4127, PigRunName: 'CLN-16-02', ToolName: 'Cherokee 16', MarkerName: 'AGM-12' }),
  ).toEqual({
    Timestamp: '2026-03-16 09:41:56.120',
    'End of Snippet': '2026-03-16 09:42:11.120',
    'Detection Count': '148',
    Frequency: 'ELF 22 Hz',
    Source: 'Online',
    ML: 'ELF 96.5%',
    Verified: 'Unverified',
    'Run ID': '4127',
    'Pig Run': 'CLN-16-02',
    Tool: 'Cherokee 16',
    'Marker Name': 'AGM-12',
    Latitude: '36.1301',
    Longitude: '-96.0302',
    Altitude: '214.3 m',
    'Sampling Rate': '16.667 Hz',
    'Passage ID': '70313',
    Data: 'ELF GEO MAG',
  });
});

it('unknown values are shown as n/a', () => {
  const bare = { ...examplePassageRow, lat: 0, lon: 0, alt: null, elfMachineLearningResultList: [] };
  const { Latitude, Altitude, Tool, ML } = show(bare);
  expect([Latitude, Altitude, Tool, ML]).toEqual(['n/a', 'n/a', 'n/a', '']);
});

it('the default columns fit into the window, and the file contains them', () => {
  const columns = chooseColumns(PASSAGE_COLUMNS, listDefaultIds(PASSAGE_COLUMNS));
  expect(columns.map(({ label }) => label)).toEqual([
    'Timestamp',
    'Detection Count',
    'Frequency',
    'Source',
    'ML',
    'Verified',
    'Latitude',
    'Longitude',
    'Data',
  ]);
  expect(listFields(columns).slice(0, 6)).toEqual([
    'passageTimeStamp',
    'detectionCount',
    'passageDetectedFrequency',
    'packetComplexInformation',
    'source',
    'elfMachineLearningResultList',
  ]);
});

it('each field of the row has a column', () => {
  const inOthers = ['uid', 'isOffline', 'isBluetooth'];
  expect(new Set([...listFields(PASSAGE_COLUMNS), ...inOthers])).toEqual(new Set(Object.keys(PASSAGE_LABELS)));
});

it('[H-022, H-023] names the detector by kind and frequency, 0 being the magnetic one', () => {
  const name = (packetComplexInformation: 0 | 1 | 2, passageDetectedFrequency: number) =>
    describeFrequency({ packetComplexInformation, passageDetectedFrequency });
  expect([name(0, 22), name(1, 0), name(2, 0), name(0, 0)]).toEqual(['ELF 22 Hz', 'GEO', 'MAG', 'MAG']);
});

it('[H-020] labels a passage Offline, Online or Bluetooth', () => {
  const label = (isOffline: boolean, isBluetooth: boolean) => describeSource({ isOffline, isBluetooth });
  expect([label(true, false), label(false, false), label(false, true), label(true, true)]).toEqual([
    'Offline',
    'Online',
    'Bluetooth',
    'Bluetooth',
  ]);
});

it('a passage is described as Verified or Unverified', () => {
  expect([true, false].map((isVerified) => describeVerified({ isVerified }))).toEqual(['Verified', 'Unverified']);
});

it('[H-019] a merged row has the ids of its records', () => {
  const row = { elfId: 7, geoId: null, magId: 9 };
  expect(listRecords(row)).toEqual([
    { channel: 'ELF', passageId: 7 },
    { channel: 'MAG', passageId: 9 },
  ]);
  expect([hasRecord(row, [8, 9]), hasRecord(row, [8])]).toEqual([true, false]);
});
