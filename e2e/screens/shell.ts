import { chooseFromUserMenu, expect, openAs, openUserMenu } from '../test.ts';
import type { Walk } from './look.ts';

const ENTRIES = [
  'Pig Run Manager',
  'Broadcast Commands',
  'Download/Report Manager',
  'Report Letterhead',
  'API Keys',
  'User Manager',
  'Messages',
  'Audit Log',
  'Notifications / SMS Opt-in',
  'Units',
  'Change Password',
  'Sessions',
];

/** The empty map, the menus, and every panel and dialog of an admin. */
export const walkShell: Walk = async (page, _site, look) => {
  await openAs(page, 'admin');
  await look('shell-empty');
  await openUserMenu(page);
  await look('shell-user-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'About Waymark' }).click();
  await expect(page.getByRole('dialog', { name: 'About Waymark' })).toBeVisible();
  await look('shell-about');
  await page.keyboard.press('Escape');
  for (const entry of ENTRIES) {
    await chooseFromUserMenu(page, entry);
    const opened = page
      .getByRole('dialog')
      .or(page.getByRole('complementary', { name: entry, exact: true }))
      .or(page.getByRole('region', { name: entry, exact: true }));
    await expect(opened.first()).toBeVisible();
    await look(`shell-${entry.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await look('shell-shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Alerts/ }).click();
  const inbox = page
    .getByRole('complementary', { name: 'Alerts', exact: true })
    .or(page.getByRole('region', { name: 'Alerts', exact: true }));
  await expect(inbox.getByText('Open', { exact: true })).toBeVisible();
  await look('shell-alerts');
};
