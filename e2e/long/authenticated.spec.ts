import { emailOf, expect, PASSWORD, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

async function issueToken(url: string, who: 'admin' | 'viewer'): Promise<string> {
  const body = { grant_type: 'password', username: emailOf(who), password: PASSWORD, client_id: 'e2e' };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { access_token: string }).access_token;
}

test('a foreign hash link that is refused signs nobody in', async ({ page, site }) => {
  const token = await issueToken(site.url, 'viewer');
  await page.goto(`/authenticated#access_token=${token}&scope=user:company&expires_in=3600&state=made-up`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('waymark.user'))).toBeNull();
});

test('[A-007, A-027] scopes without a role show "No role configured for user"', async ({ page }) => {
  const claims = Buffer.from(JSON.stringify({ sub: '1', scope: 'openid profile' })).toString('base64url');
  await page.goto(`/authenticated#access_token=e30.${claims}.x&scope=openid+profile&expires_in=3600`);
  await expect(page.getByText('No role configured for user')).toBeVisible();
});

test('[A-028] a failure after the sign-in shows "Something bad happened"', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  await page.route('**/api/userinfo', (route) => route.fulfill({ status: 500, body: '4711' }));
  await page.goto('/login');
  await page.getByRole('button', { name: emailOf('viewer') }).click();
  await expect(page.getByText('Something bad happened')).toBeVisible();
});
