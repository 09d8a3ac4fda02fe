import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { DOWNLOAD_EVENTS, downloadsQuery } from './downloads.data.ts';
import { isListOld, takeProgress } from './files.view.ts';
import { takeRows } from './progress.view.ts';

/** Minimum interval of reloads for changes without an event. */
const REST_MS = 1000;

/** Keeps a page of downloads up to date while it is shown. */
export function useFileUpdates(uid: number | null, page: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = downloadsQuery(uid, page);
    const reload = new LateReload(() => queryClient.invalidateQueries({ queryKey }), REST_MS);
    const stop = liveEvents.listenInBatches(DOWNLOAD_EVENTS, (events) => {
      const heard = events.map(({ data }) => data).filter(({ uId }) => uid === null || uId === uid);
      const shown = queryClient.getQueryData(queryKey);
      if (heard.length === 0) return;
      // A list that is loading may have been read before this change.
      if (!shown || queryClient.isFetching({ queryKey }) > 0 || isListOld(shown.downloadList, heard, page === 1))
        reload.soon();
      if (shown)
        queryClient.setQueryData(queryKey, {
          ...shown,
          downloadList: [...takeRows(shown.downloadList, heard, takeProgress)],
        });
    });
    return () => {
      stop();
      reload.stop();
    };
  }, [queryClient, uid, page]);
}
