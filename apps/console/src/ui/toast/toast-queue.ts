export type ToastKind = 'success' | 'notice' | 'error';

export interface Toast {
  readonly kind: ToastKind;
  readonly message: string;
  /** Quieter words after the message: which one, what was kept. */
  readonly detail?: string | undefined;
  readonly logId?: string | number | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export const toastLimit = 3;

/** Errors stay until they are closed; the rest goes after 5 s. */
export function toastLifetimeMs(kind: ToastKind): number | false {
  return kind === 'error' ? false : 5000;
}

/** The same words are one toast: a failure that repeats must not fill the corner. */
export function toastId({ kind, message, detail }: Toast): string {
  return `${kind}: ${message}${detail === undefined ? '' : ` (${detail})`}`;
}

interface ToastShown {
  readonly id: string;
  readonly isError: boolean;
}

/** Which of the toasts on screen, oldest first, go before another one comes: the oldest that is no error, else the oldest. */
export function chooseToastsToDrop(shown: readonly ToastShown[]): readonly string[] {
  const surplus = shown.length - toastLimit + 1;
  if (surplus <= 0) return [];
  const byWorth = [...shown.filter((toast) => !toast.isError), ...shown.filter((toast) => toast.isError)];
  return byWorth.slice(0, surplus).map((toast) => toast.id);
}
