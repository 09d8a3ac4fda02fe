import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { siteQuery } from './site.data.ts';

/** What a device reports in a burst is one reading of its counts. */
const REST_MS = 1000;

/** Reads the counts again when the device has reported, or was moved by somebody else. */
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
        // Of a device that is gone there is nothing to read; the panel follows with the list.
        if (data.uid === uid) clearTimeout(timer);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, uid]);
}
