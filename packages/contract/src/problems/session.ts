import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const sessionProblems = defineProblems({
  'sign-in-refused': { status: 403, title: markText('Wrong email or password.'), oauthError: 'invalid_grant' },
  'sign-in-throttled': {
    status: 429,
    title: markText('Too many attempts. Wait before the next one.'),
    oauthError: 'too_many_attempts',
  },
  'passwords-busy': {
    status: 429,
    title: markText('The server is checking too many passwords. Try again in a moment.'),
    oauthError: 'too_many_attempts',
  },
  'second-factor-needed': {
    status: 403,
    title: markText('Take the second step: a code of your authenticator app, a recovery code, or a passkey.'),
    oauthError: 'mfa_required',
  },
  'second-factor-wrong': {
    status: 403,
    title: markText('This code is wrong, or was used already.'),
    oauthError: 'invalid_grant',
  },
  'sign-in-expired': {
    status: 403,
    title: markText('This sign-in took too long. Enter your password again.'),
    oauthError: 'expired_token',
  },
  'passkey-wrong': {
    status: 403,
    title: markText('This passkey was not accepted. Try again, or use a code.'),
    oauthError: 'invalid_grant',
  },
  'passkey-refused': { status: 400, title: markText('This passkey was not accepted. Begin again.') },
  'passkey-not-found': { status: 404, title: markText('This passkey was removed already, or is not yours.') },
  'too-many-passkeys': { status: 409, title: markText('A user has at most 10 passkeys. Remove one first.') },
  'no-passkey': {
    status: 409,
    title: markText('There is no passkey for this address.'),
    oauthError: 'invalid_request',
  },
  'passkeys-need-name': {
    status: 409,
    title: markText('Passkeys work only at the address with a name that the operator has set, or at localhost.'),
    oauthError: 'invalid_request',
  },
  'last-second-factor': {
    status: 409,
    title: markText('Two-step sign-in is required of you. Add another way before you remove the last one.'),
  },
  'second-factor-first': {
    status: 409,
    title: markText('Turn on your own two-step sign-in first: the rule covers you too.'),
  },
  'second-factor-required': {
    status: 403,
    title: markText('Two-step sign-in is required of you. Sign in again and set it up.'),
  },
  'second-factor-missing': {
    status: 403,
    title: markText(
      'Two-step sign-in is required of you, and your identity provider did not ask for a second step. Ask the admin of your company.',
    ),
    oauthError: 'access_denied',
  },
  'step-up-needed': { status: 403, title: markText('Confirm that it is you, then this is done.') },
  'second-factor-on': { status: 409, title: markText('Two-step sign-in is on already.') },
  'second-factor-off': { status: 409, title: markText('Two-step sign-in is off.') },
  'own-second-factor': { status: 409, title: markText('Turn off your own two-step sign-in in the user menu.') },
  'refresh-refused': {
    status: 403,
    title: markText('Your session has ended. Sign in again.'),
    oauthError: 'invalid_grant',
  },
  'wrong-audience': {
    status: 403,
    title: markText('This client or audience is unknown.'),
    oauthError: 'access_denied',
  },
  'no-role': { status: 403, title: markText('No role configured for user'), oauthError: 'access_denied' },
  'password-invalid': { status: 400, title: markText('The new password does not follow the rule.') },
  'external-user': {
    status: 409,
    title: markText("This user signs in with the company's own identity provider and has no password here."),
  },
  'current-password-wrong': { status: 403, title: markText('The current password is wrong.') },
  'recent-sign-in-needed': { status: 403, title: markText('Sign out and in again, then do this within 10 minutes.') },
  'session-not-found': { status: 404, title: markText('This session has ended already, or is not yours.') },
  'link-invalid': { status: 400, title: markText('This link has expired or was already used. Ask for a new one.') },
  'sign-in-not-started': { status: 400, title: markText('This sign-in was not started here. Start again.') },
  'provider-failed': { status: 502, title: markText('The identity provider did not answer as expected.') },
});
