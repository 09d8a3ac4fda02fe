import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';

export type OutboxMessage = ReplyAt<'GET /outbox'>['messages'][number];
export type MessageStatus = OutboxMessage['status'];

/**
 * Loaded again each time it is opened: there is no event for messages. The previous page stays until the next has
 * loaded.
 */
export const messagesQuery = (status: MessageStatus, page: number) => ({
  ...queryApi('GET /outbox', { query: { status, page } }),
  meta: { isShownInPlace: true },
  staleTime: 0,
  placeholderData: keepPreviousData,
});

/** Reloads the lists after success and failure. */
export async function retryMessage(queryClient: QueryClient, id: number): Promise<void> {
  try {
    await callApi('POST /outbox/:id/retry', { params: { id } });
    showSuccess(t('The message is on its way again'));
  } catch (error) {
    logFailure(error);
    showError({ message: t('The message could not be retried'), cause: error });
  }
  await queryClient.invalidateQueries({ queryKey: ['GET /outbox'] });
}
