import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { PigRunText } from '../../packages/contract/src/runs/pig-run.ts';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import {
  completedRuns,
  factOf,
  finishedButton,
  finishedDialog,
  finishRun,
  managerPanel,
  openCompletedRun,
  openCompletedRuns,
} from '../finished-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, LOST_CONNECTION, REFUSED_CALL, test } from '../test.ts';

// What is done with runs that have arrived: corrected, synchronised, reported on, deleted.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const MARKERS = [
  { name: 'M1', atM: 5000 },
  { name: 'M2', atM: 12_000 },
];
const press = (page: Page, title: string, name: string) =>
  finishedDialog(page, title).getByRole('button', { name, exact: true }).click();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

interface Finished {
  readonly runId: number;
  readonly launchedAt: number;
  readonly seenAt: number;
  readonly receivedAt: number;
}

/** A run whose device has heard the pig at M1, verified, and none at M2. */
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

/** Somebody else changes what travels with the run. */
async function changeElsewhere(site: Site, runId: number, changes: Partial<PigRunText>): Promise<void> {
  const text = await site.call<PigRunText>('GET', `/pigrun/${runId}`);
  await site.call('POST', '/finished/pigrun/add/', { ...text, ...changes });
}

test.beforeEach(({ site }) => site.endRuns());

test.afterEach(async ({ site }) => {
  // With its windows closed the console asks for nothing of what is gone.
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

/** The dialog that corrects launch and receive time of a run. */
async function openTimes(page: Page, runId: number) {
  await openCompletedRun(page, runId);
  await finishedButton(page, 'Edit Time').click();
  const dialog = finishedDialog(page, 'Edit Launch/Receive Time');
  const [launch, receive] = [dialog.getByLabel('Launch time (UTC)'), dialog.getByLabel('Receive time (UTC)')];
  const expectRefused = async (typed: readonly [string, string], words: string) => {
    await launch.fill(typed[0]);
    await receive.fill(typed[1]);
    await press(page, 'Edit Launch/Receive Time', 'Save');
    await expect(dialog).toContainText(words);
  };
  return { dialog, launch, receive, expectRefused };
}

test('[F-008, F-009, F-010, F-011] the dialog of the times refuses what is empty and what is no time', async ({
  site,
}) => {
  const { runId, launchedAt, receivedAt } = await addFinished(site, 397_011);
  const { launch, receive, expectRefused } = await openTimes(await openConsole('admin'), runId);
  const [launched, received] = [formatUtcSecond(launchedAt), formatUtcSecond(receivedAt)];
  await expect(launch).toHaveValue(launched);
  await expect(receive).toHaveValue(received);
  await expectRefused(['', received], 'Error ! Launch Time is Empty.');
  await expectRefused([launched, ''], 'Error ! Receive Time is Empty.');
  await expectRefused(['2026-02-31 00:00:00', received], 'Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}');
  await expectRefused([launched, '2026-02-31 00:00:00'], 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}');
});

test('[F-012, F-013, F-014, F-015, F-016] the dialog of the times refuses times that contradict the run', async ({
  site,
}) => {
  const { runId, launchedAt, seenAt, receivedAt } = await addFinished(site, 397_021);
  const { expectRefused } = await openTimes(await openConsole('admin'), runId);
  const [launched, received] = [formatUtcSecond(launchedAt), formatUtcSecond(receivedAt)];
  await expectRefused(['2199-01-01 00:00:00', received], 'Error ! Launch Time entered is in the Future.');
  await expectRefused([launched, '2199-01-01 00:00:00'], 'Error ! Receive Time entered is in the Future.');
  await expectRefused(
    [launched, formatUtcSecond(launchedAt - 1000)],
    'Error ! Receive Time entered is before Launch Time.',
  );
  await expectRefused(
    [formatUtcSecond(seenAt + 60_000), received],
    'Entered Launch time is ahead of Verified Passage Time.',
  );
  await expectRefused(
    [launched, formatUtcSecond(seenAt - 60_000)],
    'Entered Receive time is before of Verified Passage Time.',
  );
  expect(await site.readRun(runId)).toMatchObject({ launchAt: launchedAt, recieveAt: receivedAt });
});

test('[F-003, F-019, R-014] launch and receive time are corrected, also after another user was first', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const { runId, launchedAt, receivedAt } = await addFinished(site, 397_001);
  const page = await openConsole('admin');
  const { dialog, launch, receive } = await openTimes(page, runId);
  const launched = formatUtcSecond(launchedAt);
  const [theirs, ours] = [formatUtcSecond(receivedAt - 60_000), formatUtcSecond(receivedAt - 120_000)];
  await launch.fill(launched);
  await receive.fill(ours);
  await changeElsewhere(site, runId, { recieveTime: theirs });
  await expect(dialog).toContainText(`Somebody else has saved ${launched} to ${theirs} meanwhile.`);
  await press(page, 'Edit Launch/Receive Time', 'Save');
  await expect(dialog.getByRole('alert')).toContainText(
    /Unable to update Pig Run\. Somebody else has changed this run meanwhile\. LogId = \d+/,
  );
  await expect(receive).toHaveValue(ours);
  await press(page, 'Edit Launch/Receive Time', 'Save');
  await expect(dialog).toHaveCount(0);
  await expect(factOf(page, 'Received (UTC)')).toContainText(ours);
  await expect(completedRuns(page)).toContainText(`Received ${ours} UTC`);
});

test('[F-004, F-005, F-020, R-013] AGMs are added, and what they have heard comes into the run', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const forgotten = await site.addDeviceAt(397_102, 12_000);
  await forgotten.passage({ at: minutesAgo(20) });
  const { runId } = await addFinished(site, 397_101);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  await expect(factOf(page, 'Passages')).toHaveText('1');

  await test.step('only those of the company that are not in the run are offered', async () => {
    await finishedButton(page, 'Add AGMs').click();
    const dialog = finishedDialog(page, 'Add AGMs');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: 'Add Selected' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'AGM UID 397102' }).check();
    await press(page, 'Add AGMs', 'Add Selected');
  });
  await expect(toast(page, 'Pig run synchronised').filter({ hasText: '1 new passage' })).toBeVisible();
  await expect(factOf(page, 'Passages')).toHaveText('2');
  await expect(factOf(page, 'AGMs')).toHaveText('2');
  const { passages, path } = await site.readRun(runId);
  expect(path.agms).toEqual([397_101, 397_102]);
  expect(passages.find(({ uid }) => uid === 397_102)).toMatchObject({ isVerified: false });

  await test.step('[F-021] a synch is shown while it lasts; one that fails is told, and everything is read anew', async () => {
    const answered = Promise.withResolvers<void>();
    await page.route('**/finished/pigrun/synch/', async (route) => {
      await answered.promise;
      await route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        headers: { 'x-log-id': '4711' },
        body: JSON.stringify({ title: 'Something failed.' }),
      });
    });
    await finishedButton(page, 'Synch Run').click();
    await expect(managerPanel(page).getByRole('progressbar', { name: 'Synch' })).toBeVisible();
    const reads = Promise.all([
      page.waitForRequest(/\/api\/pigrun\?active=true$/),
      page.waitForRequest(new RegExp(`/api/pigrun/${runId}$`)),
    ]);
    answered.resolve();
    const failure = page.getByRole('alert').filter({ hasText: 'Unable to Synch Pig Run' });
    await expect(failure).toContainText('LogId = 4711');
    await reads;
    await expect(managerPanel(page).getByRole('progressbar')).toHaveCount(0);
    await page.unroute('**/finished/pigrun/synch/');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(toast(page, 'Pig run synchronised').filter({ hasText: 'No new passages' })).toBeVisible();
  });
});

