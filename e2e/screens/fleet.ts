import type { Locator, Page } from '@playwright/test';
import { table } from '../device-screen.ts';
import { expect, openAs } from '../test.ts';
import type { Walk } from './look.ts';

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640;

/** Device actions that only the superadmin has. */
export const walkFleet: Walk = async (page, _site, look) => {
  await openAs(page, 'superadmin');
  if (isPhone(page)) await button(page, 'Open Devices').click();
  await button(table(page), 'Add Device').click();
  const form = dialog(page, 'Add Device');
  await button(form, 'Add Device').click();
  await expect(form.getByText('Invalid UID')).toBeVisible();
  await look('fleet-add');
  await form.getByLabel('Device UID').fill('340101');
  await form.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Demo Pipelines' }).click();
  await button(form, 'Add Device').click();
  const credential = dialog(page, 'Device credential');
  await expect(credential.getByLabel('Client id', { exact: true })).toBeVisible();
  await look('fleet-credential');
  await button(credential, 'I have copied it').click();
  await expect(credential).toBeHidden();
  await button(table(page), 'Remove Device').click();
  const removal = page.getByRole('dialog', { name: 'Remove Device', exact: true });
  await removal.getByLabel('Device UID').fill('340101');
  await button(removal, 'Remove Device').click();
  await expect(dialog(page, 'Remove device 340101?')).toBeVisible();
  await look('fleet-remove');
};
