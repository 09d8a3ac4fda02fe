import { deviceStore } from '#/features/devices/store/device-store.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { useRuns } from '#/features/runs/runs-store.ts';

/** M-032. Batches all changes within this time. */
const REST_MS = 1000;

/**
 * Draws a second after a change of runs or devices, and at once when the signs of the map are laid out again, until the
 * returned function is called.
 */
export function followWatchers(draw: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasDrawn = false;
  const wait = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      hasDrawn = true;
      draw();
    }, REST_MS);
  };
  wait();
  const stops = [
    useRuns.subscribe(wait),
    deviceStore.subscribe(wait),
    signBoard.onLaid(() => {
      if (hasDrawn) draw();
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
