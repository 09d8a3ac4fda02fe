import { find, openPanel, panel } from './device-screen.ts';
import { chooseFromUserMenu, expect, openAs, test } from './test.ts';

test.use({ drawsMap: false });
test.afterAll(({ site }) => site.removeDevices());

const UID = 470_001;
const HOUR_MS = 3_600_000;

test('[W-169] [W-170] [W-171] an admin finds why the heartbeats of a device are rejected, and reads its bytes and errors', async ({
  page,
  site,
}) => {
  const device = await site.addDevice(UID);
  await device.connect();
  const ahead = Date.now() + 2 * HOUR_MS;
  for (const t of [ahead, ahead + 1]) await device.heartbeat({ t });
  await device.error(12, 345);
  await openAs(page, 'admin');
  await find(page, UID);
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Rejected Messages' }).click();
  const window = page.getByRole('dialog', { name: `Rejected Messages, AGM ${UID}` });
  const rows = window.locator('tbody tr:not([aria-hidden])');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('2×');
  await expect(rows).toContainText('Clock ahead');
  await expect(rows).toContainText('Set the clock of the device');
  await window.getByRole('button', { name: 'Show bytes' }).press('Enter');
  const bytes = page.getByRole('dialog', { name: 'Rejected Message', exact: true });
  await expect(bytes.getByRole('region', { name: 'Text' })).toContainText(`"t":${ahead + 1}`);
  await page.keyboard.press('Escape');
  await expect(bytes).toHaveCount(0);
  await window.getByRole('tab', { name: 'Device errors' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('345');
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);

  await chooseFromUserMenu(page, 'Rejected Messages');
  const all = page.getByRole('dialog', { name: 'Rejected Messages', exact: true });
  await all.getByLabel('Device', { exact: true }).fill(String(UID));
  await all.getByLabel('Device', { exact: true }).press('Enter');
  await expect(all.locator('tbody tr:not([aria-hidden])')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await all.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^470001-rejected-messages-[\d-]{10}\.csv$/);
  await all.getByRole('button', { name: 'Close', exact: true }).click();
});
