import { isApiError } from '#/api/api-error.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { showColumns, useShownIds } from '#/features/history/table/column-memory.ts';
import { ExportButton } from '#/features/history/export/ExportButton.tsx';
import { chooseColumns } from '#/features/history/table/history-column.ts';
import { HistoryColumns } from '#/features/history/table/HistoryColumns.tsx';
import { HistoryTable, type RowParts } from '#/features/history/table/HistoryTable.tsx';
import { useCsvExport } from '#/features/history/export/use-csv-export.ts';
import { useFinished } from '#/features/runs/finished-store.ts';
import { useChartedRow, useListedRows } from './report-charts.ts';
import { exportReport, type ReportRow } from './report.data.ts';
import { keyOf, REPORT_COLUMNS } from './report-row.view.ts';
import type { Report } from './report.ts';
import { sortReport } from './report.view.ts';
import { ReportCell } from './ReportCells.tsx';
import { ReportDialogs, type ReportStep } from './ReportDialogs.tsx';
import { ReportFoot } from './ReportFoot.tsx';
import styles from './ReportWindow.module.css';
import { useReportNews } from './use-report-news.ts';
import { useReportPages } from './use-report-pages.ts';

const KIND = 'report';

/** O-034: an empty report is only logged, and mentioned here. */
function explainNothing(error: Error | null, isGone: boolean): string | null {
  if (isGone) return 'This pig run is no longer there: somebody has deleted it.';
  return isApiError(error, 'report-not-possible') ? error.detail : null;
}

/** The rows of a report in pages, with charts, scores and verification, and their export as a file. */
export function ReportRows({ report }: { readonly report: Report }) {
  const dialogs = useDialogChain<ReportStep>();
  const isGone = useFinished(({ gone }) => report.by === 'run' && gone.has(report.runId));
  const tellFailure = (error: unknown) => {
    if (!isGone && !isApiError(error, 'report-not-possible')) dialogs.open({ kind: 'failed', error });
  };
  const { order, setOrder, shown, refresh, ...state } = useReportPages(report, tellFailure);
  const { hasNews, forgetNews } = useReportNews(report);
  const exporting = useCsvExport({ onFailed: tellFailure });
  const shownIds = useShownIds(KIND, REPORT_COLUMNS);
  const isCharted = useChartedRow();
  useListedRows(shown?.rows);
  const nothing = explainNothing(state.error, isGone);
  const count = nothing === null && shown ? shown.count : null;
  const readAgain = () => {
    forgetNews();
    refresh();
  };
  const parts: RowParts<ReportRow> = {
    keyOf,
    isCurrent: isCharted,
    renderCell: (column, row) => (
      <ReportCell
        {...{ column, row, report }}
        onRefused={(error) => dialogs.open({ kind: 'refused', error })}
        onDelete={() => dialogs.open({ kind: 'delete', row })}
      />
    ),
  };
  return (
    <div className={styles.window} {...dialogHome}>
      <div className={styles.tools}>
        <IconButton icon="retry" label="Refresh" aria-busy={state.isFetching} disabled={isGone} onClick={readAgain} />
        <HistoryColumns columns={REPORT_COLUMNS} shownIds={shownIds} onShow={(ids) => showColumns(KIND, ids)} />
        <ExportButton
          label="Export to CSV"
          title="All rows of the report, by passage time"
          exporting={exporting}
          wanted={exportReport(report, count ?? 0)}
        />
      </div>
      <div className={styles.rows}>
        {nothing !== null ? (
          <EmptyState>{nothing}</EmptyState>
        ) : (
          <HistoryTable
            what="row"
            caption="Rows of the report, times UTC"
            failTitle="Report did not load"
            emptyText="No passages"
            columns={chooseColumns(REPORT_COLUMNS, shownIds)}
            {...{ order, shown, ...state, parts }}
            onSort={(field) => setOrder(sortReport(order, field))}
            onRetry={refresh}
          />
        )}
      </div>
      <ReportFoot
        {...{ count, hasNews, exporting }}
        isLoading={!state.error && !state.isPaused && !isGone}
        page={order.page}
        onPage={(page) => setOrder({ ...order, page })}
        onReadAgain={readAgain}
      />
      <ReportDialogs dialogs={dialogs} report={report} />
    </div>
  );
}
