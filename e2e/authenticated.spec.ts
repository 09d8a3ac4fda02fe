import { emailOf, expect, expectLive, PASSWORD, test } from './test.ts';

test.use({ drawsMap: false });

async function issueToken(url: string, who: 'admin' | 'viewer'): Promise<string> {
  const body = { grant_type: 'password', username: emailOf(who), password: PASSWORD, client_id: 'e2e' };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { access_token: string }).access_token;
}

test('[A-006, A-008] a foreign hash link asks first, is gone from the address, and leads home', async ({
  page,
  site,
}) => {
  const token = await issueToken(site.url, 'viewer');
  await page.goto(
    `/authenticated#access_token=${token}&scope=${encodeURIComponent('openid user:company')}&expires_in=3600`,
  );
  await expect(page.getByRole('heading', { name: 'Continue as Vic Olsen?' })).toBeVisible();
  await expect(page).not.toHaveURL(/access_token/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectLive(page);
  await expect(page).toHaveURL('/');
});
