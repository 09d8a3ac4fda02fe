export type ToastKind = 'success' | 'notice' | 'error';

export interface Toast {
  readonly kind: ToastKind;
  readonly message: string;
  /** Less prominent text after the message, such as the name of the object. */
  readonly detail?: string | undefined;
  readonly logId?: string | number | undefined;
  /** A button: "Retry", "Undo". */
  readonly act?: { readonly label: string; readonly onAct: () => void } | undefined;
}

export const toastLimit = 3;

/** Errors stay until they are closed; others disappear after 5 s, or after 10 s if they have a button. */
export function toastLifetimeMs({ kind, act }: Pick<Toast, 'kind' | 'act'>): number | false {
  if (kind === 'error') return false;
  return act ? 10_000 : 5000;
}

/** Equal texts are one toast: a repeated failure must not fill the corner. */
export function toastId({ kind, message, detail }: Toast): string {
  return `${kind}: ${message}${detail === undefined ? '' : ` (${detail})`}`;
}

interface ToastShown {
  readonly id: string;
  readonly isError: boolean;
}

/** The toasts to remove before another one is shown: the oldest that is not an error, else the oldest. */
export function chooseToastsToDrop(shown: readonly ToastShown[]): readonly string[] {
  const surplus = shown.length - toastLimit + 1;
  if (surplus <= 0) return [];
  const byWorth = [...shown.filter((toast) => !toast.isError), ...shown.filter((toast) => toast.isError)];
  return byWorth.slice(0, surplus).map((toast) => toast.id);
}
