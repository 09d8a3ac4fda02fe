import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

// Locators of device views, as a user or a screen reader finds them.

export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Device UID' });
export const popup = (page: Page, uid: number) => page.getByRole('region', { name: `Device ${uid}` });
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Device info' });
export const table = (page: Page) => page.getByRole('region', { name: 'Devices' });
export const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
export const row = (page: Page, uid: number) => rows(page).filter({ hasText: String(uid) });
export const historyWindow = (page: Page, uid: number) => page.getByRole('dialog', { name: `AGM ${uid}` });

/** The value beside a label, in panel or popup. */
export function valueOf(place: Locator, label: string): Locator {
  const term = place
    .page()
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) });
  return place.locator('dl > div').filter({ has: term }).getByRole('definition');
}

/** Selects a device by its uid with the keyboard. */
export async function find(page: Page, uid: number): Promise<void> {
  await expect(row(page, uid)).toBeVisible();
  await searchBox(page).fill(String(uid));
  await searchBox(page).press('Enter');
  await expect(row(page, uid)).toHaveAttribute('aria-selected', 'true');
}

export async function openPanel(page: Page): Promise<void> {
  await table(page).getByRole('button', { name: 'Device info' }).click();
  await expect(panel(page)).toBeVisible();
}
