import { onlineManager } from '@tanstack/react-query';
import { isApiError } from '#/api/api-error.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import type { StoredUser } from '#/features/session/session-store.ts';
import { forgetLastKnown, keepOpened } from './opened.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { loadSnapshot } from './snapshot-database.ts';

const PATIENCE_MS = 5000;
/** Statuses of a proxy whose server is down. */
const FIRST_AWAY_STATUS = 502;

async function isServerAway(): Promise<boolean> {
  const asked = fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
  return asked.then(
    ({ status }) => status >= FIRST_AWAY_STATUS,
    () => true,
  );
}

const tellsAway = (failure: unknown) =>
  isApiError(failure) && (failure.status === 0 || failure.status >= FIRST_AWAY_STATUS);

async function open(snapshot: Snapshot): Promise<void> {
  const { showSnapshot } = await import('./show-snapshot.ts');
  // Queries without stored data wait for the server instead of failing.
  onlineManager.setOnline(false);
  keepOpened({ savedAt: snapshot.savedAt, show: () => showSnapshot(snapshot) });
}

/**
 * Whether the home screen opens without the server, from the stored data of this user. `failure` is why the sign-in was
 * not renewed; without one it has expired, and the user must sign in again unless the server is unreachable.
 */
export async function openLastKnown({ id }: StoredUser, failure?: unknown): Promise<boolean> {
  if (failure !== undefined && !tellsAway(failure)) return false;
  const snapshot = readSnapshot(await loadSnapshot(), id, Date.now());
  if (failure === undefined && snapshot && !(await isServerAway())) {
    forgetLastKnown();
    return false;
  }
  // The page keeps its stored data when the user moves between screens.
  if (deviceStore.isLoaded()) return true;
  if (snapshot) await open(snapshot);
  return snapshot !== null;
}
