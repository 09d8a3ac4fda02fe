import { loadPart } from '#/api/load-part.ts';
import { logFailure } from '#/api/log-failure.ts';
import { liveEvents } from '#/live/live.ts';

/** Alerts come after the screen, sounds and all: when the first is due, there may be no network to fetch them over. */
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
