import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { commandsWindow, headOf, NONE, open, openWindow, queueOf, section } from '../commands-screen.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, test } from '../test.ts';

// What becomes of a command: it waits, leaves, is answered, and stays in the history.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

/** In both themes; the first one is shown again. Half-way through a fade a colour is not what it will be: it is asked again. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect.poll(() => findViolations(page)).toEqual([]);
  }
}

/** With its windows closed the console asks for nothing of devices that are gone. */
test.afterEach(async ({ site }) => {
  await openConsole('admin');
  await site.removeDevices();
});

test('[C-014, C-037, C-038, C-039, C-108] a command for a device that sleeps waits, says until when, and can be deleted', async ({
  site,
}) => {
  const page = await openConsole('admin');
  const device = await site.addDevice(360_101, { settings: { powerMode: 2, schedule: 7 } });
  await device.connect();
  await device.sleep();
  const dialog = await openWindow(page, 'Queue Commands', 360_101);
  await expect(headOf(dialog)).toContainText(/Asleep It hears commands when it wakes up, at .* UTC, in /);
  await expect(section(dialog, 'Queued Commands')).toContainText(NONE);

  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: '8 hours' }).click();
  const form = await open(dialog, 'Power Mode');
  await form.getByText('Active', { exact: true }).click();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Queued command', { exact: true })).toBeVisible();
  await expect(queueOf(dialog)).toHaveCount(1);
  await expect(queueOf(dialog)).toContainText(/Power Mode\s*Active\s*Queued\s*Expires/);
  await expect(queueOf(dialog)).toContainText('Dana Reyes');
  await expect(section(dialog, 'Queued Commands')).toContainText('1 waiting for the device');

  await queueOf(dialog).getByRole('button', { name: 'Delete Power Mode' }).click();
  await expect(section(dialog, 'Queued Commands')).toContainText(NONE);
  const history = await open(dialog, 'Command History');
  await history.getByRole('button', { name: 'Power Mode' }).click();
  await expect(history.getByRole('listitem')).toHaveText([/Queued\s*by Dana Reyes/, /Deleted\s*by Dana Reyes/]);
});

test('[C-040] what a device rejects stays with its reason, and holds up nothing, until it is deleted', async ({
  site,
}) => {
  const page = await openConsole('admin');
  const { password } = await site.registerDevice({ uid: 360_301 });
  const dialog = await openWindow(page, 'Queue Commands', 360_301);
  await expect(headOf(dialog)).toContainText('Offline It has never been heard.');
  // Nobody knows yet that its firmware has no record mode any more.
  const form = await open(dialog, 'Record Mode');
  await form.getByText('Off', { exact: true }).click();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(queueOf(dialog)).toHaveCount(1);
  const detectors = await open(dialog, 'Detectors');
  await detectors.getByRole('button', { name: 'Send' }).click();
  await expect(queueOf(dialog)).toHaveCount(2);

  await site.createDevice(360_301, password, { firmware: '10.80' }).connect();
  await expect(queueOf(dialog)).toHaveCount(1);
  await expect(queueOf(dialog)).toContainText(
    /Record Mode\s*Off\s*Rejected\s*Its firmware no longer knows this command\./,
  );
  await expect(section(dialog, 'Queued Commands')).toContainText('1 rejected');
  await queueOf(dialog).getByRole('button', { name: 'Delete Record Mode' }).click();
  await expect(section(dialog, 'Queued Commands')).toContainText(NONE);
});

test('[D-036, L-041, C-032, C-033, C-034] a satellite device has a dialog of its own, with one message for all settings', async ({
  site,
}) => {
  const page = await openConsole('admin');
  const device = await site.addSatelliteDevice(360_401, { firmware: '10.80' });
  await device.connect();
  const dialog = await openWindow(page, 'Iridium Queue Commands', 360_401);
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Iridium Settings',
    'Offline Download',
    'Exit Offline Download',
    'Queued Commands',
    'Command History',
  ]);
  await expect(headOf(dialog)).toContainText('Satellite A command rings it at once; it answers when it calls.');

  const settings = await open(dialog, 'Iridium Settings');
  await settings.getByText('Hibernate', { exact: true }).click();
  await settings.getByLabel('Restart unit').check();
  await settings.getByRole('button', { name: 'Send' }).click();
  const asked = page.waitForRequest('**/api/commands/queue');
  await page.getByRole('dialog', { name: 'Send to AGM 360401?' }).getByRole('button', { name: 'Send' }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    uid: 360_401,
    commandType: 'IridiumSettings',
    parameters: { powerMode: 1, restartUnit: 1, detectCountReset: 0, FileNamesStartDate: null, FileNamesEndDate: null },
  });
  await expect(queueOf(dialog)).toContainText(/Iridium Settings\s*Hibernate, .* Restart/);
  await expect(settings.getByLabel('Restart unit')).not.toBeChecked();
  await expectAccessible(page);
});

test('[C-035, C-099, C-100] satellite files are asked for ten minutes at most', async ({ site }) => {
  const page = await openConsole('admin');
  const device = await site.addSatelliteDevice(360_501);
  await device.connect();
  const dialog = await openWindow(page, 'Iridium Queue Commands', 360_501);
  const download = await open(dialog, 'Offline Download');
  await download.getByLabel('Start (UTC)').fill('2026-03-16 09:40:00');
  await download.getByLabel('End (UTC)').fill('2026-03-16 09:50:01');
  await download.getByRole('button', { name: 'Send' }).click();
  await expect(download.getByRole('alert')).toHaveText(
    'The specified start date/time must be before the end date/time with a maximum interval of 10 minutes.',
  );
  await expect(section(dialog, 'Queued Commands')).toContainText(NONE);
  await download.getByLabel('End (UTC)').fill('2026-03-16 09:50:00');
  await expect(download.getByRole('alert')).toHaveCount(0);
  await download.getByRole('button', { name: 'Send' }).click();
  await expect(queueOf(dialog)).toContainText('2026-03-16 09:40:00 to 2026-03-16 09:50:00');
  const exit = await open(dialog, 'Exit Offline Download');
  await exit.getByRole('button', { name: 'Send' }).click();
  await expect(queueOf(dialog)).toHaveCount(2);
});

test('a device that changes its link says so, and offers the other dialog', async ({ site }) => {
  const page = await openConsole('admin');
  const satellite = await site.addSatelliteDevice(360_601);
  await satellite.connect();
  const dialog = await openWindow(page, 'Iridium Queue Commands', 360_601);
  const settings = await open(dialog, 'Iridium Settings');
  await expect(settings.getByRole('button', { name: 'Send' })).toBeEnabled();

  const { password } = await site.call<{ password: string }>('POST', '/admin/apexagm/360601/credential');
  await site.createDevice(360_601, password).connect();
  await expect(dialog.getByText('The device now calls over cellular')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Send' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Open Queue Commands' }).click();
  const other = commandsWindow(page, 'Queue Commands', 360_601);
  await expect(section(other, 'Power Mode')).toBeVisible();
  await expect(other.getByText('The device now calls over cellular')).toHaveCount(0);
});
