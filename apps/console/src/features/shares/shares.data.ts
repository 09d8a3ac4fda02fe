import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';

export type Share = ReplyAt<'GET /share'>[number];
export type MadeShare = ReplyAt<'POST /share'>;
export type ShareToMake = CallAt<'POST /share'>['body'];

/** Loaded each time the dialog opens: there is no event for links. */
export const sharesQuery = (runId: number) => ({
  ...queryApi('GET /share', { query: { runId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

export async function makeShare(queryClient: QueryClient, body: ShareToMake): Promise<MadeShare> {
  try {
    return await callApi('POST /share', { body });
  } catch (error) {
    logFailure(error);
    throw error;
  } finally {
    await queryClient.invalidateQueries({ queryKey: sharesQuery(body.runId).queryKey });
  }
}

export async function revokeShare(queryClient: QueryClient, { id, runId, name }: Share): Promise<void> {
  try {
    await callApi('DELETE /share/:id', { params: { id } });
    showSuccess(t('Link revoked: {name}', { name }));
  } finally {
    // Also after a refusal: another admin may have revoked it already.
    await queryClient.invalidateQueries({ queryKey: sharesQuery(runId).queryKey });
  }
}

/** The token stands behind the #, which no server and no log sees. */
export const linkOfShare = ({ token }: Pick<MadeShare, 'token'>): string => `${location.origin}/share#${token}`;
