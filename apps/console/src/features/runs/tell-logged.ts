import { logFailure } from '#/api/log-failure.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showNotice } from '#/ui/toast/toasts.ts';

/** Logs a failure that stops nothing, and shows a toast without an alarm. */
export function tellLogged(what: string, error: unknown): void {
  logFailure(error);
  const { message, logId } = toShownError(error);
  showNotice(what, logId === undefined ? message : `LogId = ${logId}`);
}
