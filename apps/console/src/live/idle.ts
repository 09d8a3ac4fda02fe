/** Without pointer or key input for this long, without an open dialog and online, a restore disturbs no user. */
const IDLE_AFTER_MS = 300_000;

/** The interval of further restores. */
const RESTORE_EVERY_MS = IDLE_AFTER_MS;

interface Attention {
  readonly lastInputAt: number;
  readonly nowMs: number;
  readonly hasOpenDialog: boolean;
  readonly isOnline: boolean;
}

export function isIdle({ lastInputAt, nowMs, hasOpenDialog, isOnline }: Attention): boolean {
  return isOnline && !hasOpenDialog && nowMs - lastInputAt >= IDLE_AFTER_MS;
}

/** Whether the shown data must be reloaded. */
export function isRestoreDue(attention: Attention, lastRestoreAt: number): boolean {
  return isIdle(attention) && attention.nowMs - lastRestoreAt >= RESTORE_EVERY_MS;
}
