import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { choosable } from '#/features/devices/table/choose-device.ts';
import { useRuns } from '#/features/runs/runs-store.ts';

// The active runs that notify the signed-in user, and the devices that a viewer therefore sees.

/** M-038. */
const REST_MS = 1000;

export interface NotifiedUser {
  readonly id: number;
  readonly isViewer: boolean;
}

/** A viewer can choose only these devices, even while the device list is older. */
async function loadNotified({ id: userId, isViewer }: NotifiedUser, isWanted: () => boolean): Promise<void> {
  const [, { uidList }] = await Promise.all([
    callApi('GET /pigrun/ActivePigRunListWithUserNotification/:userId', { params: { userId } }),
    callApi('GET /pigrun/ActivePigRunUidListWithUserNotification/:userId', { params: { userId } }),
  ]);
  if (isViewer && isWanted()) choosable.put(new Set(uidList));
}

/** The runs and the devices that watch them. */
const nameRuns = () =>
  useRuns
    .getState()
    .runs.map(({ run: { runId, path } }) => `${runId}: ${path.agms.join()}`)
    .join('\n');

/** Follows the runs until the returned function is called, and reloads a viewer's devices on a change. */
export function followNotified(user: NotifiedUser, reloadDevices: () => void): () => void {
  let known = nameRuns();
  let isStopped = false;
  const load = () => void loadNotified(user, () => !isStopped).catch(logFailure);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (!useRuns.getState().isLoaded || nameRuns() === known) return;
    known = nameRuns();
    clearTimeout(timer);
    timer = setTimeout(() => {
      load();
      if (user.isViewer) reloadDevices();
    }, REST_MS);
  };
  load();
  const stop = useRuns.subscribe(look);
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
    choosable.put(null);
  };
}
