import type { QueryClient } from '@tanstack/react-query';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { noteGone } from './finished-store.ts';
import { pathsQuery } from './runs.data.ts';
import { loadRuns } from './runs.loading.ts';
import { dropEnded } from './runs-store.ts';
import { tellLogged } from '#/ui/toast/toasts.ts';

export async function deletePath(queryClient: QueryClient, pathId: number): Promise<void> {
  try {
    await callApi('DELETE /pigrun/pigpath/:pathId', { params: { pathId } });
  } finally {
    await queryClient.invalidateQueries(pathsQuery);
  }
}

/** Removes its tools first; a failure of that does not stop the rest. */
export async function cancelRun(runId: number): Promise<void> {
  await callApi('POST /pigrun/DeleteAllPigRunTools', { body: { runId } }).catch((error: unknown) => {
    if (isApiError(error, 'step-up-needed')) throw error;
    tellLogged(t("The run's tools were not deleted"), error);
  });
  try {
    await callApi('DELETE /pigrun/:runId', { params: { runId } });
  } catch (error) {
    await loadRuns().catch(logFailure);
    throw error;
  }
  noteGone(runId);
  dropEnded(runId);
}
