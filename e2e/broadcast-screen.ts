import type { Locator, Page } from '@playwright/test';
import { chooseFromUserMenu, expect } from './test.ts';

// The panel that sends the same commands to many devices.

const broadcastPanel = (page: Page) => page.getByRole('complementary', { name: 'Broadcast Commands' });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const agmRows = (page: Page) => dialog(page, 'Select Agms').locator('tbody').getByRole('row');
export const broadcasts = (page: Page) => broadcastPanel(page).getByRole('group', { name: /^Broadcast \d/ });

export async function openPanel(page: Page): Promise<Locator> {
  await chooseFromUserMenu(page, 'Broadcast Commands');
  await expect(broadcastPanel(page)).toBeVisible();
  return broadcastPanel(page);
}

/** Selects exactly these commands. */
export async function selectCommands(page: Page, labels: readonly string[]): Promise<void> {
  await broadcastPanel(page).getByRole('button', { name: 'Select Commands' }).click();
  const commands = dialog(page, 'Select Commands');
  await expect(commands.getByRole('checkbox').first()).toBeVisible();
  for (const box of await commands.getByRole('checkbox').all()) await box.uncheck();
  for (const label of labels) await commands.getByRole('checkbox', { name: label }).check();
  await commands.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(commands).toHaveCount(0);
}

export const sendNow = (page: Page) => broadcastPanel(page).getByRole('button', { name: 'Send Commands Now' }).click();

export async function confirmSend(page: Page, title: string, act = 'Send'): Promise<void> {
  await dialog(page, title).getByRole('button', { name: act, exact: true }).click();
  const message = dialog(page, 'Information Message');
  await expect(message).toContainText('Broadcast commands successfully sent.');
  await message.getByRole('button', { name: 'OK' }).click();
  await expect(message).toHaveCount(0);
}
