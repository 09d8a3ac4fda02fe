import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { callPublicApi } from '#/api/client.ts';
import { identify } from './accept-sign-in.ts';
import type { LoginFields } from './entry/login-form.view.ts';
import { beginTrip } from './external-trip.ts';
import { API_AUDIENCE, CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from './provider-client.ts';
import { holdToken } from './session.ts';
import { completeSignOut } from './sign-out.ts';

/** Signs in with the built-in provider. */
export async function signInWithPassword({ email, password }: LoginFields): Promise<void> {
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
  holdToken(await identify(token), token);
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
