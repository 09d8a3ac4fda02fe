import { readRunUpdate } from '@waymark/contract/runs/run-names';
import type { RunUpdateName } from '@waymark/contract/events/runs';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import type { DataOf } from '#/live/hub-event.ts';
import { callHub, liveEvents, recoverySteps } from '#/live/live.ts';
import { hasServer } from '#/live/online-store.ts';
import { refreshFinished, refreshFinishedList } from './finished.data.ts';
import { noteGone } from './finished-store.ts';
import { refreshRuns } from './change-runs.data.ts';
import { tellLogged } from './tell-logged.ts';
import { forgetPosition, hearPosition, readPosition } from './heard-positions.ts';
import { startRunAlarms } from './run-alarms.ts';
import { dropDeleted, dropRun, findTracked, forgetRuns, putAll, putError, putRun, useRuns } from './runs-store.ts';
import { trackRun } from './tracked-run.ts';

/** The hub's limit. */
const MOST_SHOWN = 200;

let shown = '';

/** Subscribes to the pigs shown here; again after a reconnection. */
async function tellShown(isNewConnection: boolean): Promise<void> {
  const runIds = useRuns
    .getState()
    .runs.slice(0, MOST_SHOWN)
    .map(({ run }) => run.runId);
  if (!isNewConnection && runIds.join() === shown) return;
  shown = runIds.join();
  await callHub('ShowPigRuns', runIds);
}

/** Reloads all active runs. Without the server the last known ones stay until it is back. */
export async function loadRuns(): Promise<void> {
  if (!hasServer()) return;
  try {
    putAll((await callApi('GET /pigrun', { query: { active: 'true' } })).map(trackRun));
  } catch (error) {
    putError(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Reloads a run; one that is completed or deleted is removed. */
export async function reloadRun(runId: number): Promise<void> {
  const [text] = await callApi('GET /pigrun', { query: { active: 'true', runId } });
  if (text) putRun(trackRun(text));
  else dropRun(runId);
}

/** An event about an unknown run while none is loaded: others may be missing too. */
async function catchUp(runId: number, name: RunUpdateName): Promise<void> {
  const isMissed = useRuns.getState().runs.length === 0 && name !== 'RunCompleted';
  await (isMissed ? loadRuns() : reloadRun(runId));
}

function takeUpdate(update: DataOf<'ReceivePigRunUpdate'>): void {
  const { runId, messageName } = readRunUpdate(update);
  if (messageName === 'UpdateLocation' || messageName === 'UpdateLocationV2') {
    // Both have the same meaning; the second is more precise.
    const position = messageName === 'UpdateLocationV2' ? readPosition(update) : null;
    if (position && findTracked(runId)) hearPosition(runId, position);
    return;
  }
  forgetPosition(runId);
  if (messageName === 'RunDeleted') dropDeleted(runId);
  else catchUp(runId, messageName).catch((error: unknown) => tellLogged('A run was not read anew', error));
}

/** Updates completed runs that are shown: this one was completed just now, or corrected. */
function refreshCompleted(queryClient: QueryClient, runId: number, name: RunUpdateName, wasActive: boolean): void {
  if (name === 'RunDeleted') void refreshFinishedList(queryClient);
  else if (!wasActive || name === 'RunCompleted') void refreshFinished(queryClient, runId);
}

/** Loads the active runs and keeps them up to date, until the returned function is called. */
export function startRuns(queryClient: QueryClient): () => void {
  const stops = [
    startRunAlarms(),
    useRuns.subscribe(() => void tellShown(false)),
    liveEvents.listen('ReceivePigRunUpdate', (update) => {
      const { runId, messageName } = readRunUpdate(update);
      const wasActive = findTracked(runId) !== undefined;
      if (messageName === 'RunDeleted') noteGone(runId);
      takeUpdate(update);
      if (messageName.startsWith('UpdateLocation')) return;
      void refreshRuns(queryClient);
      refreshCompleted(queryClient, runId, messageName, wasActive);
    }),
    recoverySteps.register('restore', async () => {
      await loadRuns();
      await tellShown(true);
    }),
  ];
  loadRuns().then(() => tellShown(true), logFailure);
  return () => {
    for (const stop of stops) stop();
    forgetRuns();
  };
}
