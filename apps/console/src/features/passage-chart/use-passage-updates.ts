import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { liveEvents } from '#/live/live.ts';
import { refreshPassages } from './passage.data.ts';

/** Debounce: the records of one passage cause one reload. */
const REST_MS = 300;

/** Keeps the shown passage up to date: verified, corrected, scored or deleted elsewhere, or new. */
export function usePassageUpdates(uid: number): void {
  const queryClient = useQueryClient();
  const read = useEffectEvent(() => void refreshPassages(queryClient, uid));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (event: { readonly uid: number }) => {
      if (event.uid !== uid) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        read();
      }, REST_MS);
    };
    const stops = [liveEvents.listen('ReceivePassageUpdate', take), liveEvents.listen('ReceivePassage', take)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [uid]);
}
