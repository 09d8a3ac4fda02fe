import type { SessionEnd } from './session-store.ts';

/** Why somebody finds himself at the login screen. */
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
