import type { Locator, Page } from '@playwright/test';
import type { Site } from './site.ts';
import { expect, openAs } from './test.ts';

// Locators of the user management, as a user or a screen reader finds it.

export const groups = (page: Page) => page.getByRole('list', { name: 'Groups' });
export const chosen = (page: Page) => page.getByRole('region', { name: 'Chosen group' });
export const users = (page: Page) => page.getByRole('list', { name: 'Users' }).getByRole('listitem');
export const agms = (page: Page) => page.getByRole('grid', { name: 'AGMs' }).locator('tbody').getByRole('row');
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
export const success = (page: Page) => page.getByRole('status').filter({ hasText: 'Success!' });

export async function openUsers(page: Page): Promise<void> {
  await openAs(page, 'superadmin', '/users');
  await expect(page.getByText('No Group Selected')).toBeVisible();
}

export async function chooseGroup(page: Page, name: string): Promise<void> {
  await groups(page).getByRole('button', { name, exact: true }).click();
  await expect(chosen(page).getByRole('heading', { name })).toBeVisible();
}

export async function openTab(page: Page, name: 'Users' | 'AGMs' | 'Group Info'): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
}

export async function press(place: Locator, button: string): Promise<void> {
  await place.getByRole('button', { name: button, exact: true }).click();
}

export async function chooseOption(form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click();
  await form.page().getByRole('option', { name: option, exact: true }).click();
}

/** A company without users. */
export async function addGroup(site: Site, groupName: string): Promise<number> {
  const { id } = await site.call<{ id: number }>('POST', '/admin/group', { groupName });
  return id;
}

interface Somebody {
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly role?: 'viewer' | 'admin';
}

export async function addUser(
  site: Site,
  group: number,
  { phone = '9185550134', role = 'viewer', ...user }: Somebody,
): Promise<void> {
  await site.call('POST', '/admin/user', { id: -1, group, phone, role, ...user });
}

export async function findGroup(site: Site, name: string): Promise<number> {
  const all = await site.call<{ id: number; groupName: string }[]>('GET', '/admin/group');
  const group = all.find(({ groupName }) => groupName === name);
  if (!group) throw new Error(`no group ${name}`);
  return group.id;
}
