import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';

export type CalendarFeed = ReplyAt<'GET /calendar-feeds'>[number];
export type MadeFeed = ReplyAt<'POST /calendar-feeds'>;

/** Loaded each time the dialog opens: there is no event for feeds. */
export const feedsQuery = { ...queryApi('GET /calendar-feeds'), staleTime: 0, meta: { isShownInPlace: true } };

export async function makeFeed(
  queryClient: QueryClient,
  body: CallAt<'POST /calendar-feeds'>['body'],
): Promise<MadeFeed> {
  try {
    return await callApi('POST /calendar-feeds', { body });
  } finally {
    await queryClient.invalidateQueries({ queryKey: feedsQuery.queryKey });
  }
}

export async function revokeFeed(queryClient: QueryClient, { id, name }: CalendarFeed): Promise<void> {
  try {
    await callApi('DELETE /calendar-feeds/:id', { params: { id } });
    showSuccess(t('Calendar feed revoked: {name}', { name }));
  } finally {
    await queryClient.invalidateQueries({ queryKey: feedsQuery.queryKey });
  }
}
