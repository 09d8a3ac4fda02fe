import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#/api/api-error.ts';
import { confirmSession, forgetSession, type KeptSession } from './download-windows.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { takeRows } from '#/features/downloads/progress.view.ts';
import { sessionQuery } from './session.data.ts';
import { isDetailOld } from './session.view.ts';

/** Minimum interval of reloads for changes without an event. */
const REST_MS = 1000;

/** Interval of reloads without any event. */
const QUIET_MS = 30_000;

/** The progress of a session. A restored one that has ended meanwhile, or that the user may not see, is dropped. */
export function useKeptSession({ sessionId, isRecalled }: KeptSession) {
  const query = useSessionProgress(sessionId);
  const { data, error } = query;
  const hasEnded = data !== undefined && data.endedDate !== null;
  const isGone = isRecalled && (hasEnded || isApiError(error, 'download-not-found') || isApiError(error, 'forbidden'));
  useEffect(() => {
    if (isGone) forgetSession(sessionId);
    else if (isRecalled && data) confirmSession(sessionId);
  }, [isGone, isRecalled, data, sessionId]);
  return { query, hasEnded, isGone };
}

/** The progress of a session until its end. */
function useSessionProgress(sessionId: number) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...sessionQuery(sessionId),
    refetchInterval: ({ state: { data } }) => (data?.endedDate === null ? QUIET_MS : false),
  });
  useEffect(() => {
    const { queryKey } = sessionQuery(sessionId);
    const reload = new LateReload(() => queryClient.invalidateQueries({ queryKey }), REST_MS);
    const stop = liveEvents.listenInBatches(['ReceiveDownloadRecordedPassageData'], (events) => {
      const heard = events.map(({ data }) => data);
      const shown = queryClient.getQueryData(queryKey);
      const isOnItsWay = queryClient.isFetching({ queryKey }) > 0;
      if (!shown) {
        if (isOnItsWay) reload.soon();
        return;
      }
      const list = shown.downloadRecordedPassageDataSessionRequestList;
      const next = takeRows(list, heard, (_, row) => row);
      if (next === list) return;
      const changed = { ...shown, downloadRecordedPassageDataSessionRequestList: [...next] };
      queryClient.setQueryData(queryKey, changed);
      // A pending reload may have been answered before this change.
      if (isDetailOld(changed) || isOnItsWay) reload.soon();
    });
    return () => {
      stop();
      reload.stop();
    };
  }, [queryClient, sessionId]);
  return query;
}
