import type { Locator, Page } from '@playwright/test';

// Locators of the screen of an active run.

export const runCard = (page: Page, runId: number, pig: string): Locator =>
  page.getByRole('region', { name: `Run ${runId}, ${pig}` });
export const runMenu = (page: Page, pig: string): Locator => page.getByRole('button', { name: `Menu of ${pig}` });
export const runDialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

export async function chooseFromRunMenu(page: Page, pig: string, entry: string): Promise<void> {
  await runMenu(page, pig).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
