import type { RunStatus } from '@waymark/domain/run/estimate/status';
import type { Run } from '@waymark/domain/run/run';
import { exampleDevice } from '@waymark/contract/devices/device';
import { after, plainRun, withSeen } from '@waymark/domain/run/testing/plain-run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { forgetRuns, putAll } from '#/features/runs/runs-store.ts';
import { closeBoard, startBoard, toggleBoard, useRunWindows } from '#/features/runs/run-windows.ts';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';
import {
  countStatuses,
  describeShown,
  describeTrouble,
  filterRows,
  findRowWindow,
  formatAgo,
  listTroubleWords,
  readRow,
  sortRows,
  turnOrder,
  type BoardColumn,
} from './board.view.ts';
import { parsePinned } from './pinned-runs.ts';

/** Ten metres a second: 100 minutes from marker to marker. */
const LEG_S = 6000;
const NOW = after(2.5 * LEG_S);
const launched = plainRun([0, 60, 120, 180, 240, 300]);
const underway = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });
const named = (run: Run, runId: number, pig: string, name: string): Run => ({
  ...run,
  runId,
  pig,
  groupId: runId % 2,
  path: { ...run.path, name },
});

const RUNS = [
  named(underway, 1, 'MFL-12', 'Tulsa to Cushing'),
  named({ ...launched, launchAt: NOW + 60_000 }, 2, 'CLN-08', 'Due north'),
  named(withSeen(launched, { M1: 0.2 * LEG_S }), 3, 'GAU-01', 'Cherokee'),
  named(
    {
      ...underway,
      passages: [
        ...underway.passages,
        ...underway.passages.map((each, at) => ({
          ...each,
          uid: 347_001 + at,
          markerName: ['M4', 'M5'][at] ?? null,
          passageAt: NOW - 1000,
          isVerified: false,
        })),
      ],
    },
    4,
    'Bat-2',
    'Arbuckle',
  ),
];

const device = (uid: number, changes: Partial<Device>): Device => ({
  ...readDevice(exampleDevice),
  uid,
  isConnected: true,
  lastBattery: 9000,
  ...changes,
});
const COMPANIES = new Map([
  [0, 'Arrow'],
  [1, 'Zephyr'],
]);
const FLEET = new Map([
  [3, device(3, { isConnected: false, lastHeartbeat: formatUtcSecond(NOW - 600_000), lastExpectedWakeupTime: null })],
  [4, device(4, { lastBattery: 7000 })],
]);
const rows = RUNS.map((run) =>
  readRow(trackPlain(run), { getDevice: (uid) => FLEET.get(uid), companies: COMPANIES }, NOW),
);

const NOTHING_PINNED: ReadonlySet<number> = new Set();
const sortBy = (column: BoardColumn, direction: 'asc' | 'desc' = 'asc', pinned = NOTHING_PINNED) =>
  sortRows(rows, { column, direction }, pinned).map(({ tracked }) => tracked.run.runId);

it('[W-230, W-231] readRow reads state, times, unverified passages and trouble of the next AGMs', () => {
  expect(rows.map(({ status }) => status)).toEqual(['on-its-way', 'waiting', 'late', 'on-its-way']);
  const [first, , late, unverified] = rows;
  expect(first).toMatchObject({
    company: 'Zephyr',
    heardAt: after(2 * LEG_S),
    nextAt: after(3 * LEG_S),
    overdueMs: 0,
    unverified: 0,
  });
  expect(late?.overdueMs).toBeGreaterThan(LEG_S * 1000);
  expect(unverified?.unverified).toBe(2);
  expect(describeTrouble(first?.trouble ?? [])).toBe('M3 offline and 1 more');
  expect(listTroubleWords(first?.trouble ?? [])).toBe('M3 offline (3), M4 low battery (4)');
  expect(describeTrouble(first?.trouble.slice(1) ?? [])).toBe('M4 low battery');
  expect(describeTrouble([])).toBe('');
});

it.each<[BoardColumn, readonly number[]]>([
  ['pig', [4, 2, 3, 1]],
  ['path', [4, 3, 2, 1]],
  ['company', [4, 2, 3, 1]],
  ['progress', [2, 3, 1, 4]],
  ['state', [3, 1, 4, 2]],
  ['overdue', [1, 4, 2, 3]],
  ['unverified', [3, 1, 2, 4]],
])('[W-230] sortRows by %s', (column, ids) => {
  expect(sortBy(column)).toEqual(ids);
});

