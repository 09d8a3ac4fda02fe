import { withReceiveTime } from '@waymark/contract/runs/run-names';
import { writeRun } from '@waymark/contract/runs/write-run';
import { PHASES } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { changeDevices } from '@waymark/domain/run/changes/changes';
import type { RunTimes } from '@waymark/domain/run/changes/finished';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import { describeAnswer, describeFailure, type Message } from '#/features/broadcast/broadcast.view.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { addAgms } from '#/features/planning/editor/agms/agm-list.ts';
import type { RunText } from '#/features/runs/runs.data.ts';
import { readServerNow, toFailure, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { finishedRunQuery, refreshFinished, refreshFinishedList } from '#/features/runs/finished.data.ts';
import { noteGone, noteSynching, selectFinished, useFinished } from '#/features/runs/finished-store.ts';
import { t } from '#/language/t.ts';
import { describeSynch, SYNCH_FAILURE } from './finished.view.ts';

// Actions on a completed run. A failure is shown in the words of the requirements, and the data is reloaded.

async function reload(queryClient: QueryClient, runId: number): Promise<void> {
  await Promise.all([loadRuns(), refreshFinished(queryClient, runId)]).catch(logFailure);
}

async function orFail<Value>(
  queryClient: QueryClient,
  runId: number,
  what: string,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    logFailure(error);
    await reload(queryClient, runId);
    throw toFailure(what, error);
  }
}

export async function deleteFinished(queryClient: QueryClient, runId: number): Promise<void> {
  await callApi('DELETE /pigrun/:runId', { params: { runId } });
  noteGone(runId);
  await refreshFinishedList(queryClient);
}

/** Lets the run go on; it leaves the completed ones. */
export async function reopenFinished(queryClient: QueryClient, runId: number): Promise<void> {
  await orFail(queryClient, runId, t('Unable to reopen Pig Run'), () =>
    callApi('POST /pigrun/reopen', { body: { runId } }),
  );
  if (useFinished.getState().runId === runId) selectFinished(null);
  await Promise.all([loadRuns(), refreshFinishedList(queryClient)]).catch(logFailure);
}

/** `base`: the run when its times were loaded; later changes by other users are not overwritten. */
export async function saveTimes(
  queryClient: QueryClient,
  base: RunText,
  { launchAt, completedAt }: RunTimes,
): Promise<void> {
  const corrected = { ...base, launchTime: formatUtcSecond(launchAt), Phase: PHASES.completed };
  const body = withReceiveTime(corrected, formatUtcSecond(completedAt));
  await orFail(queryClient, base.runId, UPDATE_FAILURE, () => callApi('POST /finished/pigrun/add/', { body }));
  await refreshFinished(queryClient, base.runId);
}

/** Adds to the present devices of the run, including changes by other users since. */
export async function addAgmsToRun(
  queryClient: QueryClient,
  runId: number,
  added: ReadonlySet<number>,
  devices: readonly Device[],
): Promise<void> {
  await orFail(queryClient, runId, UPDATE_FAILURE, async () => {
    const run = readRun(await queryClient.query(finishedRunQuery(runId)));
    const company = devices.filter(({ groupId }) => groupId === run.groupId);
    const changed = changeDevices(
      run,
      addAgms(
        run.path,
        company.filter(({ uid }) => added.has(uid)),
        company,
      ),
    );
    await callApi('POST /pigrun/updateAgms', { body: { runId, path: writeRun(changed, readServerNow()).pigPath } });
  });
}

/** Returns a description of the result. */
async function synch(queryClient: QueryClient, runId: number): Promise<string> {
  const before = await queryClient.query(finishedRunQuery(runId));
  const after = await callApi('POST /finished/pigrun/synch/', { body: before });
  await refreshFinished(queryClient, runId);
  return describeSynch(readRun(before), readRun(after));
}

/** Runs in the background; reports its end in a toast. */
export function startSynch(queryClient: QueryClient, runId: number): void {
  if (useFinished.getState().synching.has(runId)) return;
  noteSynching(runId, true);
  const tellFailure = async (error: unknown) => {
    logFailure(error);
    await reload(queryClient, runId);
    showError({ message: SYNCH_FAILURE, cause: error, onRetry: () => startSynch(queryClient, runId) });
  };
  synch(queryClient, runId)
    .then((words) => showSuccess(t('Pig run synchronised'), words), tellFailure)
    .finally(() => noteSynching(runId, false));
}

export interface BroadcastOutcome {
  readonly message: Message;
  /** Devices that got nothing, with the reasons. */
  readonly failed: readonly { readonly uid: number; readonly reason: string }[];
}

export async function sendRunBroadcast(runId: number, codes: readonly BroadcastCode[]): Promise<BroadcastOutcome> {
  try {
    const { broadcastId, failed } = await callApi('POST /pigrun/CreateCompletedPigRunBroadcastCommands', {
      body: { runId, commandList: [...codes] },
    });
    return { message: describeAnswer({ broadcastId, failed }, ''), failed };
  } catch (error) {
    logFailure(error);
    return { message: describeFailure(toShownError(error)), failed: [] };
  }
}

export async function saveJobNumber(queryClient: QueryClient, runId: number, jobNumber: string | null): Promise<void> {
  await orFail(queryClient, runId, UPDATE_FAILURE, () =>
    callApi('POST /pigrun/UpdateJobNumber', { body: { runId, jobNumber } }),
  );
  await refreshFinished(queryClient, runId);
}
