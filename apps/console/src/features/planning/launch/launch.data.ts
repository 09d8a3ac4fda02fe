import type { QueryClient } from '@tanstack/react-query';
import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { settleRun } from '#/features/runs/change-run.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { pathsQuery, type SavedPath } from '#/features/runs/runs.data.ts';
import { tellLogged } from '#/ui/toast/toasts.ts';
import { buildRun, LAUNCH_FAILURE, toToolQuestion, type LaunchOrder } from './launch.view.ts';

/** The run continues without a tool. */
async function linkTool(runId: number, { path, toolTypeId }: LaunchOrder): Promise<void> {
  const question = toToolQuestion(path, toolTypeId);
  if (!question) return;
  try {
    const { toolId } = await callApi('POST /pigrun/Tool/GetTool', { body: question });
    await callApi('POST /pigrun/AddPigRunTool', { body: { runId, toolId } });
  } catch (error) {
    tellLogged(t('The run has no tool'), error);
  }
}

/** The server's time, as the initial launch time. */
export async function readLaunchTime(): Promise<string> {
  return (await callApi('GET /getdatabaseserverutcdate')).slice(0, 'YYYY-MM-DD HH:mm:ss'.length);
}

/** A run copies its plan: refuses the launch if another user has saved the plan since it was shown. */
async function checkPlan(queryClient: QueryClient, { pathId, rev }: SavedPath): Promise<void> {
  const newest = await callApi('GET /pigrun/pigpath/:pathId', { params: { pathId } });
  if (newest.rev === rev) return;
  await queryClient.invalidateQueries(pathsQuery);
  throw new Error(t('Somebody else has saved this path meanwhile. Look at it before you launch it.'));
}

/** `typed` has passed findTimeFault. Returns the id of the run. */
export async function launchPig(queryClient: QueryClient, order: LaunchOrder, typed: string): Promise<number> {
  const at = parseTypedUtc(typed);
  const launchTime = at.ok ? formatUtcSecond(at.value) : typed;
  try {
    await checkPlan(queryClient, order.path);
    const { runId } = await callApi('POST /pigrun/add/', { body: buildRun(order, launchTime) });
    await linkTool(runId, order);
    // The run is launched, whether this console has it or not.
    await settleRun(runId).catch(logFailure);
    return runId;
  } catch (error) {
    if (isApiError(error)) logFailure(error);
    await loadRuns().catch(logFailure);
    const { message, logId } = toShownError(error);
    throw Object.assign(
      new Error(`${LAUNCH_FAILURE}. ${message}`, { cause: error }),
      logId === undefined ? {} : { logId },
    );
  }
}
