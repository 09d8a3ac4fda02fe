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
 * Decides at a guarded screen: a hash is a sign-in to accept; a stored user with a valid sign-in renews the token; all
 * others must sign in.
 */
export function decideEntry({ hash, user, nowMs }: Arrival): GuardDecision {
  if (hash !== '') return 'authenticated';
  return user && !isExpired(user, nowMs) ? 'renew' : 'login';
}

/** User management is for superadmins; others go home. */
export function mayEnter(route: GuardedRoute, role: Role): boolean {
  return route === 'home' || role === 'superadmin';
}

const PATHS: Readonly<Record<GuardedRoute, '/' | '/users'>> = { home: '/', userManagement: '/users' };

/** Redirects name a screen, never an address, so that a link cannot lead to another site; unknown names lead home. */
export function pathOfRedirect(name: string | null | undefined): '/' | '/users' {
  return name === 'userManagement' ? PATHS.userManagement : PATHS.home;
}
