import { onlineManager } from '@tanstack/react-query';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { putAll } from '#/features/runs/runs-store.ts';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { useOnline } from '#/live/online-store.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Fills the stores as the server would; the server's data later replaces all of it. Returns a function that stops it.
 */
export function showSnapshot({ clockOffsetMs, devices, runs }: Snapshot): () => void {
  useServerClock.setState({ samples: [], offsetMs: clockOffsetMs });
  deviceStore.replaceAll(devices);
  putAll(runs.map(trackRun));
  const stop = useOnline.subscribe(({ online }) => {
    if (online.hasServer) onlineManager.setOnline(true);
  });
  return () => {
    stop();
    onlineManager.setOnline(true);
  };
}
