import { createPortal } from 'react-dom';
import { Button } from '#/ui/button/Button.tsx';
import { countWords } from '#/ui/table/count-words.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { showColumns, useShownIds } from './table/column-memory.ts';
import type { ExportKind } from './export/csv-export.ts';
import { ExportButton } from './export/ExportButton.tsx';
import { exportHistory } from './export/export-history.ts';
import { ExportProgress } from './export/ExportProgress.tsx';
import type { HistoryKind } from '#/features/devices/windows/history-reloads.ts';
import { chooseColumns, listFields, type HistoryColumn } from './table/history-column.ts';
import { isFiltered, type HistoryFilter } from './history-filter.view.ts';
import { HISTORY_PAGE_SIZE, isNewestFirst, newestFirst, sortHistory, toExportQuery } from './table/history-order.ts';
import { HistoryColumns } from './table/HistoryColumns.tsx';
import { HistoryTable, type RowParts } from './table/HistoryTable.tsx';
import styles from './HistoryWindow.module.css';
import type { useCsvExport } from './export/use-csv-export.ts';
import { useHistoryNews } from './use-history-news.ts';
import { useHistoryPages, type ReadHistory } from './use-history-pages.ts';

export interface PaneParts {
  readonly uid: number;
  readonly filter: HistoryFilter;
  /** The element for the buttons of the active tab. */
  readonly toolSlot: HTMLElement | null;
  /** For users who may export. */
  readonly exporting: ReturnType<typeof useCsvExport> | null;
}

interface HistoryPaneProps<Row, Key extends readonly unknown[]> extends PaneParts, RowParts<Row> {
  readonly kind: HistoryKind;
  /** "passage" */
  readonly what: string;
  readonly timeField: keyof Row & string;
  readonly columns: readonly HistoryColumn<Row>[];
  readonly read: ReadHistory<Row, Key>;
  /** Number of resets of the history. */
  readonly reloads?: number;
  /** Whether these rows can be exported. */
  readonly exportKind?: ExportKind;
}

/** A tab: its buttons, its rows and their pages. */
export function HistoryPane<Row, Key extends readonly unknown[]>(props: HistoryPaneProps<Row, Key>) {
  const { kind, uid, what, timeField, filter, toolSlot, exporting, exportKind } = props;
  const { order, setOrder, shown, refresh, ...state } = useHistoryPages({
    read: props.read,
    uid,
    timeField,
    filter,
    reloads: props.reloads ?? 0,
  });
  const hasNews = useHistoryNews({ kind, uid, filter, isNewestShown: isNewestFirst(order, timeField) });
  const shownIds = useShownIds(kind, props.columns);
  const columns = chooseColumns(props.columns, shownIds);
  const tools = (
    <>
      <IconButton icon="retry" label="Refresh" aria-busy={state.isFetching} onClick={refresh} />
      <HistoryColumns columns={props.columns} shownIds={shownIds} onShow={(ids) => showColumns(kind, ids)} />
      {exporting && exportKind && (
        <ExportButton
          exporting={exporting}
          title="All rows that the filter finds, with the columns shown"
          wanted={exportHistory(uid, exportKind, toExportQuery(order, filter, listFields(columns)), shown?.count ?? 0)}
        />
      )}
    </>
  );
  return (
    <>
      {toolSlot && createPortal(tools, toolSlot)}
      <div className={styles.rows}>
        <HistoryTable
          {...{ what, columns, order, shown, ...state, parts: props }}
          emptyText={isFiltered(filter) ? `No ${what}s in this time` : `No ${what}s`}
          onSort={(field) => setOrder(sortHistory(order, field, timeField))}
          onRetry={refresh}
        />
      </div>
      <div className={styles.foot}>
        <span role="status">
          {shown ? countWords(shown.count, what) : !state.error && !state.isPaused && `Loading ${what}s`}
        </span>
        {hasNews && (
          <Button size="tiny" icon="sortUp" onClick={() => setOrder(newestFirst(timeField))}>
            New rows
          </Button>
        )}
        {exporting?.running && <ExportProgress running={exporting.running} onCancel={exporting.cancel} />}
        {shown && shown.count > 0 && (
          <Pager
            page={order.page}
            pageSize={HISTORY_PAGE_SIZE}
            rowCount={shown.count}
            onPage={(page) => setOrder({ ...order, page })}
          />
        )}
      </div>
    </>
  );
}
