import { TextOrTime } from '#/ui/clock/Time.tsx';
import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#/api/api-error.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { showColumns, useShownIds } from '#/features/history/table/column-memory.ts';
import { ExportButton } from '#/features/history/export/ExportButton.tsx';
import { chooseColumns } from '#/features/history/table/history-column.ts';
import { HistoryColumns } from '#/features/history/table/HistoryColumns.tsx';
import { HistoryTable, type RowParts } from '#/features/history/table/HistoryTable.tsx';
import { useCsvExport } from '#/features/history/export/use-csv-export.ts';
import { useFinished } from '#/features/runs/finished-store.ts';
import { exportReport, type ReportRow, reportQuery, deleteManual, refreshReport } from './report.data.ts';
import { keyOf, REPORT_COLUMNS, toListed } from './report-row.view.ts';
import type { Report } from './report.ts';
import { sortReport, FIRST_ORDER } from './report.view.ts';
import { ReportCell } from './ReportCells.tsx';
import { useReportNews } from './use-report-news.ts';
import { HISTORY_PAGE_SIZE, type HistoryOrder } from '#/features/history/table/history-order.ts';
import { useOrderedPages } from '#/features/history/table/use-ordered-pages.ts';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { hasRecord } from '#/features/history/passages/passages.view.ts';
import { putPassageList } from '#/features/devices/windows/passage-lists.ts';
import { REPORT_WINDOW } from './reports-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { ExportProgress } from '#/features/history/export/ExportProgress.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { RefusalDialog } from '#/features/history/passages/RefusalDialog.tsx';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import { describeReportException } from './downloads/flow-words.view.ts';
import styles from './ReportWindow.module.css';

const KIND = 'report';

/** O-034: an empty report is only logged, and mentioned here. */
function explainNothing(error: Error | null, isGone: boolean): string | null {
  if (isGone) return t('This pig run is no longer there: somebody has deleted it.');
  return isApiError(error, 'report-not-possible') ? error.detail : null;
}

