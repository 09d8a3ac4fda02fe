import { useEffect, useEffectEvent } from 'react';
import type { HistoryOrder } from '#/features/history/table/history-order.ts';
import { useOrderedPages } from '#/features/history/table/use-ordered-pages.ts';
import { reportQuery, type ReportRow } from './report.data.ts';
import type { Report } from './report.ts';
import { FIRST_ORDER } from './report.view.ts';

type ReportKey = ('report' | Report | HistoryOrder)[];

/** A page of a report. A failed load is reported, also if no page is shown yet. */
export function useReportPages(report: Report, onFailed: (error: unknown) => void) {
  const pages = useOrderedPages<ReportRow, ReportKey>({
    read: (order) => reportQuery(report, order),
    firstOrder: FIRST_ORDER,
    narrowed: report,
    reloads: 0,
    onFailed,
  });
  const { error } = pages;
  const tell = useEffectEvent(onFailed);
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
  return pages;
}
