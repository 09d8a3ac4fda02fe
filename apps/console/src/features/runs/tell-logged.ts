import { logFailure } from '#/api/log-failure.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showNotice } from '#/ui/toast/toasts.ts';

/** A failure that holds nothing up: it is logged, and quietly said. */
export function tellLogged(what: string, error: unknown): void {
  logFailure(error);
  const { message, logId } = toShownError(error);
  showNotice(what, logId === undefined ? message : `LogId = ${logId}`);
}
