import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { takeCommand } from './queued-command.view.ts';

export type ListedCommand = ReplyAt<'GET /commands/:uid'>[number];
export type CommandPage = ReplyAt<'GET /commands/:uid/history'>;
export type PastCommand = CommandPage['commandList'][number];

export const HISTORY_PAGE_SIZE = 15;

/** Events keep it up to date while its window is open; opening a window reloads it. */
export const commandsQuery = (uid: number) => ({
  ...queryApi('GET /commands/:uid', { params: { uid } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

/** Newest first, the server's default order. The previous page is shown until the next one has loaded. */
export const commandHistoryQuery = (uid: number, page: number) => ({
  ...queryApi('GET /commands/:uid/history', { params: { uid }, query: { page, rowsPerPage: HISTORY_PAGE_SIZE } }),
  staleTime: 0,
  placeholderData: keepPreviousData,
  meta: { isShownInPlace: true },
});

export async function refreshCommands(queryClient: QueryClient, uid: number): Promise<void> {
  await queryClient.invalidateQueries(commandsQuery(uid));
}

/** All loaded pages. */
export async function refreshCommandHistory(queryClient: QueryClient, uid: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /commands/:uid/history', { params: { uid } }] });
}

/** A list that is loading may have been read before this change, and is requested again. */
export function takeCommandUpdate(queryClient: QueryClient, command: ListedCommand): void {
  const { queryKey } = commandsQuery(command.uid);
  const isFetching = queryClient.isFetching({ queryKey }) > 0;
  queryClient.setQueryData(queryKey, (list) => list && takeCommand(list, command));
  if (isFetching) void refreshCommands(queryClient, command.uid);
}

/** A command that another user has deleted, or the device has accepted meanwhile, is removed from the list as well. */
export async function deleteCommand(queryClient: QueryClient, { commandId, uid }: ListedCommand): Promise<void> {
  try {
    await callApi('DELETE /commands/:commandId', { params: { commandId } });
  } finally {
    void refreshCommands(queryClient, uid);
  }
}
