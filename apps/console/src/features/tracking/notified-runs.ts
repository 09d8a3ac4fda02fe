import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { limitChoice } from '#/features/devices/choosable.ts';
import { useRuns } from '#/features/runs/runs-store.ts';

// What of the active runs notifies the signed-in user, and what a viewer sees because of that.

/** M-038. */
const REST_MS = 1000;

export interface NotifiedUser {
  readonly id: number;
  readonly isViewer: boolean;
}

/** A viewer chooses only these devices, even where his list is older. */
async function loadNotified({ id: userId, isViewer }: NotifiedUser, isWanted: () => boolean): Promise<void> {
  const [, { uidList }] = await Promise.all([
    callApi('GET /pigrun/ActivePigRunListWithUserNotification/:userId', { params: { userId } }),
    callApi('GET /pigrun/ActivePigRunUidListWithUserNotification/:userId', { params: { userId } }),
  ]);
  if (isViewer && isWanted()) limitChoice(new Set(uidList));
}

/** Which runs there are, and who watches them. */
const nameRuns = () =>
  useRuns
    .getState()
    .runs.map(({ run: { runId, path } }) => `${runId}: ${path.agms.join()}`)
    .join('\n');

/** Follows them until the answer is called; a viewer's devices are other ones then. */
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
    limitChoice(null);
  };
}
