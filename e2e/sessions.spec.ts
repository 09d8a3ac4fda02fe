import type { BrowserContext } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import {
  chooseFromUserMenu,
  emailOf,
  expect,
  expectLive,
  fillSignIn,
  LOST_CONNECTION,
  openAs,
  openUserMenu,
  PASSWORD,
  REFUSED_CALL,
  signIn,
  test,
} from './test.ts';

test.use({ drawsMap: false });

const SESSIONS = 'Sessions';
const isRenewal = (url: string) => url.endsWith('/api/oauth/token');

async function readRefreshCookie(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'waymark_refresh');
  return `waymark_refresh=${cookie?.value ?? ''}`;
}

/** Sends a renewal with this cookie from another program than the browser. */
async function renew(url: string, cookie: string): Promise<number> {
  const headers = { 'content-type': 'application/json', cookie };
  return (await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: '{"grant_type":"refresh_token"}' }))
    .status;
}

test('[W-020] a sign-out without a network is completed when the network is back', async ({
  page,
  context,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  // Through the form: without a service worker only parts that were shown before are there without a network.
  await signIn(page, 'viewer');
  const cookie = await readRefreshCookie(context);
  await openUserMenu(page);
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Signing out is not complete: this browser is offline.' }),
  ).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Signing out is not complete')).toHaveCount(0);
  expect(await renew(site.url, cookie)).toBe(403);
  expect(await page.evaluate(() => localStorage.getItem('waymark.signOutPending'))).toBeNull();
});

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

  // As a tab would leave it that was closed in the middle of a renewal.
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

test('[W-026] texts in the address are not shown', async ({ page }) => {
  const text = 'Your account is locked. Call 555-0100.';
  await page.goto(`/authenticated#error=access_denied&error_description=${encodeURIComponent(text)}`);
  await expect(page.getByText('The identity provider refused the sign-in.')).toBeVisible();
  await expect(page.getByText('555')).toHaveCount(0);
  await page.goto(`/${encodeURIComponent(text)}`);
  await expect(page.getByRole('heading', { name: 'Nothing is here' })).toBeVisible();
  await expect(page.getByText('555')).toHaveCount(0);
});

test('[W-023] a user sees the own sessions and ends one, then all others', async ({
  page,
  site,
  openConsole,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const who = { email: 'admin@sessions.test' };
  await site.addCompany('Sessions company', who.email);
  await signIn(page, who);
  const [one, two] = [await openConsole(who), await openConsole(who)];
  await chooseFromUserMenu(page, SESSIONS);
  const dialog = page.getByRole('dialog', { name: SESSIONS });
  const rows = dialog.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const own = rows.filter({ hasText: 'This session' });
  await expect(own).toContainText(/(?:Chrome|Firefox) \d+ on Linux/);
  await expect(own).toContainText('from 127.0.0.1');
  await expect(own.getByRole('button')).toHaveCount(0);

  // Firefox gives keys to the page in front only.
  await page.bringToFront();
  await dialog
    .getByRole('button', { name: /^End (?:Chrome|Firefox)/ })
    .first()
    .press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'End session' });
  await expect(confirmation.getByRole('button', { name: 'End', exact: true })).toBeDisabled();
  await confirmation.getByLabel('Your password').fill('Wrong-pass-1');
  await page.keyboard.press('Enter');
  await expect(confirmation.getByText('The current password is wrong.')).toBeVisible();
  await confirmation.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(confirmation).toHaveCount(0);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'End all other sessions' }).click();
  const others = page.getByRole('dialog', { name: 'End all other sessions' });
  await others.getByLabel('Your password').fill(PASSWORD);
  await others.getByRole('button', { name: 'End', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
  for (const ended of [one, two]) await expect(ended).toHaveURL(/\/login/);
  await expectLive(page);
});

test('[W-023] the sessions dialog says when it is offline, and what did not load', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await beginSession(page, emailOf('admin'), PASSWORD);
  await openAs(page, 'admin');
  await page.route('**/api/user/sessions', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: '4711' }),
  );
  await chooseFromUserMenu(page, SESSIONS);
  const dialog = page.getByRole('dialog', { name: SESSIONS });
  await expect(dialog.getByText('Sessions did not load')).toBeVisible();
  await page.unroute('**/api/user/sessions');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('This session')).toBeVisible();
  await context.setOffline(true);
  const ends = dialog.getByRole('button', { name: 'End all other sessions' });
  await expect(ends).toBeDisabled();
  await expect(ends).toHaveAttribute('title', /You are offline/);
});
