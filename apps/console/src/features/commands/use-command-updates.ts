import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { refreshCommandHistory, takeCommandUpdate } from './commands.data.ts';

/** Debounce: the steps of one command cause one reload of the history. */
const REST_MS = 500;

/** Keeps the device's queue up to date, and the loaded pages of its history. */
export function useCommandUpdates(uid: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const stops = [
      liveEvents.listen('ReceiveCommandUpdate', (command) => {
        if (command.uid !== uid || isGone) return;
        takeCommandUpdate(queryClient, command);
        timer ??= setTimeout(() => {
          timer = undefined;
          void refreshCommandHistory(queryClient, uid);
        }, REST_MS);
      }),
      liveEvents.listen('ReceiveDeviceListUpdate', (data) => {
        if (data.uid !== uid || !data.isRemoved) return;
        // The device no longer exists: do not reload; the list closes the window.
        isGone = true;
        clearTimeout(timer);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, uid]);
}
