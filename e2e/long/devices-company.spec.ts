import { find, openPanel, panel, rows, table } from '../device-screen.ts';
import { expect, openAs, test } from '../test.ts';

// Who sees which devices, and who adds and removes them.

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.afterEach(({ site }) => site.removeDevices());

test('[D-037] a viewer sees the devices he follows, and their Historic Data; auto-download he cannot switch', async ({
  page,
  site,
}) => {
  await site.registerDevice({ uid: 320_201 });
  const followed = await site.addDevice(320_202, { lat: 36.1, lon: -96.2 });
  await openAs(page, 'viewer');
  await expect(table(page)).toContainText('No devices found');
  await page.getByRole('button', { name: 'Home' }).click();
  await expect(page.getByText('No devices found')).toHaveCount(2);
  await site.follow([320_202]);
  await page.reload();
  await expect(rows(page)).toHaveText([/^320202Offline/]);
  await followed.connect();
  await expect(rows(page)).toHaveText([/^320202Online/]);
  await find(page, 320_202);
  await openPanel(page);
  await expect(panel(page).getByRole('group', { name: 'Device actions' }).getByRole('button')).toHaveText([
    'Historic Data',
  ]);
  await expect(panel(page).getByRole('switch', { name: 'Auto-download' })).toBeDisabled();
});
