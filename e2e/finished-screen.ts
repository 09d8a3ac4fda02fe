import { withReceiveTime } from '../packages/contract/src/runs/run-names.ts';
import type { Locator, Page } from '@playwright/test';
import type { PigRunText } from '../packages/contract/src/runs/pig-run.ts';
import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';
import type { Site } from './site.ts';
import { chooseFromUserMenu, expect } from './test.ts';

// Completed runs: how a journey creates one, and its locators.

/** Ends a run over the API, as another user would. */
export async function finishRun(site: Site, runId: number, completedAt: number): Promise<void> {
  const text = await site.call<PigRunText>('GET', `/pigrun/${runId}`);
  await site.call('POST', '/finished/pigrun/add/', withReceiveTime(text, formatUtcSecond(completedAt)));
}

/** A drawer beside the map, on a phone a sheet over it. */
export const managerPanel = (page: Page): Locator =>
  page
    .getByRole('complementary', { name: 'Pig Run Manager' })
    .or(page.getByRole('region', { name: 'Pig Run Manager', exact: true }));
export const completedRuns = (page: Page): Locator =>
  managerPanel(page).getByRole('list', { name: 'Completed runs' }).getByRole('button');
export const finishedButton = (page: Page, name: string): Locator =>
  managerPanel(page).getByRole('button', { name, exact: true });
export const finishedDialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
/** A value in the details of the chosen run. */
export const factOf = (page: Page, name: string): Locator =>
  managerPanel(page).locator('dl > div').filter({ hasText: name }).locator('dd');

export async function openCompletedRuns(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await managerPanel(page).getByRole('tab', { name: 'Completed Runs' }).click();
}

/** Chooses the run and waits for its actions. */
export async function openCompletedRun(page: Page, runId: number): Promise<void> {
  await openCompletedRuns(page);
  await completedRuns(page)
    .filter({ hasText: `Run ${runId},` })
    .click();
  await expect(finishedButton(page, 'Download Report')).toBeVisible();
}
