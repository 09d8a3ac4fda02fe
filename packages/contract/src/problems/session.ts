import { defineProblems } from '../problem.ts';

export const sessionProblems = defineProblems({
  'sign-in-refused': { status: 403, title: 'Wrong email or password.', oauthError: 'invalid_grant' },
  'sign-in-throttled': {
    status: 429,
    title: 'Too many attempts. Wait before the next one.',
    oauthError: 'too_many_attempts',
  },
  'passwords-busy': {
    status: 429,
    title: 'The server is checking too many passwords. Try again in a moment.',
    oauthError: 'too_many_attempts',
  },
  'second-factor-needed': {
    status: 403,
    title: 'Enter the code of your authenticator app.',
    oauthError: 'mfa_required',
  },
  'second-factor-wrong': {
    status: 403,
    title: 'This code is wrong, or was used already.',
    oauthError: 'invalid_grant',
  },
  'sign-in-expired': {
    status: 403,
    title: 'This sign-in took too long. Enter your password again.',
    oauthError: 'expired_token',
  },
  'second-factor-on': { status: 409, title: 'Two-step sign-in is on already.' },
  'second-factor-off': { status: 409, title: 'Two-step sign-in is off.' },
  'own-second-factor': { status: 409, title: 'Turn off your own two-step sign-in in the user menu.' },
  'refresh-refused': { status: 403, title: 'Your session has ended. Sign in again.', oauthError: 'invalid_grant' },
  'wrong-audience': { status: 403, title: 'This client or audience is unknown.', oauthError: 'access_denied' },
  'no-role': { status: 403, title: 'No role configured for user', oauthError: 'access_denied' },
  'password-invalid': { status: 400, title: 'The new password does not follow the rule.' },
  'external-user': {
    status: 409,
    title: "This user signs in with the company's own identity provider and has no password here.",
  },
  'current-password-wrong': { status: 403, title: 'The current password is wrong.' },
  'recent-sign-in-needed': { status: 403, title: 'Sign out and in again, then do this within 10 minutes.' },
  'session-not-found': { status: 404, title: 'This session has ended already, or is not yours.' },
  'link-invalid': { status: 400, title: 'This link has expired or was already used. Ask for a new one.' },
  'sign-in-not-started': { status: 400, title: 'This sign-in was not started here. Start again.' },
  'provider-failed': { status: 502, title: 'The identity provider did not answer as expected.' },
});
