import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { downloadApi } from '#/api/download.ts';
import type { HistoryPage } from '#/features/history/history.data.ts';
import { HISTORY_PAGE_SIZE, type HistoryOrder } from '#/features/history/table/history-order.ts';
import type { WantedExport } from '#/features/history/export/use-csv-export.ts';
import type { Report } from './report.ts';
import { nameExport } from './report.view.ts';

const READ_RUN = 'POST /pigrun/GetReportDataForCompletedPigRun';
const READ_DEVICES = 'POST /pigrun/GetReportDataForDevices';
const EXPORT_RUN = 'POST /pigrun/ExportReportDataForCompletedPigRun';
const EXPORT_DEVICES = 'POST /pigrun/ExportReportDataForDevices';

export type ReportRow = ReplyAt<typeof READ_RUN>['reportDataResponseRecordList'][number];
export type ReportPage = HistoryPage<ReportRow>;

type Part = Pick<CallAt<typeof READ_DEVICES>['body'], 'page' | 'rowsPerPage' | 'sortBy' | 'descending'>;

const toRunBody = (report: Report & { readonly by: 'run' }, part: Part) => ({
  runId: report.runId,
  includeVerifiedPassagesOnly: report.isVerifiedOnly,
  ...part,
});

const toDevicesBody = ({ start, end, uids }: Report & { readonly by: 'agms' }, part: Part) => ({
  startDate: start,
  endDate: end,
  uidList: [...uids],
  includeVerifiedPassagesOnly: false,
  ...part,
});

type SortField = NonNullable<Part['sortBy']>;
const SORT_FIELDS: readonly SortField[] = ['passageTimeStamp', 'markerName', 'uId'];

const toPart = ({ page, sortBy, isDescending }: HistoryOrder): Part => ({
  page,
  rowsPerPage: HISTORY_PAGE_SIZE,
  sortBy: SORT_FIELDS.find((field) => field === sortBy) ?? 'passageTimeStamp',
  descending: isDescending,
});

/** O-086: all rows, by the time of the passage. */
const EXPORT_PART: Part = { page: 1, rowsPerPage: 0, sortBy: 'passageTimeStamp', descending: false };

async function readPage(report: Report, order: HistoryOrder, signal: AbortSignal): Promise<ReportPage> {
  const part = toPart(order);
  const { reportDataResponseRecordList: rows, rowsNumber: count } =
    report.by === 'run'
      ? await callApi(READ_RUN, { body: toRunBody(report, part), signal })
      : await callApi(READ_DEVICES, { body: toDevicesBody(report, part), signal });
  return { rows, count };
}

const reportKey = (report: Report) => ['report', report] as const;

/** Loaded again each time it is generated. Failures are shown in a dialog and in place of the rows. */
export const reportQuery = (report: Report, order: HistoryOrder) =>
  queryOptions({
    queryKey: [...reportKey(report), order],
    queryFn: ({ signal }) => readPage(report, order, signal),
    staleTime: 0,
    meta: { isShownInPlace: true },
  });

/** Reloads the shown page; the others are reloaded when they are shown. */
export async function refreshReport(queryClient: QueryClient, report: Report): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: reportKey(report) });
}

export function isReadingReport(queryClient: QueryClient, report: Report): boolean {
  return queryClient.isFetching({ queryKey: reportKey(report) }) > 0;
}

/** Changes the loaded rows without reloading them. */
export function changeReport(queryClient: QueryClient, report: Report, change: (page: ReportPage) => ReportPage): void {
  queryClient.setQueriesData<ReportPage>({ queryKey: reportKey(report) }, (page) => page && change(page));
}

/** Exports its rows as a file; `total` is their number. */
export function exportReport(report: Report, total: number): WantedExport {
  return {
    receive: (receiving) =>
      report.by === 'run'
        ? downloadApi(EXPORT_RUN, { body: toRunBody(report, EXPORT_PART) }, receiving)
        : downloadApi(EXPORT_DEVICES, { body: toDevicesBody(report, EXPORT_PART) }, receiving),
    name: (nowMs) => nameExport(report, nowMs),
    total,
  };
}

/** By the ids of its records. */
export async function setVerified({ elfId, geoId, magId }: ReportRow, isVerified: boolean): Promise<boolean> {
  const reply = await callApi('POST /pigrun/SetPassageVerification', { body: { elfId, geoId, magId, isVerified } });
  return reply.isVerified;
}

/** A manual passage is identified by its run and time. */
export async function deleteManual(runId: number, passageTimeStamp: string): Promise<void> {
  await callApi('POST /pigrun/DeleteManualPassage', { body: { runId, passageTimeStamp } });
}
