import { Select } from '@mantine/core';
import { STATUS_WORDS } from '@waymark/domain/words/run-status';
import type { RunStatus } from '@waymark/domain/run/estimate/status';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/api-error.ts';
import { useCompanies } from '#/features/devices/store/companies.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useServerNow } from '#/live/clock-store.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { closeBoard } from '#/features/runs/run-windows.ts';
import { t } from '#/language/t.ts';
import { useOnline } from '#/live/online-store.ts';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { useIsPhone } from '#/ui/window/window-store.ts';
import {
  BOARD_COLUMNS,
  countStatuses,
  describeShown,
  filterRows,
  FIRST_ORDER,
  readRow,
  sortRows,
  turnOrder,
  type BoardColumn,
  type BoardOrder,
  type BoardRow,
} from './board.view.ts';
import { BoardTable } from './BoardTable.tsx';
import { recallPinned, usePinnedRuns } from './pinned-runs.ts';
import styles from './Board.module.css';

const SIZE = { width: 1280, height: 470 };

/** States, order and warnings of hundreds of runs need not be computed each second; rows in sight count on. */
const STEP_MS = 5000;

const NO_STATUSES: ReadonlySet<RunStatus> = new Set();

const isColumn = (value: string | null): value is BoardColumn => BOARD_COLUMNS.some(({ id }) => id === value);

/** All active runs, a row each. */
export function BoardWindow() {
  const count = useRuns(({ runs }) => runs.length);
  const isLoaded = useRuns((store) => store.isLoaded);
  const error = useRuns((store) => store.error);
  useEffect(recallPinned, []);
  return (
    <FloatingWindow
      id="board"
      kind="board"
      title={t('Board of runs')}
      subtitle={isLoaded ? describeShown(count, count) : undefined}
      initialSize={SIZE}
      onClose={closeBoard}
    >
      <div className={styles.board}>
        {error && <LoadFailure error={error} />}
        {!isLoaded && !error && <SkeletonLines label={t('Loading runs')} widths={[420, 380, 460]} />}
        {isLoaded && count === 0 && <EmptyState>{t('No active runs')}</EmptyState>}
        {count > 0 && <LoadedBoard />}
      </div>
    </FloatingWindow>
  );
}

function LoadFailure({ error }: { readonly error: Error }) {
  const [isRetrying, setRetrying] = useState(false);
  const { message, logId } = toShownError(error);
  const retry = () => {
    setRetrying(true);
    loadRuns()
      .catch(logFailure)
      .finally(() => setRetrying(false));
  };
  return <ErrorState title={t('Active runs did not load')} why={message} {...{ logId, isRetrying }} onRetry={retry} />;
}

function useRows(): readonly BoardRow[] {
  const runs = useRuns((store) => store.runs);
  const companies = useCompanies(({ names }) => names);
  const step = Math.floor(useServerNow() / STEP_MS) * STEP_MS;
  return readRows(runs, companies, step);
}

const readRows = (
  runs: ReturnType<typeof useRuns.getState>['runs'],
  companies: ReadonlyMap<number, string> | null,
  now: number,
) => runs.map((tracked) => readRow(tracked, { getDevice: deviceStore.get, companies }, now));

function LoadedBoard() {
  const rows = useRows();
  const pinned = usePinnedRuns((store) => store.pinned);
  const [text, setText] = useState('');
  const [statuses, setStatuses] = useState(NO_STATUSES);
  const [order, setOrder] = useState<BoardOrder>(FIRST_ORDER);
  const isPhone = useIsPhone();
  const seesCompanies = useCompanies(({ names }) => names !== null);
  const shown = sortRows(filterRows(rows, { text, statuses }), order, pinned);
  const columns = BOARD_COLUMNS.filter(({ id }) => id !== 'company' || seesCompanies);
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField label={t('Find a run')} onSearch={setText} />
        </div>
        {isPhone && (
          <Select
            aria-label={t('Sort by')}
            className={styles.sorter}
            data={columns.map(({ id, label }) => ({ value: id, label }))}
            allowDeselect={false}
            value={order.column}
            onChange={(value) => isColumn(value) && setOrder(turnOrder({ column: 'pig', direction: 'desc' }, value))}
          />
        )}
        <StatusChips rows={rows} chosen={statuses} onChange={setStatuses} />
      </div>
      <OfflineNote />
      <BoardTable
        rows={shown}
        columns={columns}
        order={order}
        isPhone={isPhone}
        onSort={(column) => setOrder(turnOrder(order, column))}
      />
      {shown.length === 0 && <EmptyState>{t('No results')}</EmptyState>}
      <p className={styles.foot} role="status">
        {describeShown(shown.length, rows.length)}
        {!isPhone && <span>{t('Enter flies to a pig, s opens its sheet, p pins it')}</span>}
      </p>
    </>
  );
}

/** While disconnected the times go on from the last known state. */
function OfflineNote() {
  const isLive = useOnline(({ online }) => online.phase === 'live');
  if (isLive) return null;
  return (
    <p className={styles.note}>{t('Not connected: the runs are shown as last known, and the times are estimates.')}</p>
  );
}

interface StatusChipsProps {
  readonly rows: readonly BoardRow[];
  readonly chosen: ReadonlySet<RunStatus>;
  readonly onChange: (chosen: ReadonlySet<RunStatus>) => void;
}

/** Limits the board to the runs in some states. */
function StatusChips({ rows, chosen, onChange }: StatusChipsProps) {
  const toggle = (status: RunStatus) => {
    const next = new Set(chosen);
    if (!next.delete(status)) next.add(status);
    onChange(next);
  };
  return (
    <div className={styles.chips} role="group" aria-label={t('States')}>
      {countStatuses(rows, chosen).map(([status, count]) => (
        <button
          key={status}
          type="button"
          className={styles.chip}
          data-status={status}
          aria-pressed={chosen.has(status)}
          onClick={() => toggle(status)}
        >
          {t(STATUS_WORDS[status])} <span className={styles.count}>{count}</span>
        </button>
      ))}
    </div>
  );
}
