import { useEffect, type ReactNode } from 'react';
import { EmptyState, ErrorState, SkeletonRows, StaleData } from '../../../ui/DataState.tsx';
import table from '../../../ui/DataTable.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { keepPage } from '../../../ui/paging.ts';
import { toShownError } from '../../../ui/shown-error.ts';
import { HISTORY_PAGE_SIZE } from './history.data.ts';
import styles from './HistoryWindow.module.css';
import { describeCount, type HistoryColumn } from './history.view.ts';

interface HistoryPage<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
}

interface HistoryTableProps<Row> {
  /** "passage" */
  readonly what: string;
  readonly columns: readonly HistoryColumn<Row>[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly shown: HistoryPage<Row> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

function Grid<Row>({ columns, what, children }: { readonly columns: readonly HistoryColumn<Row>[]; readonly what: string; readonly children: ReactNode }) {
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{`${what} history, newest first`}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th key={label} scope="col" data-number={isNumber}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** One page of a device's history, and why there is none. */
export function HistoryTable<Row>(props: HistoryTableProps<Row>) {
  const { what, columns, page, onPage, shown, error, isFetching, onRetry } = props;
  const count = shown?.count;
  useEffect(() => {
    if (count === undefined) return;
    const kept = keepPage(page, HISTORY_PAGE_SIZE, count);
    if (kept !== page) onPage(kept);
  }, [count, page, onPage]);
  return (
    <>
      <div className={styles.rows}>
        {error && (
          <ErrorState
            title="History did not load"
            why={error.message}
            logId={toShownError(error).logId}
            onRetry={onRetry}
            isRetrying={isFetching}
          />
        )}
        {!shown && !error && (
          <Grid columns={columns} what={what}>
            <SkeletonRows columns={columns} rows={8} />
          </Grid>
        )}
        {shown?.count === 0 && <EmptyState>{`No ${what}s`}</EmptyState>}
        {shown && shown.count > 0 && (
          <StaleData isStale={isFetching}>
            <Grid columns={columns} what={what}>
              {shown.rows.map((row, index) => (
                <tr key={index}>
                  {columns.map(({ label, isNumber, text }) => (
                    <td key={label} data-number={isNumber}>
                      {text(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </Grid>
          </StaleData>
        )}
      </div>
      <footer className={styles.foot}>
        <span role="status">{count === undefined ? (error ? '' : `Loading ${what}s`) : describeCount(count, what)}</span>
        {count !== undefined && count > 0 && <Pager page={page} pageSize={HISTORY_PAGE_SIZE} rowCount={count} onPage={onPage} />}
      </footer>
    </>
  );
}
