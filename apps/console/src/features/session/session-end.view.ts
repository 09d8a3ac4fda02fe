import { t } from '#/language/t.ts';
import type { SessionEnd } from './session-store.ts';

/** Why the login screen is shown. */
export function describeSessionEnd(end: SessionEnd): string {
  switch (end) {
    case 'signed-out':
      return t('You were signed out in another window.');
    case 'password-changed':
      return t('Your password was changed. Sign in with the new one.');
    case 'account-changed':
      return t('Your account was changed. Sign in again.');
    case 'expired':
      return t('Your sign-in has expired. Sign in again.');
  }
}

/** Why a pending sign-out has not been confirmed. */
export function describePendingSignOut(obstacle: 'offline' | 'unreachable'): string {
  return obstacle === 'offline'
    ? t('Signing out is not complete: this browser is offline. It will be completed when the server can be reached.')
    : t(
        'Signing out is not complete: the server does not answer. It will be completed when the server can be reached.',
      );
}
