import type { Page } from '@playwright/test';
import { addGroup, agms, chooseGroup, chosen, dialog, openTab, press, users } from '../administration-screen.ts';
import type { Site } from '../site.ts';
import { expect, openAs } from '../test.ts';
import type { Look, Walk } from './look.ts';

async function prepare(site: Site): Promise<void> {
  const groups = await site.call<{ groupName: string }[]>('GET', '/admin/group');
  if (!groups.some(({ groupName }) => groupName === 'Screen Lines')) await addGroup(site, 'Screen Lines');
  await site.registerDevice({ uid: 363_001, lat: 36.1, lon: -96.2, imei: '300234010753377' });
  await site.registerDevice({ uid: 363_002 });
  await site.call('DELETE', '/admin/apexagm/363002/credential');
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function lookAtUsers(page: Page, look: Look): Promise<void> {
  await look('users-list');
  await press(chosen(page), 'New User');
  await press(dialog(page, 'New User'), 'Save');
  await expect(page.getByText('Invalid Name')).toBeVisible();
  await look('users-new');
  await closeDialog(page);
  await users(page)
    .getByRole('button', { name: /^Vic Olsen/ })
    .click();
  await expect(dialog(page, 'User')).toBeVisible();
  await look('users-one');
  await press(dialog(page, 'User'), 'Delete');
  await expect(dialog(page, /^Delete Vic/)).toBeVisible();
  await look('users-delete');
  await closeDialog(page);
}

async function lookAtImport(page: Page, look: Look): Promise<void> {
  await press(chosen(page), 'Import');
  await expect(dialog(page, 'Import AGMs')).toBeVisible();
  for (const [csv, shown] of [
    ['x,y\n1,2', 'Problems'],
    ['363101,36.1234567,-96.1234567,300234010753378', 'AGMs to be added'],
  ] as const) {
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'agms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByRole('table', { name: shown })).toBeVisible();
    await look(`agms-import-${shown.toLowerCase().replaceAll(' ', '-')}`);
  }
  await press(dialog(page, 'Import AGMs'), 'Import 1 AGM');
  await expect(dialog(page, 'Device credentials')).toBeVisible();
  await look('agms-credentials');
  await press(dialog(page, 'Device credentials'), 'Done');
  await press(dialog(page, 'Close without the credentials?'), 'Confirm');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function lookAtAgms(page: Page, look: Look): Promise<void> {
  await openTab(page, 'AGMs');
  await expect(agms(page)).toHaveCount(2);
  await look('agms-list');
  await agms(page).filter({ hasText: '363001' }).click();
  await expect(dialog(page, 'AGM')).toBeVisible();
  await look('agms-one');
  await press(dialog(page, 'AGM'), 'Edit');
  await dialog(page, 'Edit AGM').getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Screen Lines' }).click();
  await expect(page.getByText(/^Moved to /)).toBeVisible();
  await look('agms-edit');
  await closeDialog(page);
  await lookAtImport(page, look);
}

/** Every screen and dialog of the user management. */
export const walkAdministration: Walk = async (page, site, look) => {
  await prepare(site);
  await openAs(page, 'superadmin', '/users');
  await expect(page.getByRole('list', { name: 'Groups' })).toBeVisible();
  await look('users-groups');
  await chooseGroup(page, 'Demo Pipelines');
  await lookAtUsers(page, look);
  await lookAtAgms(page, look);
  await openTab(page, 'Group Info');
  await expect(chosen(page)).toContainText(/This one has/);
  await look('users-group-info');
};
