import { logFailure } from '#/api/api-error.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { useSession } from '#/features/session/session-store.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { useOnline } from '#/live/online-store.ts';
import { takeSnapshot } from './snapshot.ts';
import { writeSnapshot } from './snapshot-database.ts';

const SAVE_EVERY_MS = 30_000;

const isComplete = () => useRuns.getState().isLoaded && deviceStore.isLoaded();

/** Writes a snapshot of the live state. */
async function save(userId: number): Promise<void> {
  if (useSession.getState().user?.id !== userId || !isComplete()) return;
  const snapshot = takeSnapshot({
    userId,
    savedAt: useOnline.getState().heardAt ?? Date.now(),
    clockOffsetMs: useServerClock.getState().offsetMs,
    devices: deviceStore.list(),
    runs: useRuns.getState().runs.map(({ text }) => text),
  });
  await writeSnapshot(snapshot);
}

/** Stores the last known state of this user from time to time while it is live, and once more when it no longer is. */
export function keepSnapshot(userId: number, signal: AbortSignal): void {
  const saveNow = () => void save(userId).catch(logFailure);
  const isLive = () => useOnline.getState().online.phase === 'live';
  const timer = setInterval(() => isLive() && saveNow(), SAVE_EVERY_MS);
  let isFirstDue = true;
  // On a slow page the connection is live before everything is loaded.
  const saveFirst = () => {
    if (!isFirstDue || !isLive() || !isComplete()) return;
    isFirstDue = false;
    saveNow();
  };
  const stops = [
    useRuns.subscribe(saveFirst),
    deviceStore.subscribe(saveFirst),
    // Also when the page is hidden, as it is before it is closed.
    useOnline.subscribe(({ online }, before) => {
      if (before.online.phase === 'live' && online.phase !== 'live') saveNow();
      saveFirst();
    }),
  ];
  saveFirst();
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  });
}
