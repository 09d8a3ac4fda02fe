import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { refreshRuns } from '#/features/runs/change-runs.data.ts';

/** Reads the active runs again when one comes or goes; that a pig has moved on changes nothing here. */
export function useRunUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveEvents.listen('ReceivePigRunUpdate', (update) => {
        const { messageName } = readRunUpdate(update);
        if (messageName !== 'UpdateLocation' && messageName !== 'UpdateLocationV2') void refreshRuns(queryClient);
      }),
    [queryClient],
  );
}
