import { withReceiveTime } from '../../packages/contract/src/runs/run-names.ts';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { PigRunText } from '../../packages/contract/src/runs/pig-run.ts';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { finishedButton, finishedDialog, finishRun, openCompletedRun } from '../finished-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, test } from '../test.ts';

// Actions on completed runs: correct, synchronise, report, delete.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const MARKERS = [
  { name: 'M1', atM: 5000 },
  { name: 'M2', atM: 12_000 },
];
const press = (page: Page, title: string, name: string) =>
  finishedDialog(page, title).getByRole('button', { name, exact: true }).click();

interface Finished {
  readonly runId: number;
  readonly launchedAt: number;
  readonly seenAt: number;
  readonly receivedAt: number;
}

/** A run with a verified passage at M1 and none at M2. */
async function addFinished(site: Site, uid: number, pathName = 'Cherokee 16'): Promise<Finished> {
  const device = await site.addDeviceAt(uid, 5000);
  const [launchedAt, seenAt, receivedAt] = [minutesAgo(90), minutesAgo(35), minutesAgo(5)];
  const { runId } = await site.launchRun({
    pathName,
    pig: `PIG-${uid}`,
    markers: MARKERS,
    agms: [uid],
    launchAt: launchedAt,
  });
  await device.passage({ at: seenAt });
  await site.untilRun(runId, ({ passages: [passage] }) => passage?.isVerified === true);
  await finishRun(site, runId, receivedAt);
  return { runId, launchedAt, seenAt, receivedAt };
}

/** Changes the run over the API, as another user would. */
async function changeElsewhere(site: Site, runId: number, changes: Partial<PigRunText>): Promise<void> {
  const text = await site.call<PigRunText>('GET', `/pigrun/${runId}`);
  await site.call('POST', '/finished/pigrun/add/', { ...text, ...changes });
}

test.beforeEach(({ site }) => site.endRuns());

test.afterEach(async ({ site }) => {
  // Closes the windows first, so that the console requests nothing about removed runs.
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

test('[T-198] a completed run has both reports in every format, and the job number is saved with them', async ({
  site,
}) => {
  const { runId } = await addFinished(site, 397_301);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  const dialog = finishedDialog(page, 'Select Report');
  const job = dialog.getByLabel('Job number');

  await finishedButton(page, 'Download Report').click();
  await job.fill('J-7');
  for (const [type, format, begin] of [
    ['Summary', 'CSV', ''],
    ['Default', 'PRO', 'PRO|1|'],
    ['Default', 'PDF', '%PDF'],
    ['Summary', 'XLSX', 'PK'],
  ] as const) {
    await dialog.getByRole('radio', { name: type }).check();
    await dialog.getByRole('radio', { name: format }).check();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Select Report', 'Download Report')]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Cherokee 16_${runId}_.*report\\.${format.toLowerCase()}$`));
    expect((await readFile(await file.path(), 'latin1')).replace(/^\u00EF\u00BB\u00BF/, '')).toMatch(
      new RegExp(`^${begin.replaceAll('|', '\\|')}`),
    );
    await expect(finishedButton(page, 'Download Report')).toBeEnabled();
    await finishedButton(page, 'Download Report').click();
  }
  await expect(job).toHaveValue('J-7');
  expect((await site.readRun(runId)).jobNumber).toBe('J-7');
  await press(page, 'Select Report', 'Cancel');
});

test('[F-001] the timeline of a completed run shows its course, and follows corrections', async ({ site }) => {
  const { runId, receivedAt } = await addFinished(site, 397_501);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  await finishedButton(page, 'Timeline').click();
  const timeline = finishedDialog(page, 'PIG-397501');
  await expect(timeline).toContainText(`Receive time${formatUtcSecond(receivedAt)}`);
  await expect(timeline).toContainText(/Passed1 verified, 1 unwatched/);
  await expect(timeline.getByRole('button', { name: /^M1, verified/ })).toBeVisible();
  await expect(timeline.getByRole('table', { name: 'Next markers' })).toHaveCount(0);
  const corrected = formatUtcSecond(receivedAt + 60_000);
  await changeElsewhere(site, runId, withReceiveTime({}, corrected));
  await expect(timeline).toContainText(`Receive time${corrected}`);
  await site.call('DELETE', `/pigrun/${runId}`);
  await expect(timeline).toContainText('This run is no longer active.');
  await timeline.getByRole('button', { name: 'Close' }).click();
});
