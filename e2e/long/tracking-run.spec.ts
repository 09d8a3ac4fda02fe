import type { Page } from '@playwright/test';
import { minutesAgo, type LaunchedRun } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, test } from '../test.ts';
import { chooseFromRunMenu, runCard, runDialog } from '../tracking-screen.ts';

// The card of a run from launch to receive, part by part. The whole way is in tracking.spec.ts.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();
const UID = 347_051;

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

const launch = (site: Site): Promise<LaunchedRun> =>
  site.launchRun({
    pathName: 'Cherokee 16',
    pig: 'CLN-16-02',
    markers: [
      { name: 'AGM-01', atM: 5000 },
      { name: 'AGM-02', atM: 12_000 },
    ],
    agms: [UID],
    launchAt: minutesAgo(54),
    speed: 1.5,
  });

const cardOf = (page: Page, { runId, pig }: LaunchedRun) => runCard(page, runId, pig);

test('[T-003, T-005, T-006, T-007, T-008] the card names the run and its speed', async ({ site }) => {
  await site.registerDevice({ uid: UID });
  const run = await launch(site);
  const page = await openConsole('admin');
  await expect(cardOf(page, run)).toContainText(`CLN-16-02Run ${run.runId}Cherokee 16`);
  await expect(page.getByRole('banner')).toContainText('1 active run');
  await expect(cardOf(page, run)).toContainText(/Speed3\.36mph.*To AGM-010:0[01]:\d\d.*To run completion2:4\d:\d\d/);
});

test('[T-009, T-010] the times of the card count down', async ({ site }) => {
  await site.registerDevice({ uid: UID });
  const run = await launch(site);
  const page = await openConsole('admin');
  const eta = () => cardOf(page, run).getByRole('definition').nth(2).textContent();
  const before = await eta();
  await expect.poll(eta).not.toBe(before);
});

test('[T-076, T-163, T-164, T-165] an impossible receive time does not end the run', async ({ site }) => {
  const device = await site.addDeviceAt(UID, 5000);
  const run = await launch(site);
  await device.passage({ at: minutesAgo(2) });
  await site.untilRun(run.runId, ({ passages: [passage] }) => passage?.isVerified === true);
  const page = await openConsole('admin');
  await chooseFromRunMenu(page, run.pig, 'End/Save Run');
  const dialog = runDialog(page, 'Add Receive Time');
  const field = dialog.getByLabel('Receive time (UTC)');
  const end = dialog.getByRole('button', { name: 'End/Save' });
  for (const [typed, fault] of [
    ['soon', 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}'],
    ['2020-01-01 00:00:00', 'Receive Time is before Launch Time'],
    [new Date(minutesAgo(30)).toISOString().slice(0, 19).replace('T', ' '), 'Time is before Psg at Marker AGM-01'],
  ] as const) {
    await field.fill(typed);
    await expect(dialog).toContainText(fault);
    await end.click();
    await expect(dialog).toContainText(fault);
  }
  expect((await site.readRun(run.runId)).recieveAt).toBeNull();
});
