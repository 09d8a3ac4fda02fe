import { useElementSize, useMergedRef } from '@mantine/hooks';
import { writeNear } from '@waymark/domain/time/near-text';
import { STATUS_WORDS } from '@waymark/domain/words/run-status';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { describeWayGone, nameNext, readNext } from '#/features/tracking/cards/run-card.view.ts';
import { RunStrip } from '#/features/tracking/cards/RunStrip.tsx';
import { joinEta } from '#/features/tracking/knowledge.view.ts';
import { openRunCard } from '#/features/tracking/show-run.ts';
import { describeLive, type LiveRun } from '#/features/tracking/use-live-run.ts';
import { useServerNow } from '#/live/clock-store.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useUnits } from '#/features/units/units.ts';
import { useHeardPositions } from '#/features/runs/heard-positions.ts';
import { closeBoard, openSheet, openVerifyQueue } from '#/features/runs/run-windows.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { t } from '#/language/t.ts';
import { formatOverdue } from '@waymark/domain/run/estimate/location-message';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { SortHeader } from '#/ui/table/SortHeader.tsx';
import table from '#/ui/table/DataTable.module.css';
import {
  describeTrouble,
  findRowWindow,
  formatAgo,
  listTroubleWords,
  type BOARD_COLUMNS,
  type BoardColumn,
  type BoardOrder,
  type BoardRow,
} from './board.view.ts';
import { togglePin, usePinnedRuns } from './pinned-runs.ts';
import styles from './Board.module.css';

/** Rows of a fixed height, so that only those in sight are rendered; the style sheet has the same values. */
const ROW_PX = { desk: 46, phone: 126 } as const;

/** In px; the last column takes the rest. */
const WIDTHS: Readonly<Record<BoardColumn, number | undefined>> = {
  pig: 112,
  path: 150,
  company: 120,
  progress: 162,
  heard: 172,
  next: 176,
  state: 128,
  overdue: 104,
  unverified: 114,
  trouble: undefined,
};

type Column = (typeof BOARD_COLUMNS)[number];

interface BoardTableProps {
  readonly rows: readonly BoardRow[];
  readonly columns: readonly Column[];
  readonly order: BoardOrder;
  readonly isPhone: boolean;
  readonly onSort: (column: BoardColumn) => void;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 8, last),
  PageUp: (at) => Math.max(at - 8, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const findRow = (box: HTMLElement | null, runId: number) => box?.querySelector<HTMLElement>(`[data-run="${runId}"]`);

/** Which rows are in sight, and which of them is in the tab order; keys move the focus. */
function useRowsInSight(rows: readonly BoardRow[], rowPx: number) {
  const { ref: sized, height } = useElementSize<HTMLDivElement>();
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [activeId, setActiveId] = useState<number | null>(null);
  const { from, to } = findRowWindow(scrollTop, height, rowPx, rows.length);
  const activeAt = rows.findIndex(({ tracked }) => tracked.run.runId === activeId);
  // The row in the tab order is always rendered.
  const tabStop = activeAt >= from && activeAt < to ? activeId : rows[from]?.tracked.run.runId;
  /** A row to focus once it is rendered: the box may not be measured yet. */
  const soon = useRef<number | null>(null);
  const focusSoon = () => {
    const row = soon.current === null ? null : findRow(box.current, soon.current);
    if (!row) return;
    soon.current = null;
    row.focus({ preventScroll: true });
  };
  useLayoutEffect(focusSoon);
  const focusRow = (at: number) => {
    const [runId, element] = [rows[at]?.tracked.run.runId, box.current];
    if (runId === undefined || !element) return;
    const [top, room] = [at * rowPx, element.clientHeight - rowPx];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + room - rowPx) element.scrollTop = top - room + rowPx;
    soon.current = runId;
    flushSync(() => {
      setScrollTop(element.scrollTop);
      setActiveId(runId);
    });
    // A row that is the active one already is not rendered again.
    focusSoon();
  };
  const step = (at: number, key: string): boolean => {
    const next = STEPS[key];
    if (next) focusRow(next(at, rows.length - 1));
    return next !== undefined;
  };
  return { ref: useMergedRef(sized, box), from, to, tabStop, step, setScrollTop };
}

