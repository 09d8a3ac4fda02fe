import { emailOf, expect, PASSWORD, test } from '../test.ts';

test.use({ drawsMap: false });

async function issueToken(url: string, who: 'admin' | 'viewer'): Promise<string> {
  const body = { grant_type: 'password', username: emailOf(who), password: PASSWORD, client_id: 'e2e' };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { access_token: string }).access_token;
}

test('a foreign hash link that the user declines does not sign in', async ({ page, site }) => {
  const token = await issueToken(site.url, 'viewer');
  await page.goto(`/authenticated#access_token=${token}&scope=user:company&expires_in=3600&state=made-up`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('waymark.user'))).toBeNull();
});
