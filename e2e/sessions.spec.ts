import { readRefreshCookie, renew } from './refresh-cookie.ts';
import {
  chooseFromUserMenu,
  expect,
  expectLive,
  LOST_CONNECTION,
  PASSWORD,
  openUserMenu,
  REFUSED_CALL,
  signIn,
  test,
} from './test.ts';

test.use({ drawsMap: false });

const SESSIONS = 'Sessions';

test('[W-020] a sign-out without a network is completed when the network is back', async ({
  page,
  context,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  // Signs in through the form: without a service worker, only parts that were loaded before work without a network.
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

test(
  '[W-023] a user sees their own sessions and ends one, then all others',
  { tag: '@firefox' },
  async ({ page, site, openConsole, expectedErrors }) => {
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

    // Firefox sends keys only to the page in front.
    await page.bringToFront();
    await dialog
      .getByRole('button', { name: /^End (?:Chrome|Firefox)/ })
      .first()
      .press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'End session' });
    await confirmation.getByLabel('Your password').fill('Wrong-pass-1');
    await page.keyboard.press('Enter');
    await expect(confirmation.getByText('The current password is wrong.')).toBeVisible();
    await confirmation.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(2);
    await expect(confirmation).toHaveCount(0);
    await dialog.getByRole('button', { name: 'End all other sessions' }).click();
    const others = page.getByRole('dialog', { name: 'End all other sessions' });
    await others.getByLabel('Your password').fill(PASSWORD);
    await others.getByRole('button', { name: 'End', exact: true }).click();
    await expect(rows).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
    for (const ended of [one, two]) await expect(ended).toHaveURL(/\/login/);
    await expectLive(page);
  },
);
