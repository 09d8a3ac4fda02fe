import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { callPublicApi } from '#/api/client.ts';
import { identify } from './accept-sign-in.ts';
import type { LoginFields } from './entry/login-form.view.ts';
import { beginTrip } from './external-trip.ts';
import { API_AUDIENCE, CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from './provider-client.ts';
import type { Token } from './handover.ts';
import { holdToken, type Identity } from './session.ts';
import { completeSignOut } from './sign-out.ts';

/** A sign-in that only opens the calls with which the user sets up a second factor. */
export interface PendingSetUp {
  readonly identity: Identity;
  readonly token: Token;
  readonly password: string;
}

/** Signs in with the built-in provider; answers what the user must set up first, or null. */
export async function signInWithPassword({ email, password }: LoginFields): Promise<PendingSetUp | null> {
  // The new cookie replaces the one of the old session, which could then never be ended.
  await completeSignOut();
  const reply = await callPublicApi('POST /oauth/token', {
    body: {
      grant_type: 'password',
      username: email.trim(),
      password,
      client_id: CONSOLE_CLIENT_ID,
      audience: API_AUDIENCE,
      scope: REQUESTED_SCOPES,
      connection: PASSWORD_CONNECTION,
    },
  });
  const token = { accessToken: reply.access_token, scope: reply.scope, expiresInS: reply.expires_in };
  const identity = await identify(token);
  if (identity.mustSetUpFactor) return { identity, token, password };
  holdToken(identity, token);
  return null;
}

/** Leaves for the external provider of the company, which sends the browser back to /authenticated. */
export async function leaveForExternalSignIn(redirect: string | undefined): Promise<void> {
  await completeSignOut();
  location.assign(`/api/oidc/start?state=${beginTrip(redirect)}`);
}

/** Requests a mail with a link to set a new password. */
export async function requestPasswordLink(email: string): Promise<void> {
  await callPublicApi('POST /dbconnections/change_password', {
    body: { client_id: CONSOLE_CLIENT_ID, email: email.trim(), connection: PASSWORD_CONNECTION },
  });
}
