import type { Page } from '@playwright/test';
import { finishedButton, finishedDialog, finishRun, openCompletedRun } from '../finished-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { expect, openAs } from '../test.ts';
import type { Look, Walk } from './look.ts';

async function lookAtDialogs(page: Page, look: Look): Promise<void> {
  const press = (title: string, name: string) =>
    finishedDialog(page, title).getByRole('button', { name, exact: true }).click();
  await look('finished-run');
  await finishedButton(page, 'Timeline').click();
  const timeline = page.getByRole('dialog', { name: /timeline$/ });
  await expect(timeline).toContainText('Average speed');
  await look('finished-timeline');
  await timeline.getByRole('button', { name: 'Close', exact: true }).click();
  await finishedButton(page, 'Edit Time').click();
  await finishedDialog(page, 'Edit Launch/Receive Time')
    .getByLabel(/^Launch time \(/)
    .fill('');
  await expect(finishedDialog(page, 'Edit Launch/Receive Time')).toContainText('Error ! Launch Time is Empty.');
  await look('finished-times');
  await press('Edit Launch/Receive Time', 'Cancel');

  await finishedButton(page, 'Add AGMs').click();
  await expect(finishedDialog(page, 'Add AGMs').getByRole('checkbox')).toHaveCount(5);
  await look('finished-add-agms');
  await press('Add AGMs', 'Cancel');

  const broadcast = 'Completed Pig Run Broadcast Commands';
  await finishedButton(page, 'Broadcast Command').click();
  await press(broadcast, 'Send Commands Now');
  await expect(finishedDialog(page, 'Validation Message')).toBeVisible();
  await look('finished-broadcast-fault');
  await press('Validation Message', 'OK');
  // The second one replaces the first.
  for (const label of ['Mag only', '22 Hz only'])
    await finishedDialog(page, broadcast).getByRole('checkbox', { name: label, exact: true }).check();
  await look('finished-broadcast');
  await finishedDialog(page, broadcast).getByRole('checkbox', { name: 'Format disk', exact: true }).check();
  await press(broadcast, 'Send Commands Now');
  await expect(page.getByRole('dialog', { name: 'Send 2 commands to 1 AGM?' })).toBeVisible();
  await look('finished-broadcast-question');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await press(broadcast, 'Cancel');

  await finishedButton(page, 'Download Report').click();
  await expect(finishedDialog(page, 'Select Report')).toBeVisible();
  await look('finished-report');
  await press('Select Report', 'Cancel');

  await finishedButton(page, 'Control Points').click();
  await expect(finishedDialog(page, 'Control Points').getByLabel('Columns')).toBeVisible();
  await look('finished-control-points');
  await press('Control Points', 'Cancel');

  await finishedButton(page, 'Delete Run').click();
  await expect(finishedDialog(page, 'Confirm delete of pig report')).toBeVisible();
  await look('finished-delete');
  await press('Confirm delete of pig report', 'Cancel');
}

/** A completed run and its dialogs. */
export const walkFinished: Walk = async (page, site, look) => {
  for (let count = 0; count < 6; count++) await site.registerDevice({ uid: 398_001 + count, lat: 36.01, lon: -96.64 });
  const { runId } = await site.launchRun({
    pathName: 'Cherokee 16',
    markers: [{ name: 'M1', atM: 5000 }],
    agms: [398_001],
    launchAt: minutesAgo(90),
  });
  await finishRun(site, runId, minutesAgo(5));
  await openAs(page, 'admin');
  await openCompletedRun(page, runId);
  await lookAtDialogs(page, look);
};
