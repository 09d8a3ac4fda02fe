import { chooseFromUserMenu, emailOf, expect, expectLive, fillSignIn, PASSWORD, test } from '../test.ts';

test('[A-021] Firefox is supported: no warning, sign-in, live map, menu and logout', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Unsupported Browser' })).toHaveCount(0);
  await fillSignIn(page, emailOf('admin'), PASSWORD);
  await expectLive(page);
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  await chooseFromUserMenu(page, 'User Manager');
  await expect(page.getByRole('dialog')).toContainText('Vic Olsen');
  await page.keyboard.press('Escape');
  await chooseFromUserMenu(page, 'Logout');
  await expect(page).toHaveURL(/\/login/);
});
