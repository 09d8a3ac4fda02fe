import { shareConsoles } from './shared-consoles.ts';
import { chooseFromUserMenu, emailOf, expect, expectLive, fillSignIn, PASSWORD, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false });

test('[A-011, A-029, A-030, A-031] the reset screen has Email, Back and Submit', async ({ page }) => {
  await page.goto('/reset');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/login');
});

test('[A-034] a wrong address is "Invalid email"', async ({ page }) => {
  await page.goto('/reset');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await page.getByLabel('Email').fill('dana@');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
});

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

  // The others of this worker sign in with the demo's password.
  await site.setPassword(email, 'By-mail-pass-1', PASSWORD);
});

test.describe('Change Password', () => {
  const consoleOf = shareConsoles();

  test('[A-055, A-059, A-060, A-061, A-065] the dialog names what is wrong inline and waits with its button', async () => {
    const page = await consoleOf('admin');
    await chooseFromUserMenu(page, 'Change Password');
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    const [fresh, retyped] = [dialog.getByLabel('New password'), dialog.getByLabel('Retype password')];
    const button = dialog.getByRole('button', { name: 'Change Password' });
    await expect(button).toBeDisabled();
    await fresh.fill('short');
    await retyped.fill('other');
    await retyped.blur();
    await expect(dialog.getByText(/^Invalid password - use at least 8 characters/)).toBeVisible();
    await expect(dialog.getByText('Password does not match')).toBeVisible();
    await fresh.fill('');
    await fresh.blur();
    await expect(dialog.getByText('Password is missing')).toBeVisible();
    await expect(button).toBeDisabled();
    await fresh.fill('Right-pass-1');
    await retyped.fill('Right-pass-1');
    await expect(button).toBeDisabled();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await expect(button).toBeEnabled();
  });

  test('[A-064, L-036] the layout hosts the dialog, and a changed password is confirmed', async () => {
    const page = await consoleOf('admin');
    await chooseFromUserMenu(page, 'Change Password');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Retype password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Password Changed')).toBeVisible();
  });

  test('[A-063] a failed change says "Unable to change password" and keeps what was typed', async ({
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_CALL);
    const page = await consoleOf('admin');
    await page.route('**/api/user/setpassword', (route) =>
      route.fulfill({ status: 500, contentType: 'text/plain', body: '4711' }),
    );
    await chooseFromUserMenu(page, 'Change Password');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill('Right-pass-1');
    await page.getByLabel('Retype password').fill('Right-pass-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Unable to change password').first()).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveValue('Right-pass-1');
  });

  test('[W-024] a wrong current password is refused and leaves the dialog open', async ({ expectedErrors }) => {
    expectedErrors.push(REFUSED_CALL);
    const page = await consoleOf('admin');
    await page.unroute('**/api/user/setpassword');
    await chooseFromUserMenu(page, 'Change Password');
    await expect(page.getByLabel('Current password')).toHaveAttribute('autocomplete', 'current-password');
    await page.getByLabel('Current password').fill('Wrong-pass-1');
    await page.getByLabel('New password').fill('Right-pass-1');
    await page.getByLabel('Retype password').fill('Right-pass-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Unable to change password. The current password is wrong.')).toBeVisible();
  });
});
