/** Without pointer or key input for this long, with no dialog open and online, nobody is disturbed by a restore. */
const IDLE_AFTER_MS = 300_000;

/** And again each time this long has passed. */
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

/** Whether what is shown is to be read anew. */
export function isRestoreDue(attention: Attention, lastRestoreAt: number): boolean {
  return isIdle(attention) && attention.nowMs - lastRestoreAt >= RESTORE_EVERY_MS;
}
