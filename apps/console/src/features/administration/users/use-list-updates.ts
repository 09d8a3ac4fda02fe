import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { companyUsersQuery, groupUsersQuery } from './users.data.ts';

/** Debounce: several AGMs added at once cause one reload. */
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => void queryClient.invalidateQueries({ queryKey: ['GET /admin/apexagm/:groupId'] });
    const stop = liveEvents.listen('ReceiveDeviceListUpdate', () => {
      clearTimeout(timer);
      timer = setTimeout(refresh, REST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryClient]);
}
