import type { Page } from '@playwright/test';
import { roleOfScopes } from '../packages/contract/src/roles.ts';

interface Grant {
  readonly access_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** Restores an earlier sign-in: sets the session cookie and what the console stores about the user. */
export async function beginSession(page: Page, username: string, password: string): Promise<void> {
  const { request } = page.context();
  const data = { grant_type: 'password', username, password, client_id: 'waymark-console' };
  const granted = await request.post('/api/oauth/token', { data });
  if (!granted.ok()) throw new Error(`${username} could not sign in: ${granted.status()} ${await granted.text()}`);
  const { access_token: token, scope, expires_in: expiresInS } = (await granted.json()) as Grant;
  const told = await request.get('/api/userinfo', { headers: { authorization: `Bearer ${token}` } });
  const { sub, name } = (await told.json()) as { sub: string; name: string };
  const user = { id: Number(sub), name, role: roleOfScopes(scope), tokenExpiry: Date.now() + expiresInS * 1000 };
  // Any page of the server gives access to the browser's storage. This empty one has an inline icon, because Firefox
  // would request one.
  await page.route('**/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('/empty');
  await page.evaluate((text) => localStorage.setItem('waymark.user', text), JSON.stringify(user));
}