function Head({ columns, order, onSort }: Pick<BoardTableProps, 'columns' | 'order' | 'onSort'>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ id, label }) => (
          <SortHeader
            key={id}
            label={label}
            direction={order.column === id && order.direction}
            onSort={() => onSort(id)}
          />
        ))}
        <th scope="col">
          <span className="visually-hidden">{t('Actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The table of the runs; renders only the rows in sight. */
export function BoardTable({ rows, columns, order, isPhone, onSort }: BoardTableProps) {
  const now = useServerNow();
  const rowPx = isPhone ? ROW_PX.phone : ROW_PX.desk;
  const { ref, from, to, tabStop, step, setScrollTop } = useRowsInSight(rows, rowPx);
  return (
    <div ref={ref} className={styles.scroll} onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}>
      <table
        className={`${table.table} ${styles.table}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of rows that are chosen
        role="grid"
        aria-label={t('Active runs')}
        aria-rowcount={rows.length + 1}
        data-compact={isPhone || undefined}
      >
        <colgroup>
          {columns.map(({ id }) => (
            <col key={id} style={{ width: WIDTHS[id] }} />
          ))}
          <col style={{ width: 78 }} />
        </colgroup>
        <Head {...{ columns, order, onSort }} />
        <tbody>
          <Gap px={from * rowPx} />
          {rows.slice(from, to).map((row, at) => (
            <Row
              key={row.tracked.run.runId}
              {...{ row, columns, now, isPhone }}
              index={from + at}
              isTabStop={row.tracked.run.runId === tabStop}
              onStep={step}
            />
          ))}
          <Gap px={(rows.length - to) * rowPx} />
        </tbody>
      </table>
    </div>
  );
}

/** The space of the rows that are not rendered. */
function Gap({ px }: { readonly px: number }) {
  return px > 0 && <tr aria-hidden="true" style={{ height: px }} className={styles.gap} />;
}

interface RowProps {
  readonly row: BoardRow;
  readonly columns: readonly Column[];
  readonly now: number;
  readonly isPhone: boolean;
  readonly index: number;
  readonly isTabStop: boolean;
  readonly onStep: (at: number, key: string) => boolean;
}

function pin(runId: number): void {
  togglePin(runId, new Set(useRuns.getState().runs.map(({ run }) => run.runId)));
}

function Row({ row, columns, now, isPhone, index, isTabStop, onStep }: RowProps) {
  const { tracked } = row;
  const { runId, pig } = tracked.run;
  const heard = useHeardPositions(({ byRun }) => byRun.get(runId));
  const isChosen = useTracking((tracking) => tracking.runId === runId);
  const isPinned = usePinnedRuns(({ pinned }) => pinned.has(runId));
  const live = describeLive(tracked, heard, now);
  const show = () => {
    openRunCard(tracked);
    // On a phone the board covers the map.
    if (isPhone) closeBoard();
  };
  const acts: Readonly<Record<string, () => void>> = {
    Enter: show,
    ' ': show,
    s: () => openSheet(runId),
    p: () => pin(runId),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = acts[event.key];
    if (act) act();
    else if (!onStep(index, event.key)) return;
    event.preventDefault();
  };
  return (
    <tr
      className={`${table.row} ${styles.row}`}
      data-run={runId}
      data-status={row.status}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onClick={({ target }) => target instanceof Element && target.closest('button') === null && show()}
      onKeyDown={onKeyDown}
    >
      {columns.map(({ id }) => (
        <td key={id} data-column={id}>
          <Cell column={id} row={row} live={live} />
        </td>
      ))}
      <td data-column="acts">
        <span className={styles.acts}>
          <IconButton
            icon="place"
            label={isPinned ? t('Unpin {name}', { name: pig }) : t('Pin {name}', { name: pig })}
            isSmall
            aria-pressed={isPinned}
            onClick={() => pin(runId)}
          />
          <IconButton icon="file" label={t('Run sheet of {pig}', { pig })} isSmall onClick={() => openSheet(runId)} />
        </span>
      </td>
    </tr>
  );
}

interface CellProps {
  readonly column: BoardColumn;
  readonly row: BoardRow;
  readonly live: LiveRun;
}

/** Two lines: what and when. */
function Pair({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <span className={styles.pair}>
      <span title={first}>{first}</span>
      {second !== '' && <small title={second}>{second}</small>}
    </span>
  );
}

function Heard({ live: { knowledge, run, now } }: { readonly live: LiveRun }) {
  const zone = useZone(run.path.timeZone);
  const { lastHeard } = knowledge;
  if (lastHeard)
    return (
      <Pair
        first={lastHeard.name}
        second={`${writeNear(lastHeard.at, now, zone)}, ${formatAgo(now - lastHeard.at)}${lastHeard.isVerified ? '' : t(', not verified')}`}
      />
    );
  if (run.launchAt === null || run.launchAt > now) return <Pair first={t('Not launched')} second="" />;
  return <Pair first={t('Nothing since launch')} second={formatAgo(now - run.launchAt)} />;
}

/** The ETA as a clock time and as a countdown; a state replaces both once the time is over. */
function Next({ row: { nextAt }, live }: Pick<CellProps, 'row' | 'live'>) {
  const zone = useZone(live.run.path.timeZone);
  const left = joinEta(readNext(live, zone));
  const clock =
    nextAt !== null && nextAt > live.now
      ? t('{time}, in {left}', { time: writeNear(nextAt, live.now, zone), left })
      : left;
  return <Pair first={nameNext(live)} second={clock} />;
}

function Cell({ column, row, live }: CellProps) {
  const units = useUnits();
  const { run, course, knowledge, now } = live;
  switch (column) {
    case 'pig':
      return <Pair first={run.pig} second={t('Run {runId}', { runId: run.runId })} />;
    case 'path':
      return <Pair first={run.path.name} second="" />;
    case 'company':
      return <Pair first={row.company ?? t('Unknown')} second="" />;
    case 'progress': {
      const gone = describeWayGone(knowledge, course.lengthM, units);
      return (
        <span className={styles.progress}>
          <RunStrip live={live} label={gone} />
          <small>{gone}</small>
        </span>
      );
    }
    case 'heard':
      return <Heard live={live} />;
    case 'next':
      return <Next row={row} live={live} />;
    case 'state':
      return (
        <span className={styles.state} data-status={row.status}>
          {t(STATUS_WORDS[row.status])}
        </span>
      );
    case 'overdue': {
      const { overdue } = knowledge;
      return overdue ? (
        <Pair
          first={`${formatOverdue(overdue.expectedAt, now)} h`}
          second={t('at {marker}', { marker: overdue.name })}
        />
      ) : null;
    }
    case 'unverified':
      return row.unverified > 0 ? (
        <Button
          size="small"
          aria-label={t('Verify {number} of {pig}', { number: row.unverified, pig: run.pig })}
          onClick={(event) => {
            event.stopPropagation();
            openVerifyQueue(run.runId);
          }}
        >
          {row.unverified}
        </Button>
      ) : null;
    case 'trouble':
      return row.trouble.length > 0 ? (
        <span className={styles.trouble} title={listTroubleWords(row.trouble)}>
          {describeTrouble(row.trouble)}
        </span>
      ) : null;
  }
}
