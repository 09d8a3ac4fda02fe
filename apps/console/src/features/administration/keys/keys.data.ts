import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { forgetUnseenKey, noteUnseenKey } from './unseen-keys.ts';

export type ApiKey = ReplyAt<'GET /key'>[number];
export type MadeKey = ReplyAt<'POST /key'>;
export type KeyToMake = CallAt<'POST /key'>['body'];

/** Loaded each time the dialog opens: there is no event for keys. */
export const keysQuery = { ...queryApi('GET /key'), staleTime: 0, meta: { isShownInPlace: true } };

/** Makes a key. Its answer may get lost, so the browser notes the request until the user has copied the key. */
export async function makeKey(queryClient: QueryClient, body: KeyToMake): Promise<MadeKey> {
  const note = noteUnseenKey(body.name);
  try {
    return await callApi('POST /key', { body });
  } catch (error) {
    forgetUnseenKey(note, error);
    logFailure(error);
    throw error;
  } finally {
    await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
  }
}

export async function revokeKey(queryClient: QueryClient, { id, name }: ApiKey): Promise<void> {
  try {
    await callApi('DELETE /key/:id', { params: { id } });
    showSuccess(t('API key revoked: {name}', { name }));
  } finally {
    // Also after a refusal: another admin may have revoked it already.
    await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
  }
}
