import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { useQuery } from '@tanstack/react-query';

export type OwnSession = ReplyAt<'GET /user/sessions'>[number];

/** Loaded each time the dialog opens: there is no event for sessions that start elsewhere. */
export const ownSessionsQuery = { ...queryApi('GET /user/sessions'), staleTime: 0, meta: { isShownInPlace: true } };

/** Ends one session, or all others without an `id`. */
export async function endOwnSessions(body: { readonly id?: string; readonly currentPassword?: string }): Promise<void> {
  try {
    await callApi('POST /user/sessions/end', { body });
  } catch (error) {
    logFailure(error);
    throw error;
  }
}

/** A user of an external provider has no password here. */
export function useNeedsPassword(): boolean {
  const { data = [] } = useQuery(ownSessionsQuery);
  return !data.some(({ isExternal }) => isExternal);
}
