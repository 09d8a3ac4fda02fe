import { useEffect } from 'react';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { hasRecord } from '#/features/history/passages/passages.view.ts';
import { putPassageList } from '#/features/devices/windows/passage-lists.ts';
import type { ReportRow } from './report.data.ts';
import { toListed } from './report-row.view.ts';
import { REPORT_WINDOW } from './reports-store.ts';

/** A chart that was opened from the report moves through the shown rows. */
export function useListedRows(rows: readonly ReportRow[] | undefined): void {
  useEffect(() => {
    if (!rows) return undefined;
    return putPassageList(
      REPORT_WINDOW,
      rows.flatMap((row) => toListed(row) ?? []),
    );
  }, [rows]);
}

/** Whether the report's chart shows this row. */
export function useChartedRow(): (row: ReportRow) => boolean {
  const charted = useDeviceWindows(({ open }) =>
    open.find((shown) => shown.kind === 'passage' && shown.listId === REPORT_WINDOW),
  );
  return (row) => charted?.kind === 'passage' && row.uId === charted.uid && hasRecord(row, [charted.passageId]);
}
