import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { companyUsersQuery, groupUsersQuery } from './users.data.ts';

/** Several AGMs added at once cause one reload. */
const REST_MS = 500;

/** Reloads lists of users after another user has changed them. */
export function useUserUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveEvents.listen('ReceiveUserListUpdate', ({ groupId }) => {
        void queryClient.invalidateQueries(companyUsersQuery);
        void queryClient.invalidateQueries(groupUsersQuery(groupId));
      }),
    [queryClient],
  );
}

/** The same for the AGMs of companies. */
export function useAgmUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const queryKey = ['GET /admin/apexagm/:groupId'];
    const reload = new LateReload(() => queryClient.invalidateQueries({ queryKey }), REST_MS);
    const stops = [reload.stop, liveEvents.listen('ReceiveDeviceListUpdate', reload.soon)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
}
