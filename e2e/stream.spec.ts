import { shareConsoles } from './shared-consoles.ts';
import { addStreamer, badges, closeStreams, expectMoving, openStream, plot } from './stream-screen.ts';
import { expect, test } from './test.ts';

test.use({ drawsMap: false });

const openConsole = shareConsoles();

test.afterEach(({ site }) => site.removeDevices());

test('[S-001, L-047, D-033, S-055] Listen opens the dialog with four plots that move', async ({ site }) => {
  const device = await addStreamer(site, 380_001);
  const page = await openConsole('admin');
  const asked = device.waitForCommand('StreamEnable');
  const dialog = await openStream(page, 380_001);
  expect((await asked).params).toEqual({ streamEnabled: true });
  for (const name of ['em', 'rssi', 'geo'] as const) await expectMoving(plot(dialog, name));
  await expect(plot(dialog, 'spectrum')).toBeVisible();
  await expect(badges(dialog)).toContainText('Frequency 22 Hz');
  await closeStreams(page, true);
});
