import { createPortal } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { showColumns, useShownIds } from './table/column-memory.ts';
import { nameExport, type ExportKind } from './export/csv-export.ts';
import { ExportButton } from './export/ExportButton.tsx';
import { ExportProgress } from './export/ExportProgress.tsx';
import { refreshHistory, type HistoryKind } from '#/features/devices/windows/history-reloads.ts';
import { chooseColumns, listFields, type HistoryColumn } from './table/history-column.ts';
import { isFiltered, type HistoryFilter, isWithin } from './history-filter.view.ts';
import { HISTORY_PAGE_SIZE, isNewestFirst, newestFirst, sortHistory, toExportQuery } from './table/history-order.ts';
import { HistoryColumns } from './table/HistoryColumns.tsx';
import { HistoryTable, type RowParts } from './table/HistoryTable.tsx';
import type { useCsvExport, WantedExport } from './export/use-csv-export.ts';
import { useHistoryPages, type ReadHistory } from './use-history-pages.ts';
import { downloadApi } from '#/api/download.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { takePassageUpdate } from './passages/passage-update.ts';
import styles from './HistoryWindow.module.css';
import { markText } from '@waymark/domain/language/translate';

/** The texts of a tab about its rows. */
interface HistoryWords {
  readonly caption: string;
  readonly empty: string;
  /** The filter finds no rows. */
  readonly emptyInTime: string;
  readonly loading: string;
  /** A text of two forms, to be filled in with `count`. */
  readonly counted: string;
}

const HISTORY_WORDS: Readonly<Record<HistoryKind, HistoryWords>> = {
  passage: {
    caption: t("The device's passages"),
    empty: t('No passages'),
    emptyInTime: t('No passages in this time'),
    loading: t('Loading passages'),
    counted: markText('{count} passage|{count} passages'),
  },
  heartbeat: {
    caption: t("The device's heartbeats"),
    empty: t('No heartbeats'),
    emptyInTime: t('No heartbeats in this time'),
    loading: t('Loading heartbeats'),
    counted: markText('{count} heartbeat|{count} heartbeats'),
  },
  deviceInfo: {
    caption: t("The device's device info responses"),
    empty: t('No device info responses'),
    emptyInTime: t('No device info responses in this time'),
    loading: t('Loading device info responses'),
    counted: markText('{count} device info response|{count} device info responses'),
  },
  settings: {
    caption: t("The device's settings responses"),
    empty: t('No settings responses'),
    emptyInTime: t('No settings responses in this time'),
    loading: t('Loading settings responses'),
    counted: markText('{count} settings response|{count} settings responses'),
  },
};

/** Debounce: the records of one passage, and the reports with it, cause one reload. */
const REST_MS = 1000;

const ADDRESSES = {
  Passage: 'GET /apexagm/:uid/exportPassages',
  Heartbeat: 'GET /apexagm/:uid/exportHeartbeats',
} as const;

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
  const { kind, uid, timeField, filter, toolSlot, exporting, exportKind } = props;
  const { order, setOrder, shown, refresh, ...state } = useHistoryPages({
    read: props.read,
    uid,
    timeField,
    filter,
    reloads: props.reloads ?? 0,
  });
  const words = HISTORY_WORDS[kind];
  const hasNews = useHistoryNews({ kind, uid, filter, isNewestShown: isNewestFirst(order, timeField) });
  const shownIds = useShownIds(kind, props.columns);
  const columns = chooseColumns(props.columns, shownIds);
  const tools = (
    <>
      <IconButton icon="retry" label={t('Refresh')} aria-busy={state.isFetching} onClick={refresh} />
      <HistoryColumns columns={props.columns} shownIds={shownIds} onShow={(ids) => showColumns(kind, ids)} />
      {exporting && exportKind && (
        <ExportButton
          exporting={exporting}
          title={t('All rows that the filter finds, with the columns shown')}
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
          uid={uid}
          {...{ columns, order, shown, ...state, caption: words.caption, parts: props }}
          emptyText={isFiltered(filter) ? words.emptyInTime : words.empty}
          onSort={(field) => setOrder(sortHistory(order, field, timeField))}
          onRetry={refresh}
        />
      </div>
      <div className={styles.foot}>
        <span role="status">
          {shown ? t(words.counted, { count: shown.count }) : !state.error && !state.isPaused && words.loading}
        </span>
        {hasNews && (
          <Button size="tiny" icon="sortUp" onClick={() => setOrder(newestFirst(timeField))}>
            {t('New rows')}
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

/** Exports all rows of a device's history that match the filter. */
function exportHistory(
  uid: number,
  kind: ExportKind,
  query: ReturnType<typeof toExportQuery>,
  total: number,
): WantedExport {
  return {
    receive: (receiving) => downloadApi(ADDRESSES[kind], { params: { uid }, query }, receiving),
    name: (nowMs) => nameExport(uid, kind, nowMs),
    total,
  };
}

interface Watched {
  readonly kind: HistoryKind;
  readonly uid: number;
  readonly filter: HistoryFilter;
  /** On page 1 with the newest first a new row appears by itself. */
  readonly isNewestShown: boolean;
}

/** Keeps the rows up to date; returns whether there are new ones that the shown page lacks. */
function useHistoryNews({ kind, uid, filter, isNewestShown }: Watched): boolean {
  const queryClient = useQueryClient();
  const [hasNews, setNews] = useState(false);
  if (hasNews && isNewestShown) setNews(false);

  const takeRow = useEffectEvent((time: string, refresh: () => void) => {
    if (!isWithin(filter, time)) return;
    if (isNewestShown) refresh();
    else setNews(true);
  });
  useEffect(() => {
    const reload = new LateReload(() => refreshHistory(queryClient, kind, uid), REST_MS);
    const stops = [
      reload.stop,
      listenForRows(kind, uid, (time) => takeRow(time, reload.soon)),
      liveEvents.listen('ReceivePassageUpdate', (update) => {
        if (kind === 'passage' && update.uid === uid && takePassageUpdate(queryClient, update)) reload.soon();
      }),
      liveEvents.listen('ReceiveDeviceListUpdate', (data) => {
        // A device that no longer exists is not reloaded.
        if (data.uid === uid && data.isRemoved) reload.stop();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, kind, uid]);
  return hasNews;
}

type Stop = () => void;

type TakeTime = (time: string) => void;

function listenForResponses(uid: number, commandType: string, take: TakeTime): Stop {
  return liveEvents.listen('ReceiveCommandResponse', ({ uid: from, command }) => {
    if (from === uid && command.commandType === commandType) take(command.timeStampAck);
  });
}

/** Called for each new row of a device, with its time. */
function listenForRows(kind: HistoryKind, uid: number, take: TakeTime): Stop {
  switch (kind) {
    case 'passage':
      return liveEvents.listen('ReceivePassage', (passage) => {
        if (passage.uid === uid) take(passage.passageTimeStamp);
      });
    case 'heartbeat':
      return liveEvents.listen('ReceiveHeartbeat', (heartbeat) => {
        if (heartbeat.uid === uid) take(heartbeat.heartbeatTimeStamp);
      });
    case 'deviceInfo':
      return listenForResponses(uid, 'DeviceInfo', take);
    case 'settings':
      return listenForResponses(uid, 'ControlSettings', take);
  }
}
