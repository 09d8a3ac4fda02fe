import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';

export type Wallboard = ReplyAt<'GET /wallboard'>[number];
export type MadeWallboard = ReplyAt<'POST /wallboard'>;
type WallboardToMake = CallAt<'POST /wallboard'>['body'];

/** Loaded each time the dialog opens: there is no event for wallboards. */
export const wallboardsQuery = { ...queryApi('GET /wallboard'), staleTime: 0, meta: { isShownInPlace: true } };

export async function makeWallboard(queryClient: QueryClient, body: WallboardToMake): Promise<MadeWallboard> {
  try {
    return await callApi('POST /wallboard', { body });
  } catch (error) {
    logFailure(error);
    throw error;
  } finally {
    await queryClient.invalidateQueries({ queryKey: wallboardsQuery.queryKey });
  }
}

export async function revokeWallboard(queryClient: QueryClient, { id, name }: Wallboard): Promise<void> {
  try {
    await callApi('DELETE /wallboard/:id', { params: { id } });
    showSuccess(t('Wallboard revoked: {name}', { name }));
  } finally {
    // Also after a refusal: another admin may have revoked it already.
    await queryClient.invalidateQueries({ queryKey: wallboardsQuery.queryKey });
  }
}

/** The link that signs a wallboard in: the token stands behind the #, which no server sees. */
export const linkOfWallboard = ({ token }: Pick<MadeWallboard, 'token'>): string =>
  `${location.origin}/wall#token=${token}`;
