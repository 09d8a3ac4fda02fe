import type { Page } from '@playwright/test';
import { clearPlanning, editorPanel, managerPanel, savePath } from '../planning-site.ts';
import { chooseFromUserMenu, expect, test } from '../test.ts';

// Alerts of the runs of a path: recipients and quiet hours.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

const UID = 349_001;
const notifications = (page: Page) =>
  editorPanel(page).getByRole('region', { name: 'User Notifications', exact: true });

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

test('a user is notified of chosen alerts but not at night', async ({ site, openConsole }) => {
  await site.registerDevice({ uid: UID, lat: 36.01, lon: -96.64 });
  await savePath(site, { name: 'Quiet line', agms: [UID] });
  const page = await openConsole('admin');
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await managerPanel(page)
    .getByRole('button', { name: /^Quiet line/ })
    .click();
  await managerPanel(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await notifications(page).getByRole('button', { name: 'Add user notification' }).click();

  const rule = page.getByRole('dialog', { name: 'Add User Notification' });
  await rule.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option', { name: /Dana Reyes/ }).click();
  const alerts = rule.getByRole('button', { name: 'Alerts' });
  await expect(alerts).toHaveAttribute('aria-expanded', 'false');
  await expect(alerts).toContainText('7 of 13');
  await alerts.click();
  await rule.getByRole('checkbox', { name: 'Pig too fast' }).check();
  await rule.getByRole('checkbox', { name: 'Arrives in 30 minutes' }).uncheck();
  await rule.getByRole('checkbox', { name: 'Arrives in 15 minutes' }).check();
  await rule.getByRole('textbox', { name: 'Quiet from (UTC)' }).fill('2200');
  await expect(rule.getByRole('textbox', { name: 'Quiet to (UTC)' })).toHaveAccessibleDescription(
    'Both times, or none.',
  );
  await expect(rule.getByRole('button', { name: 'Save' })).toBeDisabled();
  await rule.getByRole('textbox', { name: 'Quiet to (UTC)' }).fill('6:00');
  await expect(alerts).toContainText('8 of 13, quiet 22:00–06:00 UTC');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule).toBeHidden();

  await notifications(page).getByRole('button', { name: 'Notification of Dana Reyes', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'User Notification' })).toContainText('22:00 to 06:00 UTC');
  await page.keyboard.press('Escape');
  await editorPanel(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(managerPanel(page)).toBeVisible();
  const [saved] = await site.call<{ notifications: { alerts: string[]; quietFrom: string; quietTo: string }[] }[]>(
    'GET',
    '/pigrun/pigpath',
  );
  expect(saved?.notifications).toMatchObject([{ quietFrom: '22:00', quietTo: '06:00' }]);
  expect(saved?.notifications[0]?.alerts).toEqual(expect.arrayContaining(['arriving-15', 'over-speed']));
  expect(saved?.notifications[0]?.alerts).not.toContain('arriving-30');
});
