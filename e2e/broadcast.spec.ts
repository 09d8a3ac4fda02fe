import { agmRows, broadcasts, confirmSend, dialog, openPanel, selectCommands, sendNow } from './broadcast-screen.ts';
import { shareConsoles } from './shared-consoles.ts';
import { chooseFromUserMenu, expect, test } from './test.ts';

test.use({ drawsMap: false });

// The same commands to many devices. Other cases are in long/.

const openConsole = shareConsoles();

test.afterEach(({ site }) => site.removeDevices());

test('[B-001, B-002, B-003, B-036, L-052] chosen commands go to chosen devices; progress is shown until each has accepted', async ({
  site,
}) => {
  const near = await site.addDevice(345_001, { firmware: '10.80', settings: { powerMode: 0 } });
  await near.connect();
  const { password } = await site.registerDevice({ uid: 345_002 });
  const page = await openConsole('admin');
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Select Agms' }).click();
  await expect(agmRows(page)).toHaveText([/34500110\.80CellularOnline/, /345002n\/aCellularOffline/]);
  await agmRows(page).first().focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(dialog(page, 'Select Agms').getByRole('status')).toHaveText('2 of 2 selected');
  await dialog(page, 'Select Agms').getByRole('button', { name: 'Select', exact: true }).click();
  await selectCommands(page, ['Power mode low power']);
  await expect(panel.getByRole('list', { name: 'Selected AGMs' }).getByRole('listitem')).toHaveText([
    '345001',
    '345002',
  ]);

  const powerMode = near.waitForCommand('PowerMode');
  await sendNow(page);
  await expect(dialog(page, 'Send 1 command to 2 AGMs?')).toContainText('Power mode low power');
  await confirmSend(page, 'Send 1 command to 2 AGMs?');
  expect((await powerMode).params).toMatchObject({ powerMode: 2 });

  await expect(broadcasts(page).getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '1 of 2 AGMs have accepted',
  );
  await broadcasts(page).getByRole('button', { name: 'Waiting 1' }).click();
  await expect(broadcasts(page).getByRole('list', { name: 'Waiting' })).toHaveText('345002Queued: offline');

  await chooseFromUserMenu(page, 'Pig Run Manager');
  await openPanel(page);
  await expect(broadcasts(page)).toContainText('1 of 2 AGMs have accepted');
  await site.createDevice(345_002, password, { firmware: '10.80' }).connect();
  await expect(broadcasts(page)).toContainText('2 of 2 AGMs have accepted');
  await expect(broadcasts(page).getByRole('button', { name: /^Waiting/ })).toHaveCount(0);
});
