import { readCompletedRun, type CompletedRun } from '@waymark/contract/runs/run-names';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

// What the server knows of completed runs.

export type FinishedRow = CompletedRun;

const readList = ({ rowsNumber, runList }: ReplyAt<'GET /pigrun/finished'>) => ({
  rowsNumber,
  runList: runList.map(readCompletedRun),
});

export const FINISHED_PAGE_SIZE = 15;

const isShownInPlace = { isShownInPlace: true };

/** One page of them. What was found before stays until the next is there. */
export const finishedRunsQuery = (search: string, page: number) => ({
  ...queryApi('GET /pigrun/finished', {
    query: { ...(search !== '' && { search }), page, rowsPerPage: FINISHED_PAGE_SIZE },
  }),
  select: readList,
  staleTime: 0,
  meta: isShownInPlace,
  placeholderData: keepPreviousData,
});

/** One of them whole. */
export const finishedRunQuery = (runId: number) => ({
  ...queryApi('GET /pigrun/:runId', { params: { runId } }),
  staleTime: 0,
  meta: isShownInPlace,
});

/** Where the list, or this run, is shown it is read anew. */
export async function refreshFinished(queryClient: QueryClient, runId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['GET /pigrun/finished'] }),
    queryClient.invalidateQueries({ queryKey: finishedRunQuery(runId).queryKey }),
  ]);
}

/** After a run was deleted there is nothing to read of it. */
export async function refreshFinishedList(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /pigrun/finished'] });
}
