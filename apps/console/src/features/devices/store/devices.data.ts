import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { serverNow } from '#/live/clock-store.ts';
import { liveEvents, recoverySteps } from '#/live/live.ts';
import { hasServer } from '#/live/online-store.ts';
import { DETAIL_EVENT_NAMES, takeDetailEvents } from './device-detail.data.ts';
import { DEVICE_EVENT_NAMES } from './device-event.ts';
import { DeviceLoading } from './device-loading.ts';
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

interface LoadState {
  readonly isLoading: boolean;
  readonly error: Error | null;
}

/** The state of the last load; the devices themselves are in the store. */
export const useDeviceLoad = create<LoadState>()(() => ({ isLoading: false, error: null }));

let loading: DeviceLoading | null = null;

async function fetchDevices() {
  return (await callApi('GET /apexagm')).map(readDevice);
}

/** Rejects with the failed call, and stores the failure in the load state. */
async function loadDevices(): Promise<void> {
  useDeviceLoad.setState({ isLoading: true });
  try {
    await loading?.load();
    useDeviceLoad.setState({ isLoading: false, error: null });
  } catch (error) {
    useDeviceLoad.setState({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) });
    throw error;
  }
}

export function reloadDevices(): void {
  loadDevices().catch(logFailure);
}

/** A removed device is no longer selected. */
function followSelection(): void {
  const { uid } = useSelection.getState();
  if (uid !== null && !deviceStore.get(uid)) clearSelection();
}

/** Loads the devices and keeps them up to date until the returned function is called. */
export function startDevices(queryClient: QueryClient): () => void {
  const current = new DeviceLoading(deviceStore, fetchDevices);
  loading = current;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookForOverdue = watchWakeUps(deviceStore, serverNow());
  const wakeTimer = setInterval(() => lookForOverdue(serverNow()), WAKE_WATCH_MS);
  // Without the server the last known devices stay until it is back.
  const firstTimer = setTimeout(() => hasServer() && reloadDevices(), HUB_PATIENCE_MS);
  const stops = [
    deviceStore.subscribe(({ isListChanged }) => isListChanged && followSelection()),
    liveEvents.listenInBatches(DEVICE_EVENT_NAMES, (events) => current.take(events)),
    liveEvents.listenInBatches(DETAIL_EVENT_NAMES, (events) => takeDetailEvents(queryClient, events)),
    liveEvents.listen('ReceiveDeviceListUpdate', () => {
      clearTimeout(timer);
      timer = setTimeout(reloadDevices, LIST_UPDATE_REST_MS);
    }),
    recoverySteps.register('reload', () => {
      clearTimeout(firstTimer);
      return loadDevices();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    clearTimeout(firstTimer);
    clearInterval(wakeTimer);
    current.stop();
    clearSelection();
    closeDeviceWindows();
    loading = null;
  };
}
