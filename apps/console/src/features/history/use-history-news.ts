import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { liveEvents } from '#/live/live.ts';
import { refreshHistory, type HistoryKind } from '#/features/devices/windows/history-reloads.ts';
import { isWithin, type HistoryFilter } from './history-filter.view.ts';
import { listenForRows } from './history-news.ts';
import { takePassageUpdate } from './passages/passage-update.ts';

/** Debounce: the records of one passage, and the reports with it, cause one reload. */
const REST_MS = 1000;

interface Watched {
  readonly kind: HistoryKind;
  readonly uid: number;
  readonly filter: HistoryFilter;
  /** On page 1 with the newest first a new row appears by itself. */
  readonly isNewestShown: boolean;
}

/** Keeps the rows up to date; returns whether there are new ones that the shown page lacks. */
export function useHistoryNews({ kind, uid, filter, isNewestShown }: Watched): boolean {
  const queryClient = useQueryClient();
  const [hasNews, setNews] = useState(false);
  if (hasNews && isNewestShown) setNews(false);

  const takeRow = useEffectEvent((time: string, refresh: () => void) => {
    if (!isWithin(filter, time)) return;
    if (isNewestShown) refresh();
    else setNews(true);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const refresh = () => {
      if (isGone) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshHistory(queryClient, kind, uid);
      }, REST_MS);
    };
    const stops = [
      listenForRows(kind, uid, (time) => takeRow(time, refresh)),
      liveEvents.listen('ReceivePassageUpdate', (update) => {
        if (kind === 'passage' && update.uid === uid && takePassageUpdate(queryClient, update)) refresh();
      }),
      liveEvents.listen('ReceiveDeviceListUpdate', (data) => {
        if (data.uid !== uid || !data.isRemoved) return;
        // The device no longer exists: do not reload.
        isGone = true;
        clearTimeout(timer);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, kind, uid]);
  return hasNews;
}
