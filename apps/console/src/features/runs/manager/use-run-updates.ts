import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '../../../live/live.ts';
import { refreshRuns } from './manager.data.ts';

/** Reads the active runs again when one comes or goes; that a pig has moved on changes nothing here. */
export function useRunUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveEvents.listen('ReceivePigRunUpdate', ({ messagegName }) => {
        if (messagegName !== 'UpdateLocation' && messagegName !== 'UpdateLocationV2') void refreshRuns(queryClient);
      }),
    [queryClient],
  );
}
