import { nameDevicesExport, nameRunExport } from '@waymark/domain/report/export-names';
import { findReportFault } from '@waymark/domain/report/request-fault';
import { describeReportFault } from '@waymark/domain/words/refusals';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { readUtc } from '#/ui/field/utc-mask.ts';
import type { HistoryOrder } from '#/features/history/table/history-order.ts';
import { t } from '#/language/t.ts';
import type { Report } from './report.ts';
import type { ReportDraft } from './reports-store.ts';

export interface Message {
  readonly title: string;
  readonly text: string;
}

const NO_RUN: Message = { title: t('Information Message'), text: t('A completed pig run must be selected.') };

type Checked = { readonly ok: true; readonly report: Report } | { readonly ok: false; readonly message: Message };
const refuse = (message: Message): Checked => ({ ok: false, message });

/** The first missing entry as a message; else the report to generate. */
export function checkDraft({ by, run, isVerifiedOnly, start, end, uids }: ReportDraft): Checked {
  if (by === 'run') {
    if (!run) return refuse(NO_RUN);
    const { runId, name, timeZone } = run;
    return { ok: true, report: { by, runId, runName: name, timeZone, isVerifiedOnly } };
  }
  const [startAt, endAt] = [readUtc(start), readUtc(end)];
  const fault = findReportFault({ startAt, endAt, uids });
  if (fault !== null || startAt === null || endAt === null)
    return refuse({ title: t('Invalid report parameter.'), text: fault === null ? '' : describeReportFault(fault, t) });
  return { ok: true, report: { by, start: formatUtcSecond(startAt), end: formatUtcSecond(endAt), uids } };
}

/** In the order of the run: the first passage first. */
export const FIRST_ORDER: HistoryOrder = { page: 1, sortBy: 'passageTimeStamp', isDescending: false };

/** Page 1 by this field, ascending; descending if it is sorted by this field already. */
export function sortReport({ sortBy, isDescending }: HistoryOrder, field: string): HistoryOrder {
  return { page: 1, sortBy: field, isDescending: sortBy === field && !isDescending };
}

/** The line under the title of the window. */
export function describeReport(report: Report, zone: Zone = UTC): string {
  if (report.by === 'agms')
    return t('{count} AGM, {from} to {to}|{count} AGMs, {from} to {to}', {
      count: report.uids.length,
      from: writeUtcText(report.start, zone),
      to: writeUtcText(report.end, zone),
    });
  const run = { name: report.runName, runId: report.runId };
  return report.isVerifiedOnly ? t('{name}, run {runId}, verified passages only', run) : t('{name}, run {runId}', run);
}

/** O-084, O-085. */
export function nameExport(report: Report, nowMs: number): string {
  return report.by === 'agms' ? nameDevicesExport(nowMs) : nameRunExport(nowMs, report.runName);
}
