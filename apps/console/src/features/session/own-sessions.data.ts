import type { ReplyAt } from '../../api/address.ts';
import { callApi } from '../../api/client.ts';
import { logFailure } from '../../api/log-failure.ts';
import { queryApi } from '../../api/query.ts';

export type OwnSession = ReplyAt<'GET /user/sessions'>[number];

/** Read each time the dialog opens: no event tells of sessions that begin elsewhere. */
export const ownSessionsQuery = { ...queryApi('GET /user/sessions'), staleTime: 0, meta: { isShownInPlace: true } };

async function logged(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    logFailure(error);
    throw error;
  });
}

export function endOwnSession(id: string): Promise<void> {
  return logged(callApi('DELETE /user/sessions/:id', { params: { id } }));
}

export function endOtherSessions(): Promise<void> {
  return logged(callApi('DELETE /user/sessions'));
}
