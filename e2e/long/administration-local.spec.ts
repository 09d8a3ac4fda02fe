import { chooseOption, dialog, press, success, users } from '../administration-screen.ts';
import { find, openPanel, panel, valueOf } from '../device-screen.ts';
import { chooseFromUserMenu, expect, openAs, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

// Actions of an admin in their own company, which a viewer lacks.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('[L-067, G-024, G-026, G-027, G-030] an admin adds a user with a password, edits and deletes them', async ({
  page,
  openConsole,
  expectedErrors,
}) => {
  // Requests that are pending when the session ends are refused.
  expectedErrors.push(REFUSED_CALL);
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'User Manager');
  const list = dialog(page, 'User Manager');
  await expect(users(page)).toHaveText([/^Dana Reyes.*admin$/, /^Vic Olsen.*viewer$/]);
  await press(list, 'New User');
  const form = dialog(page, 'New User');
  await form.getByLabel('Name').fill('Eli Local');
  await form.getByLabel('Email').fill('eli@example.com');
  await form.getByLabel('Phone').fill('9185550135');
  await chooseOption(form, 'Role', 'viewer');
  await form.getByLabel('Password', { exact: true }).fill('short');
  await press(form, 'Save');
  await expect(form.getByText(/^Invalid password/)).toBeVisible();
  await form.getByLabel('Password', { exact: true }).fill('Waymark-demo-1');
  await press(form, 'Save');
  await expect(success(page)).toBeVisible();
  await expect(list.getByRole('button', { name: 'New User' })).toBeFocused();
  const his = await openConsole({ email: 'eli@example.com' });

  await users(page)
    .getByRole('button', { name: /^Eli Local/ })
    .click();
  await press(dialog(page, 'User'), 'Edit');
  await dialog(page, 'Edit User').getByLabel('Name').fill('Eli Locke');
  await press(dialog(page, 'Edit User'), 'Save');
  await users(page)
    .getByRole('button', { name: /^Eli Locke/ })
    .click();
  await press(dialog(page, 'User'), 'Delete');
  await press(dialog(page, 'Delete Eli Locke?'), 'Confirm');
  await expect(users(page)).toHaveCount(2);
  await expect(his).toHaveURL(/\/login/);
});

test.describe('on the map', () => {
  test.use({ drawsMap: true });

  test('an admin moves an AGM to its next site, where its counters start from zero; a viewer only reads it', async ({
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
