import { popup, rows, searchBox } from '../device-screen.ts';
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

test('Firefox draws devices, finds them and follows what they say', async ({ page, site }) => {
  const device = await site.addDevice(350_001, { lat: 36.1, lon: -96.2 });
  await device.connect();
  await page.goto('/');
  await fillSignIn(page, emailOf('admin'), PASSWORD);
  await expectLive(page);
  await expect(rows(page)).toHaveText([/^350001Online/]);
  await searchBox(page).pressSequentially('350001');
  await searchBox(page).press('Enter');
  await expect(popup(page, 350_001)).toContainText('Online');
  device.cut();
  await expect(popup(page, 350_001)).toContainText('Offline');
  await device.connect();
  await expect(popup(page, 350_001)).toContainText('Online');
  await device.passage();
  await expect(rows(page)).toHaveText([/^350001OnlinePassage/]);
  await site.removeDevices();
});
