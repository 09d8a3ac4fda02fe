import type { Page } from '@playwright/test';
import { chooseFromUserMenu, expect, openAs, openUserMenu, PASSWORD } from '../test.ts';
import type { Look, Walk } from './look.ts';

const ENTRIES = [
  'Pig Run Manager',
  'Broadcast Commands',
  'Download/Report Manager',
  'Report Letterhead',
  'Control Point Columns',
  'Reports by Mail',
  'Calendar Feeds',
  'API Keys',
  'Wallboards',
  'Two-Step Sign-In Rule',
  'User Manager',
  'Messages',
  'Audit Log',
  'Notifications / SMS Opt-in',
  'Units',
  'Time Zone',
  'Language',
  'Change Password',
  'Two-Step Sign-In',
  'Sessions',
];

/** The form of a new API key, and the key that it makes. */
async function walkNewKey(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('dialog', { name: 'Make an API Key' });
  await form.getByLabel('Purpose').fill('Historian of the control room');
  await form.getByLabel('Read devices').check();
  await form.getByLabel('Your password').fill(PASSWORD);
  await look('shell-new-api-key');
  await form.getByRole('button', { name: 'Make the key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key', exact: true });
  await expect(shown).toBeVisible();
  await look('shell-made-api-key');
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toHaveCount(0);
  await look('shell-listed-api-key');
}

/** The dialogs over a list, each opened by a button of the list. */
const FORMS: Readonly<Record<string, string>> = {
  'Control Point Columns': 'New columns',
  'Reports by Mail': 'New report',
  'Calendar Feeds': 'New feed',
};

async function walkForm(page: Page, look: Look, entry: string): Promise<void> {
  const opener = FORMS[entry];
  if (opener === undefined) return;
  await page.getByRole('button', { name: opener, exact: true }).click();
  const form = page.getByRole('dialog', { name: /^New / });
  await expect(form).toBeVisible();
  await look(`shell-${opener.toLowerCase().replaceAll(' ', '-')}`);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
}

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
    if (entry === 'API Keys') await walkNewKey(page, look);
    await walkForm(page, look, entry);
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
