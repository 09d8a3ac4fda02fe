import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { noteGone } from './finished-store.ts';
import { activeRunsQuery, pathsQuery } from './runs.data.ts';
import { tellLogged } from './tell-logged.ts';

export async function refreshRuns(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries(activeRunsQuery);
}

export async function deletePath(queryClient: QueryClient, pathId: number): Promise<void> {
  try {
    await callApi('DELETE /pigrun/pigpath/:pathId', { params: { pathId } });
  } finally {
    await Promise.all([queryClient.invalidateQueries(pathsQuery), refreshRuns(queryClient)]);
  }
}

/** Removes its tools first; a failure of that does not stop the rest. */
export async function cancelRun(queryClient: QueryClient, runId: number): Promise<void> {
  await callApi('POST /pigrun/DeleteAllPigRunTools', { body: { runId } }).catch((error: unknown) =>
    tellLogged("The run's tools were not deleted", error),
  );
  try {
    await callApi('DELETE /pigrun/:runId', { params: { runId } });
    noteGone(runId);
  } finally {
    await refreshRuns(queryClient);
  }
}
