import { logFailure } from '#/api/log-failure.ts';
import { isRestoreDue } from '#/live/idle.ts';
import { useOnline } from '#/live/online-store.ts';

/** Interval of the check for user activity. */
const LOOK_MS = 10_000;
const INPUTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Reloads the data from time to time while the user is idle, until the returned function is called. */
export function keepRestored(restore: () => Promise<void>): () => void {
  const stopping = new AbortController();
  let [lastInputAt, lastRestoreAt] = [Date.now(), Date.now()];
  const noteInput = () => {
    lastInputAt = Date.now();
  };
  for (const input of INPUTS)
    window.addEventListener(input, noteInput, { capture: true, passive: true, signal: stopping.signal });
  const timer = setInterval(() => {
    const nowMs = Date.now();
    const hasOpenDialog = document.querySelector('[aria-modal="true"]') !== null;
    const isOnline = useOnline.getState().online.phase === 'live';
    if (!isRestoreDue({ lastInputAt, nowMs, hasOpenDialog, isOnline }, lastRestoreAt)) return;
    lastRestoreAt = nowMs;
    restore().catch(logFailure);
  }, LOOK_MS);
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}
