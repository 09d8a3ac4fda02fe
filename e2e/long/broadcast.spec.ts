import {
  broadcastPanel,
  broadcasts,
  confirmSend,
  dialog,
  expectMessage,
  openPanel,
  selectAgms,
  selectCommands,
  sendNow,
} from '../broadcast-screen.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, openUserMenu, REFUSED_CALL, test } from '../test.ts';

// The same commands to many devices, from the panel. What becomes of each command is told in commands-queue.spec.ts.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

test.afterEach(({ site }) => site.removeDevices());

test('[B-026, B-027, B-028, B-029] what cannot be sent is told before anything is asked', async ({ site }) => {
  await site.registerDevice({ uid: 345_101 });
  const page = await openConsole('admin');
  await openPanel(page);
  await selectAgms(page, 'None', 1);
  await selectCommands(page, ['Power mode active']);
  await sendNow(page);
  await expectMessage(page, 'Validation Message', 'At least one AGM must be selected.');
  await selectAgms(page, 'All', 1);
  await selectCommands(page, ['Mag only', '22 Hz only']);
  await sendNow(page);
  await expectMessage(page, 'Validation Message', 'Only one settings broadcast command may be selected at a time.');
  for (const [labels, dates, text] of [
    [['Power mode active', 'Power mode low power'], null, 'Power mode active and low power are mutually exclusive.'],
    [['Format disk', 'Download between dates'], null, 'Format disk and download between dates are mutually exclusive.'],
    [
      ['Download between dates'],
      ['2026-03-18 00:00:00', '2026-03-17 00:00:00'],
      'A valid start and end date, with the start before the end, is required.',
    ],
    [[], null, 'At least one broadcast command must be selected.'],
  ] as const) {
    await selectCommands(page, labels, dates);
    await sendNow(page);
    await expectMessage(page, 'Validation Message', text);
  }
  await expect(broadcastPanel(page).getByRole('list', { name: 'Selected AGMs' })).toHaveText('345101');
});

test('a device that cannot take the commands is listed with the reason, and gets them by Retry failed once it can', async ({
  site,
}) => {
  const { password } = await site.registerDevice({ uid: 345_201 });
  const old = site.createDevice(345_201, password, { firmware: '2.3' });
  await old.connect();
  await (await site.addDevice(345_202, { firmware: '10.80' })).connect();
  const page = await openConsole('admin');
  await openPanel(page);
  await selectAgms(page, 'Connected only', 2);
  await selectCommands(page, ['Download between dates'], ['20260317000000', '2026-03-18 00:00:00']);
  await sendNow(page);
  await expect(dialog(page, 'Send 1 command to 2 AGMs?')).toContainText('2026-03-17 00:00:00 to 2026-03-18 00:00:00');
  await confirmSend(page, 'Send 1 command to 2 AGMs?');
  const first = broadcasts(page).first();
  await expect(first.getByRole('list', { name: 'Failed' })).toHaveText(
    '345201Download between dates: The firmware of the device is too old for this command.',
  );
  await expect(first).toContainText('1 of 2 AGMs have accepted');

  await old.close();
  await site.createDevice(345_201, password, { firmware: '2.6' }).connect();
  await first.getByRole('button', { name: 'Retry failed' }).click();
  await confirmSend(page, 'Send 1 command to 1 AGM?');
  await expect(broadcasts(page).first()).toContainText('1 of 1 AGM has accepted');
  await expect(broadcasts(page).nth(1)).toContainText('Sent again in a newer broadcast.');
  await expect(broadcasts(page).getByRole('button', { name: 'Retry failed' })).toHaveCount(0);
});

test('[B-037] a failure is told with its log id, and what was chosen stays', async ({ site, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  await site.registerDevice({ uid: 345_301 });
  const page = await openConsole('admin');
  const panel = await openPanel(page);
  await selectAgms(page, 'All', 1);
  await selectCommands(page, ['Format disk']);
  await page.route('**/api/pigrun/CreateBroadcastCommands', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-log-id': '4711' },
      contentType: 'application/problem+json',
      body: '{"code":"failed","logId":4711}',
    }),
  );
  await sendNow(page);
  const asked = dialog(page, 'Send 1 command to 1 AGM?');
  await expect(asked).toContainText('everything recorded on its SD card is lost');
  await asked.getByRole('button', { name: 'Send and format' }).click();
  await expectMessage(page, 'Error Message', 'Broadcast commands not successfully sent. LogId = [4711].');
  await expect(panel.getByRole('list', { name: 'Selected commands' })).toHaveText('Format disk');
  await page.unrouteAll();
});

test('[B-004] the close button returns to the pig run manager', async () => {
  const page = await openConsole('admin');
  await (await openPanel(page)).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('complementary', { name: 'Pig Run Manager' })).toBeVisible();
  await expect(broadcastPanel(page)).toHaveCount(0);
});

for (const who of ['viewer', 'superadmin'] as const) {
  test(`the ${who} has no entry for it`, async () => {
    const page = await openConsole(who);
    await openUserMenu(page);
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Broadcast Commands' })).toHaveCount(0);
  });
}
