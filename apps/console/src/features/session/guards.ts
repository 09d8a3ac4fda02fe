import type { Role } from '@waymark/contract/roles';
import { isExpired, type StoredUser } from './stored-user.ts';

export type GuardedRoute = 'home' | 'userManagement';
export type GuardDecision = 'authenticated' | 'renew' | 'login';

interface Arrival {
  readonly hash: string;
  readonly user: StoredUser | null;
  readonly nowMs: number;
}

/**
 * What happens on the way to a guarded screen: a hash is a sign-in to be taken over; a stored user whose sign-in has
 * not expired gets it renewed; anybody else signs in first.
 */
export function decideEntry({ hash, user, nowMs }: Arrival): GuardDecision {
  if (hash !== '') return 'authenticated';
  return user && !isExpired(user, nowMs) ? 'renew' : 'login';
}

/** User management is the superadmin's; everybody else goes home. */
export function mayEnter(route: GuardedRoute, role: Role): boolean {
  return route === 'home' || role === 'superadmin';
}

const PATHS: Readonly<Record<GuardedRoute, '/' | '/users'>> = { home: '/', userManagement: '/users' };

/** Redirects name a screen, never an address, so that no link can lead out; unknown names lead home. */
export function pathOfRedirect(name: string | null | undefined): '/' | '/users' {
  return name === 'userManagement' ? PATHS.userManagement : PATHS.home;
}
