import { expectAccessible } from './accessible.ts';
import { headOf, NONE, open, openWindow, queueOf, section, UTC_TIME } from './commands-screen.ts';
import { panel, valueOf } from './device-screen.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';

test.use({ drawsMap: false });

// A command from the queue to the history. Other cases are in long/.

const openConsole = shareConsoles();

test.afterEach(({ site }) => site.removeDevices());

test('[C-040, D-031, L-040] an accepted command leaves the queue, shows in the panel and stays in the history', async ({
  site,
}) => {
  const page = await openConsole('admin');
  const device = await site.addDevice(360_201, { settings: { powerMode: 2, schedule: 7 } });
  await device.connect();
  await device.sleep();
  const dialog = await openWindow(page, 'Queue Commands', 360_201);
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Low Power');
  const history = await open(dialog, 'Command History');
  await expect(history).toContainText('No commands have been queued');
  const form = await open(dialog, 'Power Mode');
  await form.getByText('Active', { exact: true }).click();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(queueOf(dialog)).toContainText('Queued');
  await expect(history.getByRole('row').filter({ hasText: 'Queued' })).toHaveCount(1);

  const heard = device.waitForCommand('PowerMode');
  await device.connect();
  await heard;
  await expect(section(dialog, 'Queued Commands')).toContainText(NONE);
  await expect(valueOf(panel(page), 'Power mode')).toHaveText('Active');
  await expect(headOf(dialog)).toContainText('Connected now It hears a command at once.');
  await expect(history.getByRole('row').filter({ hasText: 'Accepted' })).toHaveCount(1);
  await history.getByRole('button', { name: 'Power Mode' }).click();
  await expect(history.getByRole('listitem')).toHaveText([
    /Queued\s*by Dana Reyes/,
    /Sent\s*over cellular/,
    /Accepted/,
  ]);
  await expect(history.getByRole('listitem').last()).toHaveText(UTC_TIME);
  await expectAccessible(page);
});
