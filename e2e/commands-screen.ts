import type { Locator, Page } from '@playwright/test';
import { find, openPanel, panel } from './device-screen.ts';
import { expect } from './test.ts';

// The window that queues commands for a device.

export const NONE = 'No commands have been queued, or they have already been accepted by the device';
export const UTC_TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

const commandsWindow = (page: Page, title: string, uid: number) =>
  page.getByRole('dialog', { name: `${title}, AGM ${uid}`, exact: true });
export const section = (place: Locator, title: string) => place.getByRole('region', { name: title, exact: true });
export const headOf = (place: Locator) => place.getByRole('group', { name: 'Connection' });
export const queueOf = (place: Locator) => section(place, 'Queued Commands').locator('tbody').getByRole('row');

export async function openWindow(page: Page, title: string, uid: number): Promise<Locator> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
  await panel(page).getByRole('button', { name: 'Commands' }).click();
  const opened = commandsWindow(page, title, uid);
  await expect(opened).toBeVisible();
  return opened;
}

export async function open(place: Locator, title: string): Promise<Locator> {
  const opened = section(place, title);
  await opened.getByRole('button', { name: title, exact: true }).click();
  return opened;
}
