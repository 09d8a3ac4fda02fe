import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { refreshRuns } from '#/features/runs/change-runs.data.ts';

/** Reloads the active runs when one starts or ends; ignores movements of pigs. */
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