test('[F-006, R-016, B-034, B-035, L-077] commands are broadcast to the devices of a completed run', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const { runId, launchedAt, receivedAt } = await addFinished(site, 397_201);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  const title = 'Completed Pig Run Broadcast Commands';
  const dialog = finishedDialog(page, title);
  const download = dialog.getByRole('checkbox', { name: 'Download between launch and receive' });

  await test.step('what cannot go together, or is nothing, is not sent', async () => {
    await finishedButton(page, 'Broadcast Command').click();
    for (const [labels, words] of [
      [[], 'At least one broadcast command must be selected.'],
      [['Mag only', '22 Hz only'], 'Only one settings broadcast command may be selected at a time.'],
      [['Power mode active', 'Power mode low power'], 'Power mode active and low power are mutually exclusive.'],
      [
        ['Format disk', 'Download between launch and receive'],
        'Format disk and download between dates are mutually exclusive.',
      ],
    ] as const) {
      for (const label of labels) await dialog.getByRole('checkbox', { name: label, exact: true }).check();
      if (labels.length > 0) await expect(dialog.getByRole('alert')).toHaveText(words);
      await press(page, title, 'Send Commands Now');
      await expect(finishedDialog(page, 'Validation Message')).toContainText(words);
      await press(page, 'Validation Message', 'OK');
      await expect(finishedDialog(page, 'Validation Message')).toHaveCount(0);
      for (const label of labels) await dialog.getByRole('checkbox', { name: label, exact: true }).uncheck();
    }
  });
  const question = finishedDialog(page, 'Send 1 command to 1 AGM?');
  await test.step('asked, one may go back to the choice', async () => {
    await download.check();
    await press(page, title, 'Send Commands Now');
    await expect(question).toContainText(`${formatUtcSecond(launchedAt)} to ${formatUtcSecond(receivedAt)}`);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(download).toBeChecked();
  });
});

