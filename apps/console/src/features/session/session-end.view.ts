import type { SessionEnd } from './session-store.ts';

/** Why the login screen is shown. */
export function describeSessionEnd(end: SessionEnd): string {
  switch (end) {
    case 'signed-out':
      return 'You were signed out in another window.';
    case 'password-changed':
      return 'Your password was changed. Sign in with the new one.';
    case 'account-changed':
      return 'Your account was changed. Sign in again.';
    case 'expired':
      return 'Your sign-in has expired. Sign in again.';
  }
}

/** Why a pending sign-out has not been confirmed. */
export function describePendingSignOut(obstacle: 'offline' | 'unreachable'): string {
  const cause = obstacle === 'offline' ? 'this browser is offline' : 'the server does not answer';
  return `Signing out is not complete: ${cause}. It will be completed when the server can be reached.`;
}
