import { isManual, passageIdOf, passageKey, type RunPassage } from '@waymark/domain/run/run';
import type { Zone } from '@waymark/domain/time/zone';
import type { ReactNode } from 'react';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { openPassageWindow, useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import type { HistoryColumn } from '#/features/history/table/history-column.ts';
import type { HistoryOrder } from '#/features/history/table/history-order.ts';
import { HistoryTable, type RowParts } from '#/features/history/table/HistoryTable.tsx';
import { ChannelButtons } from '#/features/history/passages/PassageMarks.tsx';
import { hasRecord } from '#/features/history/passages/passages.view.ts';
import styles from './Passages.module.css';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';

function DataCell({ passage, windowId }: { readonly passage: RunPassage; readonly windowId: string }) {
  if (isManual(passage)) return <span className={styles.manual}>{t('[manual passage]')}</span>;
  const { uid } = passage;
  const open = (type: 0 | 1 | 2) =>
    openPassageWindow({ uid, passageId: passageIdOf(passage), source: 'selected_passage', type, besideId: windowId });
  return <ChannelButtons ids={passage} onOpen={open} />;
}

/** The records whose charts are open. */
function useCharted(): readonly number[] {
  const open = useDeviceWindows((windows) => windows.open);
  return open.flatMap((shown) => (shown.kind === 'passage' ? [shown.passageId] : []));
}

type Column = HistoryColumn<RunPassage>;

interface PassageTableProps extends Pick<RowParts<RunPassage>, 'renderActions'> {
  readonly windowId: string;
  readonly caption: string;
  /** The zone of the run's line. */
  readonly line: Zone | undefined;
  readonly emptyText: string;
  readonly columns: readonly Column[];
  readonly passages: readonly RunPassage[];
  readonly order: HistoryOrder;
  readonly onOrder: (order: HistoryOrder) => void;
  /** Renders cells that are more than text, outside the data; undefined: the column's own rendering. */
  readonly renderCell?: (column: Column, passage: RunPassage) => ReactNode;
}

/** A table of all passages of a run, on one page. */
export function PassageTable({
  windowId,
  caption,
  line,
  emptyText,
  columns,
  passages,
  order,
  onOrder,
  renderCell,
  renderActions,
}: PassageTableProps) {
  const charted = useCharted();
  const units = useUnits();
  const cell = (column: Column, passage: RunPassage) =>
    column.id === 'data' ? (
      <DataCell passage={passage} windowId={windowId} />
    ) : (
      (renderCell?.(column, passage) ?? <TextOrTime text={column.text(passage, units)} line={line} />)
    );
  return (
    <HistoryTable
      caption={caption}
      line={line}
      columns={columns}
      order={order}
      onSort={() => onOrder({ ...order, isDescending: !order.isDescending })}
      shown={{ rows: passages, count: passages.length }}
      isStale={false}
      error={null}
      isPaused={false}
      isFetching={false}
      onRetry={() => undefined}
      emptyText={emptyText}
      parts={{
        keyOf: passageKey,
        isCurrent: (passage) => hasRecord(passage, charted),
        renderCell: cell,
        ...(renderActions && { renderActions }),
      }}
    />
  );
}
