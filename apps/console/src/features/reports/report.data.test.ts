import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { bearerSource } from '#/api/bearer.ts';
import { exportReport, reportQuery } from './report.data.ts';
import type { Report } from './report.ts';
import { FIRST_ORDER } from './report.view.ts';

const OF_RUN: Report = { by: 'run', runId: 41, runName: 'North', isVerifiedOnly: true };
const OF_DEVICES: Report = { by: 'agms', start: '2026-03-18 00:00:00', end: '2026-03-19 00:00:00', uids: [7, 8] };
const RUN_BODY = { runId: 41, includeVerifiedPassagesOnly: true };
const DEVICES_BODY = {
  startDate: '2026-03-18 00:00:00',
  endDate: '2026-03-19 00:00:00',
  uidList: [7, 8],
  includeVerifiedPassagesOnly: false,
};

/** The calls with their bodies. */
const asked: (readonly [string, unknown])[] = [];

function answer(body: string, type: string): void {
  vi.stubGlobal('fetch', async (url: string, { body: sent }: { readonly body: string }) => {
    asked.push([url, JSON.parse(sent)]);
    return new Response(body, { headers: { 'content-type': type } });
  });
}

beforeEach(() => {
  bearerSource.put({ readToken: () => 'good', renewToken: async () => null, endSession: () => undefined });
  asked.length = 0;
});
afterEach(() => {
  bearerSource.put({ readToken: () => null, renewToken: async () => null, endSession: () => undefined });
  vi.unstubAllGlobals();
});

test.each([
  ['a run', OF_RUN, '/api/pigrun/GetReportDataForCompletedPigRun', RUN_BODY],
  ['devices', OF_DEVICES, '/api/pigrun/GetReportDataForDevices', DEVICES_BODY],
])('[O-009] a page of a report of %s is requested in its order', async (_, report, url, body) => {
  answer(JSON.stringify({ reportDataResponseRecordList: [], rowsNumber: 31 }), 'application/json');
  const order = { page: 2, sortBy: 'uId', isDescending: true };
  expect(await new QueryClient().query(reportQuery(report, order))).toEqual({ rows: [], count: 31 });
  expect(asked).toEqual([[url, { ...body, page: 2, rowsPerPage: 15, sortBy: 'uId', descending: true }]]);
});

test.each([
  ['a run', OF_RUN, '/api/pigrun/ExportReportDataForCompletedPigRun', RUN_BODY],
  ['devices', OF_DEVICES, '/api/pigrun/ExportReportDataForDevices', DEVICES_BODY],
])(
  '[O-086] the file of a report of %s has all rows by passage time, whatever page is shown',
  async (_, report, url, body) => {
    answer('AGM Survey Marker\r\n', 'text/csv');
    const file = await exportReport(report, 31).receive({
      signal: new AbortController().signal,
      onPiece: () => undefined,
    });
    expect(await file.text()).toBe('AGM Survey Marker\r\n');
    expect(asked).toEqual([[url, { ...body, page: 1, rowsPerPage: 0, sortBy: 'passageTimeStamp', descending: false }]]);
  },
);

it('reports with other parameters have other keys', () => {
  const keys = [OF_RUN, { ...OF_RUN, isVerifiedOnly: false }, OF_DEVICES].map((report) =>
    JSON.stringify(reportQuery(report, FIRST_ORDER).queryKey),
  );
  expect(new Set(keys).size).toBe(3);
});
