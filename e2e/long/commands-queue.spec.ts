import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { headOf, open, openWindow, queueOf } from '../commands-screen.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, test } from '../test.ts';

// The queue dialog of satellite devices; commands.spec.ts covers the dialog of cellular ones.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

/** Checks both themes and returns to the first. Polls, because the colours are not final during a fade. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect.poll(() => findViolations(page)).toEqual([]);
  }
}

/** Closes the windows first, so that the console requests nothing about removed devices. */
test.afterEach(async ({ site }) => {
  await openConsole('admin');
  await site.removeDevices();
});

test('[D-036, L-041] the commands of a satellite device open their own dialog, which sends all settings in one message', async ({
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
