import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { siteQuery } from './site.data.ts';

/** Debounce: a burst of reports reloads the counts once. */
const REST_MS = 1000;

/** Reloads the counts when the device has reported or another user has moved it. */
export function useSiteUpdates(uid: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (data: { readonly uid: number }) => {
      if (data.uid !== uid || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries(siteQuery(uid));
      }, REST_MS);
    };
    const stops = [
      liveEvents.listen('ReceiveHeartbeat', take),
      liveEvents.listen('ReceivePassage', take),
      liveEvents.listen('ReceiveDeviceListUpdate', (data) => {
        if (!data.isRemoved) return take(data);
        // A deleted device has no counts; the list updates the panel.
        if (data.uid === uid) clearTimeout(timer);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, uid]);
}
