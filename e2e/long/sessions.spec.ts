import { readRefreshCookie, renew } from '../refresh-cookie.ts';
import {
  chooseFromUserMenu,
  emailOf,
  expect,
  expectLive,
  fillSignIn,
  LOST_CONNECTION,
  openAs,
  PASSWORD,
  REFUSED_CALL,
  test,
} from '../test.ts';

test.use({ drawsMap: false });

const isRenewal = (url: string) => url.endsWith('/api/oauth/token');

test('[W-020] no tab renews before the server has confirmed the sign-out, and a new sign-in completes it', async ({
  page,
  context,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await openAs(page, 'viewer');
  const cookie = await readRefreshCookie(context);
  const user = await page.evaluate(() => localStorage.getItem('waymark.user') ?? '');
  await context.route('**/api/oauth/logout', (route) => route.abort());
  await chooseFromUserMenu(page, 'Logout');
  await expect(page.getByText('Signing out is not complete: the server does not answer.')).toBeVisible();

  // The state that a tab leaves behind when it is closed during a renewal.
  await page.evaluate((text) => localStorage.setItem('waymark.user', text), user);
  const renewals: string[] = [];
  context.on('request', (request) => isRenewal(request.url()) && renewals.push(request.url()));
  const other = await context.newPage();
  await other.goto('/');
  await expect(other).toHaveURL('/login/home');
  await expect(other.getByText('Signing out is not complete')).toBeVisible();
  expect(renewals).toEqual([]);
  await other.close();

  await context.unroute('**/api/oauth/logout');
  await fillSignIn(page, emailOf('viewer'), PASSWORD);
  await expectLive(page);
  expect(await renew(site.url, cookie)).toBe(403);
});

test('[W-027] an admin signs a user out everywhere: both browsers of the user end and say so', async ({
  page,
  openConsole,
  expectedErrors,
}) => {
  // Requests that are pending when the session ends are refused.
  expectedErrors.push(REFUSED_CALL);
  const browsers = [await openConsole('viewer'), await openConsole('viewer')];
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'User Manager');
  await page
    .getByRole('list', { name: 'Users' })
    .getByRole('button', { name: /^Vic Olsen/ })
    .click();
  await page
    .getByRole('dialog', { name: 'User', exact: true })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click();
  const question = page.getByRole('dialog', { name: 'Sign Vic Olsen out everywhere?' });
  await question.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(question).toHaveCount(0);
  for (const ended of browsers) {
    await expect(ended).toHaveURL(/\/login/);
    await expect(ended.getByText('You were signed out in another window.')).toBeVisible();
    await ended.reload();
    await expect(ended).toHaveURL(/\/login/);
  }
  await expectLive(page);
});