it('[W-230] sortRows puts unknown times last in both directions', () => {
  expect(sortBy('heard').at(-1)).toBe(2);
  expect(sortBy('heard', 'desc').at(-1)).toBe(2);
});

it('[W-230] sortRows keeps pinned runs above the others', () => {
  expect(sortBy('state', 'asc', new Set([2]))).toEqual([2, 3, 1, 4]);
  expect(sortBy('state', 'desc', new Set([2, 1]))).toEqual([2, 1, 4, 3]);
});

it('turnOrder turns the sorted column and begins another with what matters most', () => {
  expect(turnOrder({ column: 'pig', direction: 'asc' }, 'pig')).toEqual({ column: 'pig', direction: 'desc' });
  expect(turnOrder({ column: 'pig', direction: 'asc' }, 'overdue')).toEqual({ column: 'overdue', direction: 'desc' });
  expect(turnOrder({ column: 'overdue', direction: 'desc' }, 'next')).toEqual({ column: 'next', direction: 'asc' });
});

it('[W-230] filterRows searches pig, path, number and company, and limits to states', () => {
  const ids = (text: string, ...statuses: readonly RunStatus[]) =>
    filterRows(rows, { text, statuses: new Set(statuses) }).map(({ tracked }) => tracked.run.runId);
  expect(ids(' cushing ')).toEqual([1]);
  expect(ids('ARROW')).toEqual([2, 4]);
  expect(ids('', 'waiting', 'late')).toEqual([2, 3]);
  expect(ids('gau', 'waiting')).toEqual([]);
});

it('[W-230] countStatuses lists the states that occur, the gravest first, and keeps a chosen one', () => {
  expect(countStatuses(rows, new Set(['stopped']))).toEqual([
    ['stopped', 0],
    ['late', 1],
    ['on-its-way', 2],
    ['waiting', 1],
  ]);
});

it('findRowWindow renders the rows in sight and a few beyond', () => {
  expect(findRowWindow(0, 460, 46, 300)).toEqual({ from: 0, to: 16 });
  expect(findRowWindow(4600, 460, 46, 300)).toEqual({ from: 94, to: 116 });
  expect(findRowWindow(13_340, 460, 46, 300)).toEqual({ from: 284, to: 300 });
  expect(findRowWindow(13_340, 460, 46, 3)).toEqual({ from: 0, to: 3 });
});

it('the board says how long ago a time was', () => {
  expect([38, 125, 4320].map((minutes) => formatAgo(minutes * 60_000))).toEqual([
    '38 min ago',
    '2 h 05 min ago',
    '3 days ago',
  ]);
  expect([describeShown(3, 3), describeShown(1, 300)]).toEqual(['3 runs', '1 of 300 runs']);
});

it('parsePinned reads the valid part of what is stored', () => {
  expect([...parsePinned([4, 'x', 7])]).toEqual([4, 7]);
  expect([...parsePinned({})]).toEqual([]);
});

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => trackPlain(named(underway, at + 1, `PIG-${at}`, 'Line')));

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('innerWidth', 1280);
  vi.stubGlobal('innerHeight', 720);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});
afterEach(() => {
  forgetRuns();
  vi.unstubAllGlobals();
});

const isOpen = () => useRunWindows.getState().isBoardOpen;

it('[W-232] the board opens by itself when more than six runs are loaded, and not when more follow later', () => {
  const stopFew = startBoard();
  putAll(many(6));
  putAll(many(7));
  expect(isOpen()).toBe(false);
  stopFew();
  forgetRuns();
  const stopMany = startBoard();
  expect(isOpen()).toBe(false);
  putAll(many(7));
  expect(isOpen()).toBe(true);
  stopMany();
  expect(isOpen()).toBe(false);
});

it.each([
  [768, 1024],
  [1280, 450],
])(
  '[W-232] the board does not open by itself in a window of %i × %i, where it would cover the controls',
  (width, height) => {
    vi.stubGlobal('innerWidth', width);
    vi.stubGlobal('innerHeight', height);
    putAll(many(7));
    const stop = startBoard();
    expect(isOpen()).toBe(false);
    stop();
  },
);

it('[W-232] a board that the user has closed stays closed until they open it', () => {
  putAll(many(7));
  const stopFirst = startBoard();
  closeBoard();
  stopFirst();
  const stopNext = startBoard();
  expect(isOpen()).toBe(false);
  toggleBoard();
  expect(isOpen()).toBe(true);
  stopNext();
});
