import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';

/** Signs a demo user in at the real server. Returns the access token. */
export async function signIn(address: string, username: string): Promise<string> {
  const response = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username, password: DEMO_PASSWORD, client_id: 'bench' }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

export async function signInAdmin(address: string): Promise<string> {
  return signIn(address, DEMO_SIGN_INS[0].email);
}