test('[B-036, B-037] a broadcast to a completed run says whether it was sent', async ({ site, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  const { runId } = await addFinished(site, 397_251);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  const title = 'Completed Pig Run Broadcast Commands';
  const dialog = finishedDialog(page, title);
  const question = finishedDialog(page, 'Send 1 command to 1 AGM?');
  await finishedButton(page, 'Broadcast Command').click();
  await dialog.getByRole('checkbox', { name: 'Download between launch and receive' }).check();
  await test.step('sent', async () => {
    await press(page, title, 'Send Commands Now');
    const [request] = await Promise.all([
      page.waitForRequest('**/CreateCompletedPigRunBroadcastCommands'),
      question.getByRole('button', { name: 'Send', exact: true }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ runId, commandList: ['RFD'] });
    await expect(finishedDialog(page, 'Information Message')).toContainText('Broadcast commands successfully sent.');
    await press(page, 'Information Message', 'OK');
  });
  await test.step('not sent', async () => {
    await finishedButton(page, 'Broadcast Command').click();
    await dialog.getByRole('checkbox', { name: 'Mag only' }).check();
    await press(page, title, 'Send Commands Now');
    await expect(question).toBeVisible();
    await site.call('DELETE', `/pigrun/${runId}`);
    await question.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(finishedDialog(page, 'Error Message')).toContainText(
      /Broadcast commands not successfully sent\. LogId = \[\d+\]\./,
    );
    await press(page, 'Error Message', 'OK');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('[F-007, R-015, T-189] a report is chosen by type and format, with the job number of the run', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const { runId } = await addFinished(site, 397_301);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  const dialog = finishedDialog(page, 'Select Report');
  const job = dialog.getByLabel('Job number');

  await test.step('the job number is saved by itself, and taken away by emptying it', async () => {
    await finishedButton(page, 'Download Report').click();
    for (const [typed, sent] of [
      [' J-1042 ', 'J-1042'],
      ['', null],
    ] as const) {
      await job.fill(typed);
      const [request] = await Promise.all([
        page.waitForRequest('**/UpdateJobNumber'),
        press(page, 'Select Report', 'Save job number'),
      ]);
      expect(request.postDataJSON()).toEqual({ runId, jobNumber: sent });
      await expect(dialog.getByRole('button', { name: 'Save job number' })).not.toHaveAttribute('aria-busy');
      await expect(factOf(page, 'Job number')).toHaveText(sent ?? '–');
    }
    expect((await site.readRun(runId)).jobNumber).toBeNull();
  });
  await test.step('waveforms are offered where there is room for them', async () => {
    const waveforms = dialog.getByRole('checkbox', { name: 'Include waveforms' });
    await expect(waveforms).toBeDisabled();
    await dialog.getByRole('radio', { name: 'PDF' }).check();
    await expect(waveforms).toBeEnabled();
    await dialog.getByRole('radio', { name: 'Summary' }).check();
    await expect(waveforms).toBeDisabled();
  });
  await test.step('[T-198] the default and the summary report come in every format; the job number is saved with them', async () => {
    await job.fill('J-7');
    for (const [type, format, begin] of [
      ['Summary', 'CSV', ''],
      ['Default', 'PRO', 'PRO|1|'],
      ['Default', 'PDF', '%PDF'],
      ['Summary', 'XLSX', 'PK'],
    ] as const) {
      await dialog.getByRole('radio', { name: type }).check();
      await dialog.getByRole('radio', { name: format }).check();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        press(page, 'Select Report', 'Download Report'),
      ]);
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
  await test.step('one that is being written can be cancelled', async () => {
    await page.route('**/WriteReport', () => undefined);
    await finishedButton(page, 'Download Report').click();
    await press(page, 'Select Report', 'Download Report');
    await expect(managerPanel(page).getByRole('progressbar', { name: 'Report' })).toBeVisible();
    await finishedButton(page, 'Cancel').click();
    await expect(toast(page, 'Report cancelled')).toBeVisible();
    await expect(managerPanel(page).getByRole('progressbar')).toHaveCount(0);
    await page.unroute('**/WriteReport');
  });
  await test.step('[O-034] why there is none is only logged, and said quietly', async () => {
    await site.registerDevice({ uid: 397_302 });
    const empty = await site.launchRun({
      pathName: 'Unheard',
      pig: 'PIG-397302',
      markers: MARKERS,
      agms: [397_302],
      launchAt: minutesAgo(60),
    });
    await finishRun(site, empty.runId, minutesAgo(1));
    await completedRuns(page).filter({ hasText: 'Unheard' }).click();
    await expect(factOf(page, 'Passages')).toHaveText('0');
    await finishedButton(page, 'Download Report').click();
    await press(page, 'Select Report', 'Download Report');
    await expect(toast(page, 'There is no report of this run')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('[F-002, R-018, T-132] a completed run is deleted after a question; one that others change or delete is shown as it is', async ({
  site,
}) => {
  const kept = await addFinished(site, 397_401, 'Kept');
  const { runId } = await addFinished(site, 397_402, 'Wrong');
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  const question = finishedDialog(page, 'Confirm delete of pig report');
  await finishedButton(page, 'Delete Run').click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(completedRuns(page)).toHaveCount(2);
  await finishedButton(page, 'Delete Run').click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(completedRuns(page)).toHaveText([/Kept/]);
  await expect(finishedButton(page, 'Delete Run')).toHaveCount(0);

  await completedRuns(page).click();
  await site.call('POST', '/pigrun/UpdateJobNumber', { runId: kept.runId, jobNumber: 'J-9' });
  await expect(factOf(page, 'Job number')).toHaveText('J-9');
  await expect(completedRuns(page)).toContainText('job J-9');
  await site.call('DELETE', `/pigrun/${kept.runId}`);
  await expect(managerPanel(page)).toContainText('No completed runs yet.');
  await expect(finishedButton(page, 'Delete Run')).toHaveCount(0);
});

test('[F-001] the timeline of a completed run is as it was, and follows corrections', async ({ site }) => {
  const { runId, receivedAt } = await addFinished(site, 397_501);
  const page = await openConsole('admin');
  await openCompletedRun(page, runId);
  await finishedButton(page, 'Timeline').click();
  const timeline = finishedDialog(page, 'PIG-397501');
  await expect(timeline).toContainText(`Receive time${formatUtcSecond(receivedAt)}`);
  await expect(timeline).toContainText(/Passed1 verified, 1 missed/);
  await expect(timeline.getByRole('button', { name: /^M1, verified/ })).toBeVisible();
  await expect(timeline.getByRole('table', { name: 'Next markers' })).toHaveCount(0);
  const corrected = formatUtcSecond(receivedAt + 60_000);
  await changeElsewhere(site, runId, { recieveTime: corrected });
  await expect(timeline).toContainText(`Receive time${corrected}`);
  await site.call('DELETE', `/pigrun/${runId}`);
  await expect(timeline).toContainText('This run is no longer active.');
  await timeline.getByRole('button', { name: 'Close' }).click();
});

test('the completed runs are found page by page, and a superadmin sees whose they are', async ({ site }) => {
  await site.registerDevice({ uid: 397_601 });
  for (let count = 1; count <= 16; count++) {
    const pathName = `Line ${String(count).padStart(2, '0')}`;
    const { runId } = await site.launchRun({
      pathName,
      pig: `PIG-${count}`,
      markers: MARKERS,
      agms: [397_601],
      launchAt: minutesAgo(100),
    });
    await finishRun(site, runId, minutesAgo(80 - count));
  }
  const page = await openConsole('superadmin');
  await openCompletedRuns(page);
  await expect(completedRuns(page)).toHaveCount(15);
  await expect(completedRuns(page).first()).toContainText(/Line 16.*Demo Pipelines/);
  await managerPanel(page).getByRole('button', { name: 'Next page' }).click();
  await expect(completedRuns(page)).toHaveText([/Line 01/]);
  await managerPanel(page).getByLabel('Find a completed run').fill('pig-7');
  await expect(completedRuns(page)).toHaveText([/Line 07/]);
  await managerPanel(page).getByLabel('Find a completed run').fill('nowhere');
  await expect(managerPanel(page)).toContainText('No results');
  await managerPanel(page).getByLabel('Find a completed run').fill('line 03');
  await completedRuns(page).click();
  for (const name of ['Delete Run', 'Edit Time', 'Add AGMs', 'Synch Run', 'Broadcast Command', 'Download Report'])
    await expect(finishedButton(page, name)).toBeEnabled();
});

test('offline nothing of a completed run can be changed, and it is read again afterwards', async ({
  site,
  openConsole: openOwn,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION);
  const { runId } = await addFinished(site, 397_701);
  const page = await openOwn('admin');
  await openCompletedRun(page, runId);
  await page.context().setOffline(true);
  for (const name of ['Delete Run', 'Edit Time', 'Add AGMs', 'Synch Run', 'Broadcast Command', 'Download Report'])
    await expect(finishedButton(page, name)).toBeDisabled();
  await site.call('POST', '/pigrun/UpdateJobNumber', { runId, jobNumber: 'J-11' });
  await page.context().setOffline(false);
  await expect(factOf(page, 'Job number')).toHaveText('J-11');
  await expect(finishedButton(page, 'Edit Time')).toBeEnabled();
});
