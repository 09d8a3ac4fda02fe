import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { passageIdOf } from '../../packages/domain/src/run/run.ts';
import { formatUtcDatabase, formatUtcMillisecond, formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { table } from '../device-screen.ts';
import { finishRun } from '../finished-screen.ts';
import {
  addReported,
  generateReport,
  generateRunReport,
  openReportManager,
  reportManager,
  reportRow,
  reportRows,
  reportWindow,
} from '../report-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { chooseFromUserMenu, expect, LOST_CONNECTION, openAs, openUserMenu, REFUSED_CALL, test } from '../test.ts';

// The Report Manager on completed runs and devices, and the actions in a report.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const chart = (page: Page) => dialog(page, /^(Detection Count|Passage)/);
const count = (page: Page) => reportWindow(page).getByRole('group', { name: 'Rows of the report' }).getByRole('status');
const sortBy = (page: Page, column: string) =>
  reportWindow(page).getByRole('columnheader', { name: column }).getByRole('button').click();
const cells = (page: Page, column: number) => reportRows(page).locator(`td:nth-child(${column})`);

async function dismiss(page: Page, title: string, text: string | RegExp, closeLabel = 'OK'): Promise<void> {
  await expect(dialog(page, title)).toContainText(text);
  await button(dialog(page, title), closeLabel).click();
  await expect(dialog(page, title)).toHaveCount(0);
}

/** Devices that had passages these minutes ago, all at the same time. */
async function addHeard(site: Site, heard: Readonly<Record<number, readonly number[]>>): Promise<void> {
  for (const [uid, times] of Object.entries(heard)) {
    const device = await site.addDeviceAt(Number(uid), 5000);
    for (const minutes of times) await device.passage({ at: minutesAgo(minutes) });
  }
}

/** Selects all devices, over the last day. */
async function chooseAgms(page: Page, uids: readonly number[]): Promise<void> {
  await expect(reportManager(page).getByText('By Agm(s)')).toBeVisible();
  await reportManager(page).getByText('By Agm(s)').click();
  await reportManager(page)
    .getByLabel('Start (UTC)')
    .fill(formatUtcSecond(minutesAgo(24 * 60)));
  await reportManager(page)
    .getByLabel('End (UTC)')
    .fill(formatUtcSecond(minutesAgo(0)));
  await button(reportManager(page), 'Select Agms').click();
  const agms = dialog(page, 'Select Agms');
  // The devices of the last test may be listed until their removal arrives.
  await expect(agms.locator('tbody').getByRole('row')).toContainText(uids.map(String));
  await button(agms, 'All').click();
  await button(agms, 'Select').click();
  await expect(agms).toHaveCount(0);
}

test.afterEach(async ({ site }) => {
  // Closes the windows first, so that the console requests nothing about removed runs and devices.
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

test('[O-013, O-014, O-015, O-016, O-017] rows are verified, scored, opened as charts, and deleted when a person has set them', async ({
  site,
}) => {
  const { runId, uids } = await addReported(site, 402_101);
  const page = await openConsole('admin');
  await openReportManager(page);
  await generateRunReport(page, runId);
  await expect(cells(page, 4)).toHaveText([
    /ELF|GEO|MAG/,
    /ELF|GEO|MAG/,
    'Manual Passage',
    'Skipped Marker',
    'Missed Passage',
    'Unwatched Marker',
    'Skipped Marker',
  ]);
  for (const uid of uids) await expect(reportRow(page, String(uid))).toContainText(/(ELF|GEO|MAG)\s*\d+\.\d%/);

  await test.step('the chart goes on with the rows, whatever their device, and begins again after the last', async () => {
    await reportRow(page, 'M1', 'Verified').getByTitle('Open chart').click();
    await expect(chart(page)).toContainText(`AGM ${uids[0]}`);
    await expect(chart(page)).toContainText('1 of 2');
    await expect(reportRow(page, 'M1', 'Verified')).toHaveAttribute('aria-current', 'true');
    await button(chart(page), 'Next passage').click();
    await expect(chart(page)).toContainText(`AGM ${uids[1]}`);
    await expect(reportRow(page, 'M2', 'Unverified')).toHaveAttribute('aria-current', 'true');
    await button(chart(page), 'Next passage').click();
    await expect(chart(page)).toContainText(`AGM ${uids[0]}`);
    await button(chart(page), 'Previous passage').click();
    await expect(chart(page)).toContainText(`AGM ${uids[1]}`);
    await button(chart(page), 'Close').click();
  });

  await test.step('with a mark, a word and a colour; its marker is missed no more', async () => {
    await button(reportRow(page, String(uids[1])), 'Unverified').click();
    await expect(reportRow(page, String(uids[1])).getByRole('button', { name: 'Verified', exact: true })).toBeVisible();
    await expect(count(page)).toHaveText('6 rows');
    await expect(reportRow(page, 'M2')).toHaveCount(1);
    expect((await site.readRun(runId)).passages.filter(({ isVerified }) => isVerified)).toHaveLength(3);
  });

  await test.step('a manual passage is deleted, after it was asked for, and the report reads again', async () => {
    const manual = reportRow(page, 'Manual Passage');
    await expect(manual).toContainText('[manual passage]');
    await expect(manual.getByTitle('Open chart')).toHaveCount(0);
    await button(manual, 'Delete manual passage').click();
    await button(dialog(page, 'Are you sure you want to delete this passage?'), 'Delete').click();
    await expect(manual).toHaveCount(0);
    await expect(reportRow(page, 'M3')).toContainText('Unwatched Marker');
    await expect(count(page)).toHaveText('6 rows');
    expect((await site.readRun(runId)).passages).toHaveLength(2);
  });
});

test('[O-084, O-086] the device report is saved as a file in its order', async ({ site }) => {
  await addHeard(site, { 402_261: [300, 200, 30 * 60], 402_262: [250] });
  const page = await openConsole('admin');
  await openReportManager(page);
  await chooseAgms(page, [402_261, 402_262]);
  await generateReport(page);
  await sortBy(page, 'UID');
  await expect(cells(page, 3)).toHaveText(['402261', '402261', '402262']);
  const download = page.waitForEvent('download');
  await button(reportWindow(page), 'Export to CSV').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-ReportData-ByAgm\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[1])).toEqual(['402261', '402262', '402261']);
});

test('[O-009, O-010, O-011, O-012] pages and sort orders come from the server', async ({ site }) => {
  const minutes = Array.from({ length: 10 }, (_, at) => 30 + 20 * at);
  await addHeard(site, { 402_301: minutes, 402_302: minutes.map((each) => each + 7) });
  const page = await openConsole('admin');
  await openReportManager(page);
  await chooseAgms(page, [402_301, 402_302]);
  await generateReport(page);
  await expect(reportRows(page)).toHaveCount(15);
  await expect(count(page)).toHaveText('20 rows');
  const shownTimes = () => cells(page, 1).allInnerTexts();
  const first = await shownTimes();
  expect(first).toEqual(first.toSorted());
  await button(reportWindow(page), 'Next page').click();
  await expect(reportWindow(page)).toContainText('16–20 of 20');
  await expect(reportRows(page)).toHaveCount(5);
  await sortBy(page, 'Passage Time');
  await expect(reportWindow(page)).toContainText('1–15 of 20');
  await expect(reportRows(page)).toHaveCount(15);
  await expect
    .poll(async () => (await shownTimes()).toString() === (await shownTimes()).toSorted().toReversed().toString())
    .toBe(true);
  await sortBy(page, 'UID');
  await expect(cells(page, 3)).toHaveText([...Array<string>(10).fill('402301'), ...Array<string>(5).fill('402302')]);
  await sortBy(page, 'UID');
  await expect(cells(page, 3)).toHaveText([...Array<string>(10).fill('402302'), ...Array<string>(5).fill('402301')]);
  await sortBy(page, 'Marker Name');
  await expect(reportWindow(page).getByRole('columnheader', { name: 'Marker Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(reportRows(page)).toHaveCount(15);

  const { runId } = await addReported(site, 402_311);
  await reportManager(page).getByText('By Completed Pig Run').click();
  await generateRunReport(page, runId);
  await sortBy(page, 'Marker Name');
  await expect(cells(page, 2)).toHaveText(['Launch', 'M1', 'M2', 'M2', 'M3', 'M4', 'Receive']);
  await sortBy(page, 'Marker Name');
  await expect(cells(page, 2)).toHaveText(['Receive', 'M4', 'M3', 'M2', 'M2', 'M1', 'Launch']);
});

test('[P-010, P-014] a time edited in the report regenerates it, and so does one edited elsewhere', async ({
  site,
}) => {
  const { runId, uids } = await addReported(site, 402_401);
  const page = await openConsole('admin');
  await openReportManager(page);
  await generateRunReport(page, runId);
  await reportRow(page, 'M1', 'Verified').getByTitle('Open chart').click();
  await button(chart(page), 'Edit time').click();
  const plot = chart(page).getByRole('application');
  for (let step = 0; step < 5; step++) await plot.press('ArrowRight');
  await plot.press('Enter');
  const question = dialog(page, /^Save passage time as /);
  const picked = /as (.{23})/.exec((await question.textContent()) ?? '')?.[1] ?? 'none';
  await button(question, 'Confirm').click();
  await expect(reportRow(page, 'M1', 'Verified')).toContainText(picked);
  await button(chart(page), 'Close').click();

  const { passages } = await site.readRun(runId);
  const heard = passages.find(({ uid }) => uid === uids[1]);
  const at = (heard?.passageAt ?? 0) + 1000;
  await site.call('POST', `/apexagm/passage/${uids[1]}/${heard && passageIdOf(heard)}/updatetimestamp`, {
    newPassageTime: formatUtcDatabase(at),
  });
  await expect(reportRow(page, String(uids[1]))).toContainText(formatUtcMillisecond(at));
});

test('[P-015] a passage verified elsewhere is shown as verified in the open report of its device', async ({ site }) => {
  const { runId, uids } = await addReported(site, 402_501);
  const page = await openConsole('admin');
  await openReportManager(page);
  await chooseAgms(page, uids);
  await generateReport(page);
  const row = reportRow(page, String(uids[1]));
  await expect(row).toContainText('Unverified');
  const { passages } = await site.readRun(runId);
  const heard = passages.find(({ uid }) => uid === uids[1]);
  const verify = (flag: boolean) =>
    site.call('GET', `/apexagm/verifyPassage/${uids[1]}/${heard && passageIdOf(heard)}/${flag}`);
  await verify(true);
  await expect(button(row, 'Verified')).toBeVisible();
  await verify(false);
  await expect(button(row, 'Unverified')).toBeVisible();
});

test('[O-013] a passage that cannot be verified stays unverified, with the reason', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const uid = 402_551;
  const device = await site.addDeviceAt(uid, 3000);
  const markers = [{ name: 'M1', atM: 3000, autoVerify: false }];
  const { runId } = await site.launchRun({
    pathName: 'Twice',
    pig: 'PIG-2',
    markers,
    agms: [uid],
    launchAt: minutesAgo(90),
  });
  for (const minutes of [60, 50]) await device.passage({ at: minutesAgo(minutes) });
  const { passages } = await site.untilRun(runId, (run) => run.passages.length === 2);
  const first = passages.toSorted((one, other) => one.passageAt - other.passageAt)[0];
  await site.call('GET', `/apexagm/verifyPassage/${uid}/${first && passageIdOf(first)}/true`);
  await finishRun(site, runId, minutesAgo(5));
  const page = await openConsole('admin');
  await openReportManager(page);
  await generateRunReport(page, runId);
  await button(reportRows(page).first(), 'Verified').click();
  await expect(button(reportRows(page).first(), 'Unverified')).toBeVisible();
  await button(reportRows(page).first(), 'Unverified').click();
  await expect(button(reportRows(page).first(), 'Verified')).toBeVisible();
  await button(reportRows(page).nth(1), 'Unverified').click();
  await dismiss(page, 'Passage not verified', 'Marker has a previously verified passage !', 'Dismiss');
  await expect(button(reportRows(page).nth(1), 'Unverified')).toBeVisible();
});

test('the report offers no change or export offline, and loads when the connection is back', async ({
  site,
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION);
  const { runId } = await addReported(site, 402_801);
  await openAs(page, 'admin');
  await openReportManager(page);
  await generateRunReport(page, runId);
  await expect(count(page)).toHaveText('7 rows');
  await context.setOffline(true);
  await expect(button(reportWindow(page), 'Export to CSV')).toBeDisabled();
  await expect(button(reportWindow(page), 'Delete manual passage')).toBeDisabled();
  for (const toggle of await reportRows(page)
    .getByRole('button', { name: /^(Verified|Unverified)$/ })
    .all())
    await expect(toggle).toBeDisabled();
  await reportManager(page).getByLabel('Verified passages only').check();
  await generateReport(page);
  await expect(reportWindow(page)).toContainText('You are offline. It is read once the connection is back.');
  await context.setOffline(false);
  await expect(count(page)).toHaveText('6 rows');
});

test('[O-034, O-070] a failed report shows its log id; a missing subject shows only a note', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const { runId } = await addReported(site, 402_601);
  const page = await openConsole('admin');
  await openReportManager(page);
  await page.route(
    '**/api/pigrun/GetReportDataForCompletedPigRun',
    (route) => route.fulfill({ status: 500, headers: { 'x-log-id': '4711' }, body: '4711' }),
    { times: 1 },
  );
  await generateRunReport(page, runId);
  await dismiss(
    page,
    'Report Manager Service Exception',
    'A report manager service exception has occurred. LogId = [4711]',
  );
  await expect(reportWindow(page)).toContainText('Report did not load');
  await button(reportWindow(page), 'Retry').click();
  await expect(count(page)).toHaveText('7 rows');

  await test.step('the file too, and it can be called off', async () => {
    const address = '**/api/pigrun/ExportReportDataForCompletedPigRun';
    await page.route(
      address,
      (route) => route.fulfill({ status: 500, headers: { 'x-log-id': '4712' }, body: '4712' }),
      { times: 1 },
    );
    await button(reportWindow(page), 'Export to CSV').click();
    await dismiss(
      page,
      'Report Manager Service Exception',
      'A report manager service exception has occurred. LogId = [4712]',
    );
    await page.route(address, () => undefined, { times: 1 });
    await button(reportWindow(page), 'Export to CSV').click();
    await expect(reportWindow(page)).toContainText('Exported 0 of 7 rows');
    await button(reportWindow(page), 'Cancel').click();
    await expect(page.getByRole('status').filter({ hasText: 'Export cancelled' })).toBeVisible();
    await expect(button(reportWindow(page), 'Export to CSV')).not.toHaveAttribute('aria-busy', 'true');
  });

  await test.step('a run without passages', async () => {
    const log = page.waitForEvent(
      'console',
      (message) => message.type() === 'error' && message.text().includes('ApiError'),
    );
    const { runId: silent } = await site.launchRun({
      pathName: 'Silent',
      pig: 'PIG-2',
      markers: [{ name: 'M1', atM: 3000 }],
      agms: [402_601],
      launchAt: minutesAgo(50),
    });
    await finishRun(site, silent, minutesAgo(3));
    await generateRunReport(page, silent);
    await expect(reportWindow(page)).toContainText('The pig run has no passages.');
    await log;
    await expect(page.getByRole('dialog', { name: 'Report Manager Service Exception' })).toHaveCount(0);
    await expect(button(reportWindow(page), 'Export to CSV')).toBeDisabled();
  });
});

test('[L-033, L-052, L-073, L-075] only the admin of a company sees the managers, which hide what is about one device', async ({
  site,
}) => {
  await site.addDeviceAt(402_701, 5000);
  const admin = await openConsole('admin');
  await expect(table(admin)).toBeVisible();
  for (const name of ['Download/Report Manager', 'Broadcast Commands']) {
    await chooseFromUserMenu(admin, name);
    await expect(admin.getByRole('complementary', { name })).toBeVisible();
    await expect(table(admin)).toHaveCount(0);
    await admin.keyboard.press('Escape');
    await expect(table(admin)).toBeVisible();
  }
  for (const who of ['viewer', 'superadmin'] as const) {
    const page = await openConsole(who);
    await openUserMenu(page);
    for (const name of ['Download/Report Manager', 'Broadcast Commands'])
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const body = { startDate: '2026-03-18 00:00:00', endDate: '2026-03-19 00:00:00', uidList: [402_701] };
    await expect(site.callAs(`${who}@demo.waymark`, 'POST', '/pigrun/GetReportDataForDevices', body)).rejects.toThrow(
      ': 403 ',
    );
    const broadcast = {
      uidList: [402_701],
      commandList: ['PM'],
      requestForDownloadStartDate: null,
      requestForDownloadEndDate: null,
    };
    await expect(
      site.callAs(`${who}@demo.waymark`, 'POST', '/pigrun/CreateBroadcastCommands', broadcast),
    ).rejects.toThrow(': 403 ');
  }
});
