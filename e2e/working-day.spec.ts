import type { Locator, Page } from '@playwright/test';
import { readHeader } from '../apps/server/src/platform/mail/test-smtp-server.ts';
import { find, historyWindow, openPanel, panel } from './device-screen.ts';
import { generateRunReport, openReportManager, reportRows, reportWindow } from './report-screen.ts';
import { minutesAgo } from './run-site.ts';
import { shareConsoles } from './shared-consoles.ts';
import { chooseFromUserMenu, expect, test } from './test.ts';
import { chooseFromRunMenu, runCard, runDialog } from './tracking-screen.ts';
import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';

// A working day with the product from start to end. Other journeys test the single steps in full.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const rowsOf = (place: Locator) => place.locator('tbody').getByRole('row');

/** Closes the windows first, so that the console requests nothing about removed devices. */
test.afterEach(async ({ site }) => {
  await openConsole('admin');
  await site.endRuns();
  await site.removeDevices();
});

async function openDevice(page: Page, uid: number): Promise<void> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
}

/** Commands a device to stay awake, which it does. */
async function keepAwake(page: Page): Promise<void> {
  await button(panel(page), 'Commands').click();
  const dialog = page.getByRole('dialog', { name: /^Queue Commands/ });
  // Before the command: afterwards the queue above grows and shrinks, and moves the button away.
  const done = dialog.getByRole('region', { name: 'Command History', exact: true });
  await button(done, 'Command History').click();
  const form = dialog.getByRole('region', { name: 'Power Mode', exact: true });
  await button(form, 'Power Mode').click();
  await form.getByRole('form', { name: 'Power Mode' }).getByText('Active', { exact: true }).click();
  await button(form, 'Send').click();
  await expect(done.locator('tbody').getByRole('row').filter({ hasText: 'Power Mode' })).toContainText('Accepted');
  await button(dialog, 'Close').click();
}

async function openHistory(page: Page, uid: number): Promise<Locator> {
  await button(panel(page), 'Historic Data').click();
  const history = historyWindow(page, uid);
  await expect(history.getByRole('status')).toHaveText(/^\d+ passages?$/);
  return history;
}

test('[L-008] a command, a run with its arrival times, a passage, the mail about it, the history and the report work in sequence', async ({
  site,
}) => {
  const uid = 408_101;
  const device = await site.addDeviceAt(uid, 5000);
  const page = await openConsole('admin');
  await openDevice(page, uid);
  await keepAwake(page);

  const rules = [await site.ruleFor('viewer', { medium: 'email' })];
  const { runId, pig } = await site.launchRun({
    pathName: 'Working day',
    pig: 'DAY-1',
    markers: [
      { name: 'AGM-01', atM: 5000 },
      { name: 'AGM-02', atM: 12_000 },
    ],
    agms: [uid],
    rules,
    launchAt: minutesAgo(54),
  });
  const card = runCard(page, runId, pig);
  await expect(card).toContainText(/To AGM-010:0[01]:\d\d.*To run completion2:4\d:\d\d/);
  await device.passage({ at: minutesAgo(2) });
  await expect(card).toContainText(/To AGM-021:\d\d:\d\d/);
  await expect
    .poll(() => site.mail.received.filter((mail) => readHeader(mail, 'subject')?.includes('Passed AGM-01')).length)
    .toBe(1);

  const history = await openHistory(page, uid);
  await expect(rowsOf(history)).toHaveCount(1);
  await expect(rowsOf(history)).toContainText('Verified');
  await button(history, 'Close').click();

  await chooseFromRunMenu(page, pig, 'End/Save Run');
  await button(runDialog(page, 'Add Receive Time'), 'End/Save').click();
  await expect(card).toHaveCount(0);
  await openReportManager(page);
  await generateRunReport(page, runId);
  await expect(reportRows(page)).toContainText([/AGM-01.*408101/]);
  await button(reportWindow(page), 'Close').click();
});

test('[L-009] a command is queued, and all four kinds of history are read', async ({ site }) => {
  const uid = 408_201;
  const device = await site.addDeviceAt(uid, 5000);
  await device.passage();
  const page = await openConsole('admin');
  await openDevice(page, uid);
  await keepAwake(page);
  const history = await openHistory(page, uid);
  for (const [tab, words] of [
    ['Passage', 'Unverified'],
    ['Heartbeat', 'dBm'],
    ['Device Info', '10.80'],
    ['Settings', '22 Hz'],
  ] as const) {
    await history.getByRole('tab', { name: tab, exact: true }).click();
    await expect(rowsOf(history).first()).toContainText(words);
  }
});

test('[L-010] a passage is drawn, its time corrected, and verified; the device is listened to; a user opts in to text messages', async ({
  site,
}) => {
  const uid = 408_301;
  const device = await site.addDeviceAt(uid, 5000);
  await device.passage({ at: minutesAgo(2) });
  const page = await openConsole('admin');
  await openDevice(page, uid);
  await button(panel(page), 'Passage chart').click();
  const chart = page.getByRole('dialog', { name: /^Detection Count/ });
  await button(chart, 'Edit time').click();
  await chart.getByRole('application').click({ position: { x: 200, y: 100 } });
  const question = page.getByRole('dialog', { name: /^Save passage time as / });
  const picked = /as (.{26})\?/.exec((await question.textContent()) ?? '')?.[1] ?? '';
  await button(question, 'Confirm').click();
  await expect(page.getByRole('dialog', { name: new RegExp(`^Detection Count \\d+ / ${picked}$`) })).toBeVisible();
  await chart.getByText('Unverified').click();
  await expect(chart.getByText('Verified', { exact: true })).toBeVisible();
  await button(chart, 'Close').click();

  await button(panel(page), 'Listen').click();
  const stream = page.getByRole('dialog', { name: `AGM ${uid}, Realtime Streamer` });
  await expect(stream.getByLabel('UTC time')).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC$/);
  await button(stream, 'Close').click();

  await chooseFromUserMenu(page, 'Notifications / SMS Opt-in');
  const settings = page.getByRole('dialog', { name: 'Notification Settings', exact: true });
  await settings.getByRole('checkbox', { name: 'Passage', exact: true }).check();
  await settings.getByRole('checkbox', { name: /^Opt-in/ }).check();
  await settings.getByLabel(/phone/i).fill('(918) 555-0134');
  await button(settings, 'Save Messaging Settings').click();
  await expect
    .poll(() => site.callAs('admin@demo.waymark', 'GET', '/pigrun/user/get-user'))
    .toMatchObject({ a2PMessagingOptInState: true });
  const passage = await device.passage();
  // The toast of the previous passage may still be visible.
  await expect(page.getByText(`Passage: AGM ${uid}${formatUtcSecond(passage?.t ?? 0)} UTC`)).toBeVisible();
});
