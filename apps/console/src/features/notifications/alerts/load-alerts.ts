import { loadPart } from '#/api/load-part.ts';
import { logFailure } from '#/api/api-error.ts';
import { liveEvents } from '#/live/live.ts';

/** Loaded after the screen, including sounds: there may be no network when the first alert is due. */
export function loadAlerts(): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  loadPart(() => import('./start-alerts.ts')).then(({ startAlerts }) => {
    if (!isStopped) stop = startAlerts(liveEvents);
  }, logFailure);
  return () => {
    isStopped = true;
    stop?.();
  };
}
