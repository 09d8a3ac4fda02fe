import { QueryClient } from '@tanstack/react-query';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { exampleReportRow } from '@waymark/contract/reports/report-row';
import { afterEach, describe, expect, it, test } from 'vitest';
import { reportQuery, type ReportRow } from './report.data.ts';
import type { Report } from './report.ts';
import { takeReportUpdate } from './report-update.ts';
import { FIRST_ORDER } from './report.view.ts';

const OF_RUN: Report = { by: 'run', runId: 41, runName: 'North', isVerifiedOnly: false };
const OF_DEVICES: Report = { by: 'agms', start: '2026-03-18 00:00:00', end: '2026-03-19 00:00:00', uids: [7] };
const at = (number: number): ReportRow => ({
  ...exampleReportRow,
  uId: 7,
  elfId: number,
  geoId: null,
  magId: number + 1000,
  isVerified: false,
});
const passage = {
  ...examplePassageRow,
  uid: 7,
  passageId: 1002,
  elfId: 2,
  geoId: null,
  magId: 1002,
  passageTimeStamp: at(2).passageTimeStamp ?? '',
  RunId: 41,
  PigRunName: 'North',
  MarkerName: at(2).markerName,
  isVerified: true,
};
const update = { uid: 7, passageIds: [2, 1002], passage };

const client = new QueryClient();
afterEach(() => client.clear());

/** Shows a page with three passages. */
function show(report: Report) {
  const { queryKey } = reportQuery(report, FIRST_ORDER);
  client.setQueryData(queryKey, { rows: [at(1), at(2), at(3)], count: 3 });
  return () => client.getQueryData(queryKey)?.rows.map(({ elfId, isVerified }) => [elfId, isVerified]);
}

const VERIFIED = [
  [1, false],
  [2, true],
  [3, false],
];
const AS_BEFORE = [
  [1, false],
  [2, false],
  [3, false],
];

test.each([
  [
    '[P-015] verified elsewhere is updated in its row, without a reload of the report',
    OF_DEVICES,
    update,
    VERIFIED,
    false,
  ],
  [
    '[P-014] with a changed time causes a reload of the report',
    OF_DEVICES,
    { ...update, passage: { ...passage, passageTimeStamp: '2026-03-18 01:41:57.300' } },
    VERIFIED,
    true,
  ],
  [
    'assigned to another marker causes a reload, because its row may move',
    OF_DEVICES,
    { ...update, passage: { ...passage, MarkerName: 'AGM 05' } },
    VERIFIED,
    true,
  ],
  [
    'deleted elsewhere causes a reload, and is shown until then',
    OF_DEVICES,
    { ...update, passage: null },
    AS_BEFORE,
    true,
  ],
  ['of another page changes nothing', OF_DEVICES, { ...update, passageIds: [9] }, AS_BEFORE, false],
  [
    'of another device changes nothing, even if its record has the same number',
    OF_DEVICES,
    { ...update, uid: 8, passage: { ...passage, uid: 8 } },
    AS_BEFORE,
    false,
  ],
  [
    'of the run is verified at once and causes a reload, because the row of its marker appears or disappears',
    OF_RUN,
    update,
    VERIFIED,
    true,
  ],
  ['added to the run causes a reload', OF_RUN, { ...update, passageIds: [9] }, AS_BEFORE, true],
  ['deleted from the run causes a reload if it is shown', OF_RUN, { ...update, passage: null }, AS_BEFORE, true],
  [
    'of another run changes nothing',
    OF_RUN,
    { uid: 7, passageIds: [9], passage: { ...passage, RunId: 42 } },
    AS_BEFORE,
    false,
  ],
])('a passage %s', (_, report, told, rows, isRead) => {
  const shown = show(report);
  expect(takeReportUpdate(client, report, told)).toBe(isRead);
  expect(shown()).toEqual(rows);
});

describe('a loading page', () => {
  it('a page that is loading is reloaded after a change', () => {
    show(OF_DEVICES);
    client
      .query({
        ...reportQuery(OF_DEVICES, { ...FIRST_ORDER, page: 2 }),
        queryFn: () => new Promise<never>(() => undefined),
      })
      .catch(() => undefined);
    expect(takeReportUpdate(client, OF_DEVICES, update)).toBe(true);
  });
});
