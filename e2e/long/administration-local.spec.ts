import { dialog, press, success } from '../administration-screen.ts';
import { find, openPanel, panel, valueOf } from '../device-screen.ts';
import { chooseFromUserMenu, expect, openAs, openUserMenu, test } from '../test.ts';

test.use({ drawsMap: false });

// What an admin does in his own company, and what a viewer cannot.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('[L-068] a viewer has no user manager', async ({ page }) => {
  await openAs(page, 'viewer');
  await openUserMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'User Manager' })).toHaveCount(0);
});

test('the user manager is used with the keyboard alone, and Esc closes one dialog after the other', async ({
  page,
}) => {
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'User Manager');
  const list = dialog(page, 'User Manager');
  // What Tab leads to has to be there.
  await expect(list.getByRole('button', { name: /^Vic Olsen/ })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Close' })).toBeFocused();
  for (const name of [/^Find a user/, 'New User', /^Dana Reyes/]) {
    await page.keyboard.press('Tab');
    await expect(list.getByRole('searchbox', { name }).or(list.getByRole('button', { name }))).toBeFocused();
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'User')).toContainText('viewer@demo.waymark');
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button', { name: /^Vic Olsen/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test.describe('on the map', () => {
  test.use({ drawsMap: true });

  test('an admin moves an AGM to its next site: it stands there, and counts from zero; a viewer only reads it', async ({
    page,
    site,
    openConsole,
  }) => {
    const device = await site.addDevice(362_001, { lat: 36.1, lon: -96.2 });
    await device.connect();
    await device.passage();
    await site.query("update devices set site_since = site_since - interval '1 hour' where uid = $1", [362_001]);
    await site.follow([362_001]);
    const viewer = await openConsole('viewer');
    await openAs(page, 'admin');
    for (const each of [page, viewer]) {
      await find(each, 362_001);
      await openPanel(each);
      await expect(valueOf(panel(each), 'Reported here')).toHaveText(/^[1-9]\d* heartbeats?, 1 passage$/);
    }
    await expect(panel(viewer).getByRole('button', { name: 'Move to next site' })).toHaveCount(0);

    await press(panel(page), 'Move to next site');
    const form = dialog(page, 'Move to next site');
    await press(form, 'Move to next site');
    await expect(form.getByText('Invalid latitude')).toBeVisible();
    await press(form, 'Use the map centre');
    await expect(form.getByLabel('Latitude')).toHaveValue(/^\d+\.\d+$/);
    await expect(form.getByText('Invalid latitude')).toHaveCount(0);
    await form.getByLabel('Latitude').fill('36.25');
    await form.getByLabel('Longitude').fill('-96.4');
    await press(form, 'Move to next site');
    await expect(success(page)).toBeVisible();
    for (const each of [page, viewer])
      await expect(valueOf(panel(each), 'Reported here')).toHaveText('0 heartbeats, 0 passages');
    const [moved] = await site.call<{ lat: number; lon: number }[]>('GET', '/apexagm');
    expect(moved).toMatchObject({ lat: 36.25, lon: -96.4 });
    await expect(panel(page).getByRole('button', { name: 'Move to next site' })).toBeFocused();
    await site.removeDevices();
  });
});
