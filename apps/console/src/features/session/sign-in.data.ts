import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { ApiError } from '#/api/api-error.ts';
import { callApi, callPublicApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import type { LoginFields } from './entry/login-form.view.ts';
import { beginTrip } from './external-trip.ts';
import { API_AUDIENCE, CONSOLE_CLIENT_ID, PASSWORD_CONNECTION, roleOfToken, type Token } from './handover.ts';
import { holdToken, type Identity } from './session.ts';
import { completeSignOut } from './sign-out.ts';

export const NO_ROLE = t('No role configured for user');

interface Identified extends Identity {
  /** The session opens only the calls that set up a second factor. */
  readonly mustSetUpFactor: boolean;
}

/** Asks the server who the token belongs to. Throws `no-role` without one of the three scopes. */
export async function identify(token: Token): Promise<Identified> {
  const role = roleOfToken(token);
  if (!role) throw new ApiError({ status: 403, code: 'no-role', detail: NO_ROLE });
  const user = await callApi('GET /userinfo', { token: token.accessToken });
  const mustSetUpFactor = user.must_set_up_second_factor === true;
  return { id: Number(user.sub), name: user.name, role, mustSetUpFactor };
}

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
