import { useEffect } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { confirmSession, forgetSession, type KeptSession } from './download-windows.ts';
import { useSessionProgress } from './use-session-progress.ts';

/** How far a session is. One from before a reload that has ended meanwhile, or is not ours, is forgotten. */
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
