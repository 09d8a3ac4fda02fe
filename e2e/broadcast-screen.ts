import type { Locator, Page } from '@playwright/test';
import { chooseFromUserMenu, expect } from './test.ts';

// The panel that sends the same commands to many devices.

export const broadcastPanel = (page: Page) => page.getByRole('complementary', { name: 'Broadcast Commands' });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const agmRows = (page: Page) => dialog(page, 'Select Agms').locator('tbody').getByRole('row');
export const broadcasts = (page: Page) => broadcastPanel(page).getByRole('region', { name: /^Broadcast \d/ });

export async function openPanel(page: Page): Promise<Locator> {
  await chooseFromUserMenu(page, 'Broadcast Commands');
  await expect(broadcastPanel(page)).toBeVisible();
  return broadcastPanel(page);
}

/** The console may still be hearing which devices there are: `listed` of them are waited for. */
export async function selectAgms(page: Page, sweep: 'All' | 'None' | 'Connected only', listed: number): Promise<void> {
  await broadcastPanel(page).getByRole('button', { name: 'Select Agms' }).click();
  const agms = dialog(page, 'Select Agms');
  await expect(agmRows(page)).toHaveCount(listed);
  if (sweep === 'Connected only') await expect(agmRows(page).filter({ hasText: 'Online' })).toHaveCount(listed);
  await agms.getByRole('button', { name: sweep, exact: true }).click();
  await agms.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(agms).toHaveCount(0);
}

/** These and no others. */
export async function selectCommands(
  page: Page,
  labels: readonly string[],
  dates: readonly [string, string] | null = null,
): Promise<void> {
  await broadcastPanel(page).getByRole('button', { name: 'Select Commands' }).click();
  const commands = dialog(page, 'Select Commands');
  for (const box of await commands.getByRole('checkbox').all()) await box.uncheck();
  for (const label of labels) await commands.getByRole('checkbox', { name: label }).check();
  if (dates) {
    await commands.getByLabel('Start (UTC)').fill(dates[0]);
    await commands.getByLabel('End (UTC)').fill(dates[1]);
  }
  await commands.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(commands).toHaveCount(0);
}

export const sendNow = (page: Page) => broadcastPanel(page).getByRole('button', { name: 'Send Commands Now' }).click();

export async function expectMessage(page: Page, title: string, text: string | RegExp): Promise<void> {
  const message = dialog(page, title);
  await expect(message).toContainText(text);
  await message.getByRole('button', { name: 'OK' }).click();
  await expect(message).toHaveCount(0);
}

export async function confirmSend(page: Page, title: string, act = 'Send'): Promise<void> {
  await dialog(page, title).getByRole('button', { name: act, exact: true }).click();
  await expectMessage(page, 'Information Message', 'Broadcast commands successfully sent.');
}
