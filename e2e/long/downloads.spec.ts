import { withReceiveTime } from '../../packages/contract/src/runs/run-names.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import type { PigRunText } from '../../packages/contract/src/runs/pig-run.ts';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../accessible.ts';
import { find, openPanel, panel } from '../device-screen.ts';
import {
  addAbsent,
  ADMIN,
  button,
  dialog,
  files,
  fillParameters,
  manager,
  openManager,
  rowOf,
  rowsOf,
  session,
  startButton,
  startByCall,
  summary,
} from '../downloads-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, LOST_CONNECTION, openAs, test } from '../test.ts';

// Recorded data of devices, from the request to the file: sessions of many devices, raw recordings, and the list of
// files.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const readSaved = async (saved: Download) => readFile(await saved.path());

test.afterEach(async ({ site }) => {
  // Closes the windows first, so that the console requests nothing about removed devices.
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

test('[O-049, C-111] the row of a device shows its packets and both times once its records have arrived', async ({
  site,
}) => {
  const device = await site.addDeviceAt(395_051, 5000);
  for (const minutes of [40, 30]) await device.passage({ at: minutesAgo(minutes) });
  const page = await openConsole('admin');
  await fillParameters(page, [395_051]);
  await startButton(page).click();
  const shown = session(page);
  await expect(rowOf(shown, 395_051)).toContainText(
    /Download Complete2 of 2\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  );
  await expect(shown.getByRole('progressbar', { name: 'Packets of AGM 395051' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await expect(summary(page)).toHaveText(/^Ended at .+ UTC, 1 of 1 AGM complete$/);
});

test('[O-045] a download of a completed run covers its devices from launch to receive, and is ended or cancelled by hand', async ({
  site,
}) => {
  const slow = await site.addDeviceAt(395_201, 5000, { packetsPerS: 0.001 });
  const { runId } = await site.launchRun({
    markers: [{ name: 'M1', atM: 5000 }],
    agms: [395_201],
    launchAt: minutesAgo(90),
  });
  for (const minutes of [40, 30, 20]) await slow.passage({ at: minutesAgo(minutes) });
  await site.untilRun(runId, ({ passages }) => passages.length === 3);
  const text = await site.callAs<PigRunText>(ADMIN, 'GET', `/pigrun/${runId}`);
  const receiveTime = formatUtcSecond(minutesAgo(1));
  await site.callAs(ADMIN, 'POST', '/finished/pigrun/add/', withReceiveTime(text, receiveTime));
  const page = await openConsole('admin');
  await openManager(page);
  await manager(page).getByText('By Completed Pig Run', { exact: true }).click();
  await manager(page)
    .getByRole('list', { name: 'Completed runs' })
    .getByRole('button', { name: `Run ${runId},` })
    .click();
  await startButton(page).click();
  const shown = session(page);
  await expect(rowOf(shown, 395_201)).toContainText('Downloading1 of 3');
  await expect(shown).toContainText(`for ${text.launchTime ?? ''} to ${receiveTime} UTC`);

  await test.step('minimised and back', async () => {
    await button(shown, 'Minimise').click();
    await expect(rowOf(shown, 395_201)).toBeHidden();
    await button(shown, 'Restore').click();
    await expect(rowOf(shown, 395_201)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.emulateMedia({ colorScheme: 'dark' });
  });
  await test.step('Resume asks again for what is missing', async () => {
    await button(shown, 'Resume').click();
    await expect(page.getByRole('status').filter({ hasText: 'What is missing is asked for again' })).toBeVisible();
  });
  await test.step('Cancel asks first', async () => {
    await button(shown, 'Cancel Download').click();
    const question = dialog(page, 'Cancel this download?');
    await expectAccessible(page);
    await button(question, 'Go On').click();
    await expect(question).toHaveCount(0);
    await expect(summary(page)).toHaveText('0 of 1 AGM complete');
  });
  await test.step('End keeps what has come', async () => {
    await button(shown, 'End Session').click();
    await expect(summary(page)).toHaveText(/^Ended at /);
    await expect(rowOf(shown, 395_201)).toContainText('1 of 3');
  });
  await test.step('a new one is cancelled', async () => {
    await button(shown, 'Close').click();
    await startButton(page).click();
    await expect(rowOf(shown, 395_201)).toContainText('Queued Command');
    await button(shown, 'Cancel Download').click();
    await button(dialog(page, 'Cancel this download?'), 'Cancel Download').click();
    await expect(summary(page)).toHaveText(/^Ended at /);
  });
});

test('[V-029] a raw recording is requested in the queue dialog, followed there, and saved as CSV and in its original form', async ({
  site,
}) => {
  await site.addDeviceAt(395_601, 5000);
  const page = await openConsole('admin');
  await find(page, 395_601);
  await openPanel(page);
  await expect(panel(page)).toContainText('firmware 10.80');
  await button(panel(page), 'Commands').click();
  const section = page.getByRole('region', { name: 'Download within Time Range', exact: true });
  await button(section, 'Download within Time Range').click();
  await section.getByRole('combobox', { name: 'Files' }).click();
  await page.getByRole('option', { name: 'Raw', exact: true }).click();
  const from = minutesAgo(2);
  await section.getByRole('textbox', { name: 'Start (UTC)' }).fill(formatUtcSecond(from));
  await section.getByRole('textbox', { name: 'End (UTC)' }).fill(formatUtcSecond(from + 5000));
  await button(section, 'Send').click();
  const own = section.getByRole('group', { name: 'Downloads of this AGM' });
  await expect(own).toContainText('Download Complete');

  const csv = page.waitForEvent('download');
  await own.getByRole('button', { name: /^Save CSV/ }).click();
  const lines = (await readSaved(await csv)).toString('utf8').trimEnd().split('\r\n');
  expect([lines[0], lines.length]).toEqual(['Timestamp (UTC),GEO,EM', 5001]);

  await button(own, 'Downloads').click();
  const shown = files(page, 'AGM 395601');
  await expect(rowsOf(shown)).toHaveCount(1);
  await expect(rowsOf(shown)).toContainText('Raw recording');
  await expect(rowsOf(shown)).toContainText('12 kB');
  await expectAccessible(page);
  const file = page.waitForEvent('download');
  await rowsOf(shown)
    .getByRole('button', { name: /^Save, / })
    .click();
  const sha256 = createHash('sha256')
    .update(await readSaved(await file))
    .digest('hex');
  await expect(page.getByRole('status').filter({ hasText: 'Its SHA-256 is right.' })).toBeVisible();
  await expect(shown.getByTitle(sha256)).toBeVisible();
  await shown.getByRole('button', { name: 'Copy SHA-256 of AGM 395601' }).click();
});

test('the files of all devices open from the manager, newest first, and those of one device from its panel', async ({
  site,
}) => {
  const device = await site.addDeviceAt(395_701, 5000);
  await device.passage({ at: minutesAgo(30) });
  await site.addDeviceAt(395_702, 9000);
  await startByCall(site, [395_701, 395_702]);
  const page = await openConsole('admin');
  await openManager(page);
  await button(manager(page), 'Files…').click();
  const all = files(page);
  await expect(rowOf(all, 395_701).first()).toContainText('Download Complete1 of 1');
  await expect(rowOf(all, 395_702).first()).toContainText('Download Complete0 of 0');

  await button(all, 'Close').click();
  await button(manager(page), 'Close').click();

  await test.step('of one device', async () => {
    await find(page, 395_702);
    await openPanel(page);
    await button(panel(page), 'Downloads').click();
    await expect(rowsOf(files(page, 'AGM 395702'))).toHaveCount(1);
  });
});

test('the console requests no download offline, and reloads the progress when it is back online, also on a phone', async ({
  page,
  context,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION);
  const comeBack = await addAbsent(site, 395_901);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'admin');
  await fillParameters(page, [395_901]);
  await startButton(page).click();
  const shown = session(page);
  await expect(rowOf(shown, 395_901)).toContainText('Queued Command0');
  await expectAccessible(page);
  await context.setOffline(true);
  for (const name of ['Resume', 'End Session', 'Cancel Download']) await expect(button(shown, name)).toBeDisabled();
  await comeBack();
  await context.setOffline(false);
  await expect(rowOf(shown, 395_901)).toContainText('Download Complete0 of 0');
  await expect(summary(page)).toHaveText(/^Ended at /);
  await button(shown, 'Close').click();
  await button(manager(page), 'Files…').click();
  await expect(rowOf(files(page), 395_901)).toContainText('Download Complete');
  await expectAccessible(page);
});
