import { readCompletedRun, type CompletedRun } from '@waymark/contract/runs/run-names';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

// Queries of completed runs.

export type FinishedRow = CompletedRun;

const readList = ({ rowsNumber, runList }: ReplyAt<'GET /pigrun/finished'>) => ({
  rowsNumber,
  runList: runList.map(readCompletedRun),
});

export const FINISHED_PAGE_SIZE = 15;

const isShownInPlace = { isShownInPlace: true };

/** A page of completed runs. The previous one stays until the next has loaded. */
export const finishedRunsQuery = (search: string, page: number) => ({
  ...queryApi('GET /pigrun/finished', {
    query: { ...(search !== '' && { search }), page, rowsPerPage: FINISHED_PAGE_SIZE },
  }),
  select: readList,
  staleTime: 0,
  meta: isShownInPlace,
  placeholderData: keepPreviousData,
});

/** A completed run with all its data. */
export const finishedRunQuery = (runId: number) => ({
  ...queryApi('GET /pigrun/:runId', { params: { runId } }),
  staleTime: 0,
  meta: isShownInPlace,
});

/** Reloads the list and this run if they are shown. */
export async function refreshFinished(queryClient: QueryClient, runId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['GET /pigrun/finished'] }),
    queryClient.invalidateQueries({ queryKey: finishedRunQuery(runId).queryKey }),
  ]);
}

/** A deleted run must not be loaded again. */
export async function refreshFinishedList(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /pigrun/finished'] });
}
