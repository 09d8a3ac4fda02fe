import { describe, expect, it, test } from 'vitest';
import type { Report } from './report.ts';
import { checkDraft, describeReport, FIRST_ORDER, nameExport, sortReport } from './report.view.ts';
import type { ReportDraft } from './reports-store.ts';

const byRun: ReportDraft = {
  by: 'run',
  run: { runId: 41, name: 'Cushing - Tulsa' },
  isVerifiedOnly: true,
  start: '',
  end: '',
  uids: [],
};
const byAgms: ReportDraft = {
  ...byRun,
  by: 'agms',
  run: null,
  start: '20260318000000',
  end: '2026-03-19 00:00:00',
  uids: [7, 8],
};
const invalid = (text: string) => ({ title: 'Invalid report parameter.', text });

describe('checkDraft', () => {
  it('checkDraft accepts a completed run, with or without unverified passages', () => {
    const report = { by: 'run', runId: 41, runName: 'Cushing - Tulsa', isVerifiedOnly: true };
    expect(checkDraft(byRun)).toEqual({ ok: true, report });
    expect(checkDraft({ ...byRun, isVerifiedOnly: false })).toEqual({
      ok: true,
      report: { ...report, isVerifiedOnly: false },
    });
  });

  it('checkDraft accepts devices between two times in any notation', () => {
    expect(checkDraft(byAgms)).toEqual({
      ok: true,
      report: { by: 'agms', start: '2026-03-18 00:00:00', end: '2026-03-19 00:00:00', uids: [7, 8] },
    });
  });
});

test.each([
  [
    '[O-054] no run',
    { ...byRun, run: null },
    { title: 'Information Message', text: 'A completed pig run must be selected.' },
  ],
  ['[O-050] no start', { ...byAgms, start: '2026-03-18' }, invalid('The start date is not valid.')],
  ['[O-050] an invalid start', { ...byAgms, start: '2026-02-30 00:00:00' }, invalid('The start date is not valid.')],
  ['[O-051] no end', { ...byAgms, end: '' }, invalid('The end date is not valid.')],
  [
    '[O-052] an end before the start',
    { ...byAgms, end: '2026-03-17 23:59:59' },
    invalid('The start date must be before the end date.'),
  ],
  ['[O-053] no device', { ...byAgms, uids: [] }, invalid('At least one uid value must be selected.')],
])('checkDraft refuses a report with %s', (_, draft, message) => {
  expect(checkDraft(draft)).toEqual({ ok: false, message });
});

const ofRun: Report = { by: 'run', runId: 41, runName: 'Cushing - "Tulsa"/16', isVerifiedOnly: false };
const ofDevices: Report = { by: 'agms', start: '2026-03-18 00:00:00', end: '2026-03-19 00:00:00', uids: [7] };

it('[W-317] describes the subject of a report, with the zone of its times', () => {
  expect(
    [ofRun, { ...ofRun, isVerifiedOnly: true } as const, ofDevices].map((report) => describeReport(report)),
  ).toEqual([
    'Cushing - "Tulsa"/16, run 41',
    'Cushing - "Tulsa"/16, run 41, verified passages only',
    '1 AGM, 2026-03-18 00:00:00 UTC to 2026-03-19 00:00:00 UTC',
  ]);
  expect(describeReport(ofDevices, 'America/Chicago')).toBe(
    '1 AGM, 2026-03-17 19:00:00 UTC-5 to 2026-03-18 19:00:00 UTC-5',
  );
});

test.each([
  ['[O-084] of devices', ofDevices, '2026-03-18-ReportData-ByAgm.csv'],
  ['[O-085, O-059] of a run', ofRun, '2026-03-18-ReportData-Cushing - Tulsa_16.csv'],
  ['[O-085] of a run without a name', { ...ofRun, runName: ' ' }, '2026-03-18-ReportData-CompletedPigRun.csv'],
])('the file %s is named by its UTC day and its subject', (_, report, name) => {
  expect(nameExport(report, Date.UTC(2026, 2, 18, 23, 59, 59))).toBe(name);
});

it('[O-010, O-011, O-012] a report starts with the first passage; a column sorts ascending, and descending on the second click', () => {
  const byMarker = sortReport({ ...FIRST_ORDER, page: 3 }, 'markerName');
  expect([
    FIRST_ORDER,
    byMarker,
    sortReport(byMarker, 'markerName'),
    sortReport(byMarker, 'uId'),
    sortReport(FIRST_ORDER, 'passageTimeStamp'),
  ]).toEqual([
    { page: 1, sortBy: 'passageTimeStamp', isDescending: false },
    { page: 1, sortBy: 'markerName', isDescending: false },
    { page: 1, sortBy: 'markerName', isDescending: true },
    { page: 1, sortBy: 'uId', isDescending: false },
    { page: 1, sortBy: 'passageTimeStamp', isDescending: true },
  ]);
});
