import { useQuery } from '@tanstack/react-query';
import { ownSessionsQuery } from '#/features/session/own-sessions/own-sessions.data.ts';

/** A user of an external provider has no password here. */
export function useNeedsPassword(): boolean {
  const { data = [] } = useQuery(ownSessionsQuery);
  return !data.some(({ isExternal }) => isExternal);
}
