import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { serverNow } from '#/live/clock-store.ts';
import { liveEvents } from '#/live/live.ts';
import { LiveCollection, type LoadState } from '#/live/live-collection.ts';
import { DETAIL_EVENT_NAMES, takeDetailEvents } from './device-detail.data.ts';
import { DEVICE_EVENT_NAMES } from './device-event.ts';
import { deviceStore } from './device-store.ts';
import { readDevice } from './device.wire.ts';
import { closeDeviceWindows } from '../windows/device-windows.ts';
import { clearSelection, useSelection } from './selection.ts';
import { watchWakeUps } from './wake-watch.ts';

/** Several devices added at once cause one reload. */
const LIST_UPDATE_REST_MS = 500;
/** The hub's first connection loads the list; if connecting takes longer than this, the list loads first. */
const HUB_PATIENCE_MS = 500;
const WAKE_WATCH_MS = 1000;

/** The state of the last load; the devices themselves are in the store. */
export const useDeviceLoad = create<LoadState>()(() => ({ isLoading: false, error: null }));

const devices = new LiveCollection({
  events: DEVICE_EVENT_NAMES,
  load: async () => (await callApi('GET /apexagm')).map(readDevice),
  apply: (events) => deviceStore.apply(events),
  replaceAll: (list) => deviceStore.replaceAll(list),
  clear: () => deviceStore.clear(),
  onLoadState: (state) => useDeviceLoad.setState(state),
  recovers: 'reload',
  patienceMs: HUB_PATIENCE_MS,
});

export function reloadDevices(): void {
  devices.load().catch(logFailure);
}

/** A removed device is no longer selected. */
function followSelection(): void {
  const { uid } = useSelection.getState();
  if (uid !== null && !deviceStore.get(uid)) clearSelection();
}

/** Loads the devices and keeps them up to date until the returned function is called. */
export function startDevices(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookForOverdue = watchWakeUps(deviceStore, serverNow());
  const wakeTimer = setInterval(() => lookForOverdue(serverNow()), WAKE_WATCH_MS);
  const stops = [
    deviceStore.subscribe(({ isListChanged }) => isListChanged && followSelection()),
    devices.start(),
    liveEvents.listenInBatches(DETAIL_EVENT_NAMES, (events) => takeDetailEvents(queryClient, events)),
    liveEvents.listen('ReceiveDeviceListUpdate', () => {
      clearTimeout(timer);
      timer = setTimeout(reloadDevices, LIST_UPDATE_REST_MS);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    clearInterval(wakeTimer);
    clearSelection();
    closeDeviceWindows();
  };
}
