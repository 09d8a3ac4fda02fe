import { UTC, type Zone } from '@waymark/domain/time/zone';
import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { useDeviceZone, useZone } from '#/ui/clock/zones.ts';
import { EmptyState, ErrorState, SkeletonRows, StaleData } from '#/ui/state/DataState.tsx';
import table from '#/ui/table/DataTable.module.css';
import { SortHeader } from '#/ui/table/SortHeader.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import type { HistoryPage } from '../history.data.ts';
import type { HistoryColumn } from './history-column.ts';
import type { HistoryOrder } from './history-order.ts';
import styles from './HistoryTable.module.css';
import { DID_NOT_LOAD } from '../use-history-pages.ts';
import { useUnits } from '#/features/units/units.ts';

export interface RowParts<Row> {
  /** A unique key; optional if the row's values are unique. */
  readonly keyOf?: (row: Row) => string | number;
  /** Renders cells that are more than text. */
  readonly renderCell?: (column: HistoryColumn<Row>, row: Row) => ReactNode;
  /** The cell at the end of the row. */
  readonly renderActions?: (row: Row) => ReactNode;
  /** Whether the row is shown in another window. */
  readonly isCurrent?: (row: Row) => boolean;
}

interface HistoryTableProps<Row> {
  /** The name of the table. */
  readonly caption: string;
  /** The zone of the line, or the device, to which the times belong. */
  readonly line?: Zone | undefined;
  readonly uid?: number;
  readonly columns: readonly HistoryColumn<Row>[];
  readonly order: HistoryOrder;
  readonly onSort: (field: string) => void;
  readonly shown: HistoryPage<Row> | undefined;
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly isPaused: boolean;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly emptyText: string;
  /** The title of the error; by default that of a history. */
  readonly failTitle?: string;
  readonly parts: RowParts<Row>;
}

const OFFLINE = t('You are offline. It is read once the connection is back.');
const SKELETON_ROWS = 8;

type HeadProps<Row> = Pick<HistoryTableProps<Row>, 'columns' | 'order' | 'onSort'> & { readonly hasActions: boolean };

function Head<Row>({ columns, order, onSort, hasActions }: HeadProps<Row>) {
  const directionOf = (field: string) => field === order.sortBy && (order.isDescending ? 'desc' : 'asc');
  return (
    <thead>
      <tr>
        {columns.map(({ id, label, sortBy, isNumber }) =>
          sortBy === undefined ? (
            <th key={id} scope="col" data-number={isNumber}>
              {label}
            </th>
          ) : (
            <SortHeader
              key={id}
              label={label}
              isNumber={isNumber}
              direction={directionOf(sortBy)}
              onSort={() => onSort(sortBy)}
            />
          ),
        )}
        {hasActions && (
          <th scope="col" className={styles.actions}>
            <span className="visually-hidden">{t('Actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps<R> {
  readonly row: R;
  readonly columns: readonly HistoryColumn<R>[];
  readonly parts: RowParts<R>;
  readonly uid: number | undefined;
}

function Row<R>({ row, columns, uid, parts: { renderCell, renderActions, isCurrent } }: RowProps<R>) {
  const units = useUnits();
  return (
    <tr className={styles.row} aria-current={isCurrent?.(row) || undefined}>
      {columns.map((column) => (
        <td key={column.id} data-number={column.isNumber}>
          {renderCell ? renderCell(column, row) : <TextOrTime text={column.text(row, units)} uid={uid} />}
        </td>
      ))}
      {renderActions && <td className={styles.actions}>{renderActions(row)}</td>}
    </tr>
  );
}

/** A page of rows, or the reason why it is empty. */
export function HistoryTable<R>(props: HistoryTableProps<R>) {
  const { caption, columns, shown, isStale, error, isPaused, isFetching, onRetry, emptyText, parts } = props;
  const ofLine = useZone(props.line);
  const ofDevice = useDeviceZone(props.uid);
  const zone = props.uid === undefined ? ofLine : ofDevice;
  const isLoading = !shown && !error && !isPaused;
  if (error || (isPaused && !shown)) {
    return (
      <ErrorState
        title={props.failTitle ?? DID_NOT_LOAD}
        why={error ? error.message : OFFLINE}
        logId={error ? toShownError(error).logId : undefined}
        onRetry={error ? onRetry : undefined}
        isRetrying={isFetching}
      />
    );
  }
  if (shown?.count === 0) return <EmptyState>{emptyText}</EmptyState>;
  return (
    <StaleData isStale={isStale}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="visually-hidden">
          {zone === UTC
            ? t('{table}, times UTC', { table: caption })
            : t('{table}, times in {zone}', { table: caption, zone })}
        </caption>
        <Head
          columns={columns}
          order={props.order}
          onSort={props.onSort}
          hasActions={parts.renderActions !== undefined}
        />
        <tbody>
          {isLoading && <SkeletonRows columns={columns} rows={SKELETON_ROWS} />}
          {shown?.rows.map((row, index) => (
            <Row key={parts.keyOf?.(row) ?? index} row={row} columns={columns} parts={parts} uid={props.uid} />
          ))}
        </tbody>
      </table>
    </StaleData>
  );
}
