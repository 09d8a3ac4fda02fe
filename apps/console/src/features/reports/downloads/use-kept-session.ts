import { useEffect } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { confirmSession, forgetSession, type KeptSession } from './download-windows.ts';
import { useSessionProgress } from './use-session-progress.ts';

/** The progress of a session. A restored one that has ended meanwhile, or that the user may not see, is dropped. */
export function useKeptSession({ sessionId, isRecalled }: KeptSession) {
  const query = useSessionProgress(sessionId);
  const { data, error } = query;
  const hasEnded = data !== undefined && data.endedDate !== null;
  const isGone = isRecalled && (hasEnded || isApiError(error, 'download-not-found') || isApiError(error, 'forbidden'));
  useEffect(() => {
    if (isGone) forgetSession(sessionId);
    else if (isRecalled && data) confirmSession(sessionId);
  }, [isGone, isRecalled, data, sessionId]);
  return { query, hasEnded, isGone };
}
