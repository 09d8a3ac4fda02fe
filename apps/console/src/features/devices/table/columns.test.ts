import { exampleDevice } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import {
  COLUMN_LABELS,
  compareBy,
  DEFAULT_COLUMNS,
  describeTableSchedule,
  listColumns,
  matchesUid,
  PAGE_SIZE,
  type ColumnId,
} from './columns.ts';
import { parseTableMemory } from './table-memory.ts';

const device = readDevice(exampleDevice);
const fleet: readonly Device[] = [
  { ...device, uid: 10_490, lastHeartbeat: '2026-03-18 00:03:59', lastPowerMode: 2, schedule: 0 },
  { ...device, uid: 9_200, lastHeartbeat: null, lastPowerMode: 0, schedule: 5 },
  { ...device, uid: 10_475, lastHeartbeat: '2026-03-17 21:14:09', lastPowerMode: 1, schedule: 3 },
];
const sorted = (column: ColumnId) =>
  fleet.toSorted((one, other) => compareBy(column, one, other)).map(({ uid }) => uid);

it('[D-041, W-160] the columns are UID, Heartbeat, Mode and Schedule, those with trends, and the company if the user sees several', () => {
  const labels = (seesCompanies: boolean) => listColumns(seesCompanies).map((id) => COLUMN_LABELS[id]);
  expect(labels(false)).toEqual(['UID', 'Heartbeat', 'Mode', 'Schedule', 'Battery', 'Signal', 'Last passage']);
  expect(labels(true)).toContain('Company');
});

it('[D-042] the default columns are UID and Mode', () => {
  const { columns } = parseTableMemory(null, false);
  expect(listColumns(false).filter((id) => columns.includes(id))).toEqual(['uid', 'mode']);
  expect(DEFAULT_COLUMNS.map((id) => COLUMN_LABELS[id])).toEqual(['UID', 'Company', 'Mode']);
});

it('[D-040] the table has 15 rows per page', () => {
  expect(PAGE_SIZE).toBe(15);
});

it('the table sorts by every column, and by uid for equal values', () => {
  expect(sorted('uid')).toEqual([9_200, 10_475, 10_490]);
  expect(sorted('heartbeat')).toEqual([9_200, 10_475, 10_490]);
  expect(sorted('mode')).toEqual([9_200, 10_475, 10_490]);
  expect(sorted('schedule')).toEqual([9_200, 10_490, 10_475]);
  const sameMode = fleet.map((one) => ({ ...one, lastPowerMode: 0 }));
  expect(sameMode.toSorted((one, other) => compareBy('mode', one, other)).map(({ uid }) => uid)).toEqual([
    9_200, 10_475, 10_490,
  ]);
});

it('the table shows no schedule for Active devices', () => {
  expect(fleet.map(describeTableSchedule)).toEqual(['Every 30 minutes', 'n/a', 'Every 4 hours']);
});

it('the table finds devices by part of the uid', () => {
  const find = (text: string) => fleet.filter((one) => matchesUid(one, text)).map(({ uid }) => uid);
  expect([find('104'), find(' 92 '), find(''), find('7777')]).toEqual([
    [10_490, 10_475],
    [9_200],
    [10_490, 9_200, 10_475],
    [],
  ]);
});

it('the table is restored as the user left it, or with the defaults if the stored state is invalid', () => {
  const kept = { isOpen: false, height: 300, columns: ['heartbeat', 'uid', 'nonsense'] };
  expect(parseTableMemory(kept, false)).toEqual({ isOpen: false, height: 300, columns: ['uid', 'heartbeat'] });
  const asNew = { isOpen: true, height: 236, columns: ['uid', 'company', 'mode'] };
  for (const stored of [null, 'text', [], { isOpen: 1, height: '300', columns: [] }])
    expect(parseTableMemory(stored, false)).toEqual(asNew);
  expect(parseTableMemory(null, true).isOpen).toBe(false);
});
