import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';
import {
  completedRuns,
  factOf,
  finishedButton,
  finishedDialog,
  finishRun,
  managerPanel,
  openCompletedRun,
  openCompletedRuns,
} from './finished-screen.ts';
import { minutesAgo } from './run-site.ts';
import { saveBy } from './saved-file.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';
import { runCard } from './tracking-screen.ts';

// A run from its end to its report. Other actions on completed runs are in long/.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

test.beforeEach(({ site }) => site.endRuns());

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('[F-001, F-003, F-007, R-010, T-132] a run that has ended is among the completed ones, is corrected, and reported on', async ({
  site,
}) => {
  const device = await site.addDeviceAt(396_001, 5000);
  const markers = [
    { name: 'AGM-01', atM: 5000 },
    { name: 'AGM-02', atM: 12_000 },
  ];
  const launchAt = minutesAgo(90);
  const { runId } = await site.launchRun({
    pathName: 'Cherokee 16',
    pig: 'CLN-16-02',
    markers,
    agms: [396_001],
    launchAt,
  });
  await device.passage({ at: minutesAgo(35) });
  await site.untilRun(runId, ({ passages: [passage] }) => passage?.isVerified === true);
  const page = await openConsole('admin');
  await openCompletedRuns(page);
  await expect(managerPanel(page)).toContainText('No completed runs yet.');

  const receivedAt = launchAt + 85 * 60_000;
  await finishRun(site, runId, receivedAt);
  await expect(completedRuns(page)).toHaveText([
    new RegExp(`Cherokee 16CLN-16-02Received ${formatUtcSecond(receivedAt)} UTCRun ${runId}, 1 of 2 verified, 1 AGM`),
  ]);
  await completedRuns(page).click();
  await expect(factOf(page, 'Duration')).toHaveText('1:25:00');

  await finishedButton(page, 'Edit Time').click();
  const times = finishedDialog(page, 'Edit Launch/Receive Time');
  const corrected = formatUtcSecond(receivedAt - 60_000);
  await times.getByLabel('Receive time (UTC)').fill(corrected);
  await times.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(times).toHaveCount(0);
  await expect(completedRuns(page)).toContainText(`Received ${corrected} UTC`);
  expect((await site.readRun(runId)).completedAt).toBe(receivedAt - 60_000);

  await finishedButton(page, 'Download Report').click();
  const report = await saveBy(page, () =>
    finishedDialog(page, 'Select Report').getByRole('button', { name: 'Download Report' }).click(),
  );
  expect(report.name).toBe(`Cherokee 16_${runId}_report.csv`);
  expect(report.text).toContain('AGM-01');
  expect(report.text).toContain('Unwatched Marker');
});

test('[W-250, W-251] a run that was ended by mistake is reopened, and a marker that was skipped is tracked again', async ({
  site,
}) => {
  await site.addDeviceAt(396_002, 5000);
  const markers = [
    { name: 'AGM-01', atM: 5000, linkedUid: 396_002 },
    { name: 'AGM-02', atM: 12_000 },
  ];
  const pig = 'CLN-16-03';
  const { runId } = await site.launchRun({ pig, markers, agms: [396_002], launchAt: minutesAgo(30) });
  await finishRun(site, runId, minutesAgo(5));
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  await finishedButton(page, 'Reopen Run').click();
  await finishedDialog(page, 'Reopen Pig Run').getByRole('button', { name: 'Reopen', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Pig run reopened' })).toBeVisible();
  await expect(completedRuns(page)).toHaveCount(0);
  expect((await site.readRun(runId)).completedAt).toBeNull();

  await runCard(page, runId, pig).getByRole('heading').click();
  await page.getByRole('button', { name: 'Next marker' }).click();
  await page.getByRole('button', { name: 'Next marker' }).click();
  const card = page.getByRole('region', { name: 'Marker AGM-01' });
  const linkedTo = async () =>
    (await site.readRun(runId)).path.markers.find(({ name }) => name === 'AGM-01')?.linkedUid;
  await card.getByRole('button', { name: 'Change to SKIP' }).click();
  await expect(card.getByRole('button', { name: 'Undo SKIP' })).toBeVisible();
  expect(await linkedTo()).toBeNull();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Change to SKIP' })).toBeVisible();
  expect(await linkedTo()).toBe(396_002);
});
