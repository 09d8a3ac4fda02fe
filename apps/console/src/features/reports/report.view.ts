import { nameDevicesExport, nameRunExport } from '@waymark/domain/report/export-names';
import { findReportFault } from '@waymark/domain/report/request-fault';
import { describeReportFault } from '@waymark/domain/words/refusals';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { countWords } from '#/ui/table/count-words.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';
import type { HistoryOrder } from '#/features/history/table/history-order.ts';
import type { Report } from './report.ts';
import type { ReportDraft } from './reports-store.ts';

export interface Message {
  readonly title: string;
  readonly text: string;
}

const NO_RUN: Message = { title: 'Information Message', text: 'A completed pig run must be selected.' };

type Checked = { readonly ok: true; readonly report: Report } | { readonly ok: false; readonly message: Message };
const refuse = (message: Message): Checked => ({ ok: false, message });

/** What is missing, in the words of the documents; else the report that is asked for. */
export function checkDraft({ by, run, isVerifiedOnly, start, end, uids }: ReportDraft): Checked {
  if (by === 'run')
    return run ? { ok: true, report: { by, runId: run.runId, runName: run.name, isVerifiedOnly } } : refuse(NO_RUN);
  const [startAt, endAt] = [readUtc(start), readUtc(end)];
  const fault = findReportFault({ startAt, endAt, uids });
  if (fault !== null || startAt === null || endAt === null)
    return refuse({ title: 'Invalid report parameter.', text: fault === null ? '' : describeReportFault(fault) });
  return { ok: true, report: { by, start: formatUtcSecond(startAt), end: formatUtcSecond(endAt), uids } };
}

/** As a run goes: from the first passage on. */
export const FIRST_ORDER: HistoryOrder = { page: 1, sortBy: 'passageTimeStamp', isDescending: false };

/** Page 1 by this field, upwards; the other way round where it is in order already. */
export function sortReport({ sortBy, isDescending }: HistoryOrder, field: string): HistoryOrder {
  return { page: 1, sortBy: field, isDescending: sortBy === field && !isDescending };
}

/** Under the title of the window. */
export function describeReport(report: Report): string {
  if (report.by === 'agms') return `${countWords(report.uids.length, 'AGM')}, ${report.start} to ${report.end}`;
  return `${report.runName}, run ${report.runId}${report.isVerifiedOnly ? ', verified passages only' : ''}`;
}

/** O-084, O-085. */
export function nameExport(report: Report, nowMs: number): string {
  return report.by === 'agms' ? nameDevicesExport(nowMs) : nameRunExport(nowMs, report.runName);
}
