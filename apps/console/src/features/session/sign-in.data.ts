import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { callPublicApi } from '#/api/client.ts';
import { formatHandover } from './handover.ts';
import type { LoginFields } from './entry/login-form.view.ts';
import { createSignInState } from './one-time-state.ts';
import { API_AUDIENCE, CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from './provider-client.ts';
import { completeSignOut } from './sign-out.ts';

/** Signs in at the built-in provider; returns the hash for /authenticated. */
export async function signInWithPassword({ email, password }: LoginFields): Promise<string> {
  // The new cookie replaces that of the old session, which could then never be ended.
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
  return formatHandover({
    accessToken: reply.access_token,
    scope: reply.scope,
    expiresInS: reply.expires_in,
    state: createSignInState(),
  });
}

/** Goes to the company's own provider, which redirects the browser back to /authenticated. */
export async function leaveForExternalSignIn(): Promise<void> {
  await completeSignOut();
  location.assign(`/api/oidc/start?state=${createSignInState()}`);
}

/** Requests a mail with a link to set a new password. */
export async function requestPasswordLink(email: string): Promise<void> {
  await callPublicApi('POST /dbconnections/change_password', {
    body: { client_id: CONSOLE_CLIENT_ID, email: email.trim(), connection: PASSWORD_CONNECTION },
  });
}
