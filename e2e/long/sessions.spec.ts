import type { BrowserContext } from '@playwright/test';
import { beginSession } from '../begin-session.ts';
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
