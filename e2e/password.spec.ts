import { shareConsoles } from './shared-consoles.ts';
import { chooseFromUserMenu, emailOf, expect, expectLive, fillSignIn, PASSWORD, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false });

test('[A-032, A-033, A-037, A-038] a reset goes through the mail to a new password, once', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const email = emailOf('viewer');
  const asked = page.waitForRequest('**/api/dbconnections/change_password');
  await page.goto('/reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please check your email for instructions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  const body = (await asked).postDataJSON() as Record<string, string>;
  expect(Object.keys(body).toSorted()).toEqual(['client_id', 'connection', 'email']);

  const link = await site.findLink(email);
  await page.goto(link);
  await expect(page).toHaveURL('/set-password');
  const change = page.getByRole('button', { name: 'Change Password' });
  await expect(change).toBeDisabled();
  await page.getByLabel('New password').fill('By-mail-pass-1');
  await page.getByLabel('Retype password').fill('By-mail-pass-1');
  await change.click();
  await expect(page.getByText('Password Changed')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(page, email, 'By-mail-pass-1');
  await expectLive(page);

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill('By-mail-pass-2');
  await page.getByLabel('Retype password').fill('By-mail-pass-2');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This link has expired or was already used. Ask for a new one.')).toBeVisible();

  // The other tests of this worker sign in with the demo's password.
  await site.setPassword(email, 'By-mail-pass-1', PASSWORD);
});

test.describe('Change Password', () => {
  const consoleOf = shareConsoles();

  test('[A-064, L-036] the dialog opens in the layout, and a changed password is confirmed', async () => {
    const page = await consoleOf('admin');
    await chooseFromUserMenu(page, 'Change Password');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Retype password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Password Changed')).toBeVisible();
  });
});
