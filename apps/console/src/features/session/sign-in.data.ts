import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { callPublicApi } from '../../api/client.ts';
import { formatHandover } from './handover.ts';
import type { LoginFields } from './login-form.view.ts';
import { createSignInState } from './one-time-state.ts';
import { API_AUDIENCE, CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from './provider-client.ts';

/** Signs in at the built-in provider; answers the hash to go to /authenticated with. */
export async function signInWithPassword({ email, password }: LoginFields): Promise<string> {
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

/** Leaves for the company's own provider, which sends the browser back to /authenticated. */
export function leaveForExternalSignIn(): void {
  location.assign(`/api/oidc/start?state=${createSignInState()}`);
}

/** Asks for a mail with a link to set a new password. */
export async function requestPasswordLink(email: string): Promise<void> {
  await callPublicApi('POST /dbconnections/change_password', {
    body: { client_id: CONSOLE_CLIENT_ID, email: email.trim(), connection: PASSWORD_CONNECTION },
  });
}
