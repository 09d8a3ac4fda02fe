import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetFleetDialogs } from '#/features/administration/agms/fleet-store.ts';
import { forgetBroadcasts } from '#/features/broadcast/broadcast-store.ts';
import { startDevices } from '#/features/devices/store/devices.data.ts';
import { loadAlerts } from '#/features/notifications/alerts/load-alerts.ts';
import { currentUserQuery } from '#/features/notifications/current-user.data.ts';
import { endSession, renewSession } from '#/features/session/session.ts';
import { onNewToken } from '#/features/session/session-store.ts';
import type { SessionEndReason } from '#/live/hub-client.ts';
import { liveEvents, passTokenToHub, recoverySteps, startLive } from '#/live/live.ts';
import { takeOpened } from '../offline/opened.ts';

async function followSessionEnd(reason: SessionEndReason): Promise<void> {
  // Makes up for a missed renewal, if the server still accepts it.
  const outcome = reason === 'expired' ? await renewSession().catch(() => 'refused' as const) : 'refused';
  if (outcome === 'refused') endSession(reason);
}

/** Connects the signed-in screens to the hub while they are mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const opened = takeOpened();
    const lastKnownAt = opened?.savedAt ?? null;
    const stops = [
      liveEvents.listen('ReceiveUserUpdate', (user) => queryClient.setQueryData(currentUserQuery.queryKey, user)),
      recoverySteps.register('reload', () => queryClient.invalidateQueries({}, { throwOnError: true })),
      onNewToken(passTokenToHub),
      startDevices(queryClient),
      loadAlerts(),
      startLive({
        onSessionEnd: (reason) => void followSessionEnd(reason),
        lastKnownAt,
      }),
      opened?.show(),
    ];
    return () => {
      for (const stop of stops) stop?.();
      forgetFleetDialogs();
      forgetBroadcasts();
    };
  }, [queryClient]);
}
