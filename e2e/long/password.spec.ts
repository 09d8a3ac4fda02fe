import { shareConsoles } from '../shared-consoles.ts';
import { chooseFromUserMenu, expect, PASSWORD, REFUSED_CALL, test } from '../test.ts';

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
