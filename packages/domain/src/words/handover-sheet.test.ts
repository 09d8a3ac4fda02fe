import { describe, expect, it } from 'vitest';
import { inEnglish } from '../language/translate.ts';
import type { HandoverSheet, SheetRun, SheetStop } from '../shift/handover.ts';
import { listSheetSections, type SheetReader, type SheetSectionName } from './handover-sheet.ts';

const reader: SheetReader = {
  t: inEnglish,
  zone: 'UTC',
  units: 'us',
  nameCommand: (type) => `Command ${type}`,
  wordAlert: ({ words }) => words.us,
};
const none = { rows: [], total: 0 };
const empty: HandoverSheet = {
  takenAt: '2026-03-18 06:00:00',
  since: null,
  alerts: none,
  runs: none,
  silences: none,
  commands: none,
  devices: none,
  notes: none,
};
const stop: SheetStop = {
  name: 'AGM 04',
  isEnd: false,
  due: 'ahead',
  expectedAt: '2026-03-18 06:40:00',
  earliestAt: '2026-03-18 06:28:00',
  latestAt: '2026-03-18 06:55:00',
};
const run: SheetRun = {
  runId: 41,
  runName: 'North line',
  pig: 'CLN-16-02',
  status: 'on-its-way',
  launchAt: '2026-03-18 00:10:00',
  confirmed: { name: 'AGM 02', at: '2026-03-18 05:00:00' },
  heard: { name: 'AGM 03', at: '2026-03-18 05:20:41', isVerified: false },
  next: stop,
  toVerify: 1,
};

const sectionOf = (sheet: HandoverSheet, name: SheetSectionName, by = reader) =>
  listSheetSections(sheet, by).find((section) => section.name === name);

const rowOf = (part: Partial<SheetRun>, by = reader) =>
  sectionOf({ ...empty, runs: { rows: [{ ...run, ...part }], total: 1 } }, 'runs', by)?.rows[0];

describe('listSheetSections', () => {
  it('[W-372] a run has what was heard apart from what is confirmed, and the expected time apart from its span', () => {
    expect(rowOf({})).toEqual([
      'CLN-16-02',
      'North line',
      'On its way',
      'AGM 03, 2026-03-18 05:20:41 UTC, not verified',
      'AGM 02, 2026-03-18 05:00:00 UTC',
      'AGM 04',
      '2026-03-18 06:40:00 UTC',
      '2026-03-18 06:28:00 UTC to 2026-03-18 06:55:00 UTC',
      '1',
    ]);
  });

  it.each([
    ['overdue', 'overdue, expected 2026-03-18 06:40:00 UTC'],
    ['heard', 'heard there, not verified'],
    ['silent', 'silent, heard further on, not verified'],
    ['unwatched', 'no AGM stands there, expected 2026-03-18 06:40:00 UTC'],
  ] as const)('[W-372] a next marker that is %s is not given as one to come', (due, words) => {
    const row = rowOf({ next: { ...stop, due, earliestAt: null, latestAt: null } });
    expect(row?.slice(6, 8)).toEqual([words, '–']);
  });

  it('[W-372] a run has no estimate while the pig stands, and says that nothing was heard', () => {
    const row = rowOf({ heard: null, next: { ...stop, expectedAt: null, earliestAt: null, latestAt: null } });
    expect(row?.[3]).toBe('nothing since the launch');
    expect(row?.[6]).toBe('no estimate');
  });

  it('[W-375] times are in the zone of the reader, each with its offset', () => {
    expect(rowOf({}, { ...reader, zone: 'America/Chicago' })?.[6]).toBe('2026-03-18 01:40:00 UTC-5');
  });
});

it('[W-372] every section without rows says so in words', () => {
  for (const { rows, empty: words } of listSheetSections(empty, reader)) {
    expect(rows).toEqual([]);
    expect(words).toMatch(/^No .+\.$/);
  }
});

it('[W-372] each row has a cell for each head', () => {
  const full: HandoverSheet = {
    ...empty,
    alerts: {
      rows: [
        {
          id: 1,
          kind: 'agm-battery',
          runId: 41,
          runName: 'North line',
          pig: 'CLN-16-02',
          markerName: 'AGM 04',
          uid: 100_234,
          words: { us: 'Battery 20%.', metric: 'Battery 20%.' },
          translations: null,
          raisedAt: '2026-03-18 04:00:00',
          endedAt: null,
          acknowledged: { name: 'Dana Reyes', at: '2026-03-18 04:05:00', note: 'Crew on its way' },
          assignedTo: null,
        },
      ],
      total: 1,
    },
    runs: { rows: [run], total: 1 },
    silences: {
      rows: [
        {
          id: 1,
          pathName: null,
          markerName: null,
          uid: null,
          kind: null,
          until: '2026-03-18 08:00:00',
          reason: 'Test',
          addedBy: 'Dana Reyes',
        },
      ],
      total: 1,
    },
    commands: {
      rows: [{ id: 1, uid: 100_234, type: 'X', state: 'sent', queuedAt: '2026-03-18 05:00:00', queuedBy: 'Dana' }],
      total: 1,
    },
    devices: {
      rows: [
        {
          uid: 100_234,
          runName: 'North line',
          pig: 'CLN-16-02',
          markerName: 'AGM 04',
          faults: ['offline', 'battery-low', 'clock-off'],
          lastHeartbeatAt: null,
          batteryMv: 6000,
          recordMode: 1,
          distanceToMarker: 3,
          clockOffset: 12,
        },
      ],
      total: 1,
    },
    notes: {
      rows: [
        {
          id: 3,
          at: '2026-03-18 05:30:00',
          by: 'Dana Reyes',
          text: 'Seen',
          runName: null,
          uid: null,
          corrects: 2,
          files: 2,
        },
      ],
      total: 1,
    },
  };
  for (const { heads, rows } of listSheetSections(full, reader)) {
    expect(rows.length).toBe(1);
    expect(rows[0]?.length).toBe(heads.length);
  }
  expect(sectionOf(full, 'alerts')?.rows[0]?.at(-1)).toBe('Dana Reyes, 2026-03-18 04:05:00 UTC: Crew on its way');
  expect(sectionOf(full, 'silences')?.rows[0]?.[1]).toBe('All alerts of the company');
  expect(sectionOf(full, 'devices')?.rows[0]?.[2]).toBe('Offline, Battery empty, Clock 12 s off');
  expect(sectionOf(full, 'notes')?.rows[0]?.at(-1)).toBe('corrects note 2 · 2 files');
});
