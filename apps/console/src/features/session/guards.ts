import { isExpired, type StoredUser } from './stored-user.ts';

export type GuardDecision = 'authenticated' | 'renew' | 'login';

interface Arrival {
  readonly hash: string;
  readonly user: StoredUser | null;
  readonly nowMs: number;
}

/**
 * Decides what happens before a screen behind the sign-in opens: a hash carries a sign-in to accept, a stored user whose
 * sign-in has not expired gets it renewed, everyone else signs in first.
 */
export function decideEntry({ hash, user, nowMs }: Arrival): GuardDecision {
  if (hash !== '') return 'authenticated';
  return user && !isExpired(user, nowMs) ? 'renew' : 'login';
}