const TEXTS = {
  caption: t('Rows of the report'),
  failTitle: t('Report did not load'),
  emptyText: t('No passages'),
} as const;

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
    renderCell: (column, row) => <ReportCell {...{ column, row, report }} {...openersOf(dialogs, row)} />,
  };
  return (
    <div className={styles.window} {...dialogHome}>
      <div className={styles.tools}>
        <IconButton
          icon="retry"
          label={t('Refresh')}
          aria-busy={state.isFetching}
          disabled={isGone}
          onClick={readAgain}
        />
        <ReportTools {...{ report, shownIds, exporting }} rowCount={count ?? 0} />
      </div>
      <div className={styles.rows}>
        {nothing !== null ? (
          <EmptyState>{nothing}</EmptyState>
        ) : (
          <HistoryTable
            columns={chooseColumns(REPORT_COLUMNS, shownIds)}
            {...{ ...TEXTS, order, shown, ...state, parts }}
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

interface ReportToolsProps {
  readonly report: Report;
  readonly rowCount: number;
  readonly shownIds: ReturnType<typeof useShownIds>;
  readonly exporting: ReturnType<typeof useCsvExport>;
}

function ReportTools({ report, rowCount, shownIds, exporting }: ReportToolsProps) {
  return (
    <>
      <HistoryColumns columns={REPORT_COLUMNS} shownIds={shownIds} onShow={(ids) => showColumns(KIND, ids)} />
      <ExportButton
        label={t('Export to CSV')}
        title={t('All rows of the report, by passage time')}
        exporting={exporting}
        wanted={exportReport(report, rowCount)}
      />
    </>
  );
}

type ReportKey = ('report' | Report | HistoryOrder)[];

/** A page of a report. A failed load is reported, also if no page is shown yet. */
function useReportPages(report: Report, onFailed: (error: unknown) => void) {
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

/** A chart that was opened from the report moves through the shown rows. */
function useListedRows(rows: readonly ReportRow[] | undefined): void {
  useEffect(() => {
    if (!rows) return undefined;
    return putPassageList(
      REPORT_WINDOW,
      rows.flatMap((row) => toListed(row) ?? []),
    );
  }, [rows]);
}

/** Whether the report's chart shows this row. */
function useChartedRow(): (row: ReportRow) => boolean {
  const charted = useDeviceWindows(({ open }) =>
    open.find((shown) => shown.kind === 'passage' && shown.listId === REPORT_WINDOW),
  );
  return (row) => charted?.kind === 'passage' && row.uId === charted.uid && hasRecord(row, [charted.passageId]);
}

interface ReportFootProps {
  /** Number of rows on all pages; null: no report is shown. */
  readonly count: number | null;
  readonly isLoading: boolean;
  readonly page: number;
  readonly hasNews: boolean;
  readonly exporting: ReturnType<typeof useCsvExport>;
  readonly onPage: (page: number) => void;
  readonly onReadAgain: () => void;
}

/** The number of rows, and buttons to the other pages. */
function ReportFoot({ count, isLoading, page, hasNews, exporting, onPage, onReadAgain }: ReportFootProps) {
  return (
    <div className={styles.foot} role="group" aria-label={t('Rows of the report')}>
      <span role="status">
        {count === null ? isLoading && t('Loading report') : t('{count} row|{count} rows', { count })}
      </span>
      {hasNews && (
        <Button size="tiny" icon="retry" onClick={onReadAgain}>
          {t('New rows')}
        </Button>
      )}
      {exporting.running && <ExportProgress running={exporting.running} onCancel={exporting.cancel} />}
      {count !== null && count > 0 && (
        <Pager page={page} pageSize={HISTORY_PAGE_SIZE} rowCount={count} onPage={onPage} />
      )}
    </div>
  );
}

type ReportStep =
  | { readonly kind: 'delete'; readonly row: ReportRow }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'failed'; readonly error: unknown };

const lineOf = (report: Report) => (report.by === 'run' ? report.timeZone : undefined);

/** The dialogs that a cell opens. */
function openersOf({ open }: DialogChain<ReportStep>, row: ReportRow) {
  return {
    onRefused: (error: Error) => open({ kind: 'refused', error }),
    onDelete: () => open({ kind: 'delete', row }),
  };
}

interface ReportDialogsProps {
  readonly dialogs: DialogChain<ReportStep>;
  readonly report: Report;
}

/** The confirmation before a passage is deleted, and error messages. */
function ReportDialogs({ dialogs: { step, isOpen, turn, close }, report }: ReportDialogsProps) {
  const queryClient = useQueryClient();
  if (step === null) return null;
  switch (step.kind) {
    case 'delete': {
      const { runId, markerName, passageTimeStamp } = step.row;
      const remove = async () => {
        if (runId === null || passageTimeStamp === null) return;
        await deleteManual(runId, passageTimeStamp);
        await refreshReport(queryClient, report);
      };
      return (
        <ConfirmDialog
          key={turn}
          isOpen={isOpen}
          title={t('Are you sure you want to delete this passage?')}
          confirmLabel={t('Delete')}
          isDestructive
          onConfirm={remove}
          onClose={close}
        >
          <Say
            text="Manual passage at {marker}, {time}."
            values={{
              marker: markerName,
              time: <TextOrTime text={passageTimeStamp ?? ''} line={lineOf(report)} saysUtc />,
            }}
          />
        </ConfirmDialog>
      );
    }
    case 'refused':
      return <RefusalDialog error={isOpen ? step.error : null} onDismiss={close} />;
    case 'failed': {
      const { title, text } = describeReportException(toShownError(step.error));
      return (
        <MessageDialog isOpen={isOpen} title={title} onClose={close}>
          <p>{text}</p>
        </MessageDialog>
      );
    }
  }
}
