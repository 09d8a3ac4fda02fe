import { logFailure } from '../../api/log-failure.ts';
import { deviceStore } from '../../features/devices/device-store.ts';
import { useRuns } from '../../features/runs/tracking/runs-store.ts';
import { useSession } from '../../features/session/session-store.ts';
import { useServerClock } from '../../live/clock-store.ts';
import { useOnline } from '../../live/online-store.ts';
import { takeSnapshot } from './snapshot.ts';
import { writeSnapshot } from './snapshot-database.ts';

const SAVE_EVERY_MS = 30_000;

/** Writes down what is live now. */
async function save(userId: number): Promise<void> {
  const { runs, isLoaded } = useRuns.getState();
  if (useSession.getState().user?.id !== userId || !isLoaded || !deviceStore.isLoaded()) return;
  const snapshot = takeSnapshot({
    userId,
    savedAt: useOnline.getState().heardAt ?? Date.now(),
    clockOffsetMs: useServerClock.getState().offsetMs,
    devices: deviceStore.list(),
    runs: runs.map(({ text }) => text),
  });
  await writeSnapshot(snapshot);
}

/** Keeps the last known state of this person now and again while it is live, and once more when it no longer is. */
export function keepSnapshot(userId: number, signal: AbortSignal): void {
  const saveNow = () => void save(userId).catch(logFailure);
  const isLive = () => useOnline.getState().online.phase === 'live';
  const timer = setInterval(() => isLive() && saveNow(), SAVE_EVERY_MS);
  // Also when the page is hidden, as it is before it is closed.
  const stop = useOnline.subscribe(({ online }, before) => {
    if (before.online.phase === 'live' && online.phase !== 'live') saveNow();
  });
  if (isLive()) saveNow();
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    stop();
  });
}
