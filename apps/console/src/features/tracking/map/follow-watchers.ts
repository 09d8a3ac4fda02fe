import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useRuns } from '#/features/runs/runs-store.ts';

/** M-032. Batches all changes within this time. */
const REST_MS = 1000;

/** Draws a second after a change of runs or devices, until the returned function is called. */
export function followWatchers(draw: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      draw();
    }, REST_MS);
  };
  wait();
  const stops = [useRuns.subscribe(wait), deviceStore.subscribe(wait)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
