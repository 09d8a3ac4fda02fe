import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { broadcastQuery } from './broadcast.data.ts';
import { isOpen } from './progress.view.ts';

/** Minimum interval of reloads: commands change in large numbers. */
const REST_MS = 2000;
/** Interval of reloads without any event. */
const QUIET_MS = 30_000;

/** A broadcast, updated until all its commands are final. Events name commands, not broadcasts. */
export function useBroadcastProgress(broadcastId: number) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...broadcastQuery(broadcastId),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOpen(data) ? QUIET_MS : false),
  });
  const isWatched = query.data === undefined || isOpen(query.data);
  useEffect(() => {
    if (!isWatched) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = liveEvents.listen('ReceiveCommandUpdate', ({ source }) => {
      if (source !== 'broadcast' || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries(broadcastQuery(broadcastId));
      }, REST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient, broadcastId, isWatched]);
  return query;
}
