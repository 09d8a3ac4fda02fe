import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveEvents } from '#/live/live.ts';
import { refreshCommandHistory, takeCommandUpdate } from './commands.data.ts';

/** The steps of one command follow on each other: together they are one reading of the history. */
const REST_MS = 500;

/** Keeps the device's queue as it is, and its history as far as that is shown. */
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
        // Of a device that is gone there is nothing to read; the window follows with the list.
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
