import { notifications, notificationsStore } from '@mantine/notifications';
import { createElement } from 'react';
import { t } from '#/language/t.ts';
import { ToastCard } from './ToastCard.tsx';
import { toShownError } from '../state/shown-error.ts';
import { chooseToastsToDrop, toastId, toastLifetimeMs, type Toast } from './toast-queue.ts';
import { logFailure } from '#/api/api-error.ts';

const errorRole = 'alert';

function show(toast: Toast): void {
  const id = toastId(toast);
  // Hidden first, so that its five seconds and its Retry restart.
  notifications.hide(id);
  const shown = notificationsStore.getState().notifications.map(({ id: shownId = '', role }) => ({
    id: shownId,
    isError: role === errorRole,
  }));
  for (const dropped of chooseToastsToDrop(shown)) notifications.hide(dropped);
  notifications.show({
    id,
    role: toast.kind === 'error' ? errorRole : 'status',
    autoClose: toastLifetimeMs(toast),
    message: createElement(ToastCard, { toast, onClose: () => notifications.hide(id) }),
  });
}

export function showSuccess(message: string, detail?: string): void {
  show({ kind: 'success', message, detail });
}

/** An action that can be undone; `message` names it. */
export function showUndoable(message: string, detail: string, onUndo: () => void): void {
  show({ kind: 'success', message, detail, act: { label: t('Undo'), onAct: onUndo } });
}

/** Information that is not a failure: "Device does not have a location". */
export function showNotice(message: string, detail?: string, act?: Toast['act']): void {
  show({ kind: 'notice', message, detail, act });
}

interface ErrorToast {
  /** The failed action, in the words of the requirements. */
  readonly message: string;
  readonly detail?: string;
  /** The thrown value: provides the log id, and the detail if none is given. */
  readonly cause?: unknown;
  readonly logId?: string | number;
  readonly onRetry?: () => void;
}

export function showError({ message, detail, cause, logId, onRetry }: ErrorToast): void {
  const reason = cause === undefined ? undefined : toShownError(cause);
  const act = onRetry && { label: t('Retry'), onAct: onRetry };
  show({ kind: 'error', message, detail: detail ?? reason?.message, logId: logId ?? reason?.logId, act });
}

export function closeToasts(): void {
  notifications.clean();
}

/** Logs a failure that stops nothing, and shows a toast without an alarm. */
export function tellLogged(what: string, error: unknown): void {
  logFailure(error);
  const { message, logId } = toShownError(error);
  showNotice(what, logId === undefined ? message : `LogId = ${logId}`);
}
