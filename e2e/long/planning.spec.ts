import type { Page } from '@playwright/test';
import { clearPlanning, clearRuns, launchElsewhere, managerPanel, savePath } from '../planning-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { chooseFromUserMenu, expect, openUserMenu, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialog(page, 'Launch a Pig').getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

test('[R-124, R-017, R-006, R-009] a launch that is refused says so and shows the run of the other; a path is deleted once that is gone', async ({
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await site.registerDevice({ uid: 346_101, lat: 36.01, lon: -96.64 });
  const pathId = await savePath(site, { agms: [346_101], pigs: ['CLN-16-02'] });
  await savePath(site, { agms: [346_101], pigRunName: 'Tulsa to Vinita' });
  const page = await openConsole('admin');
  await chooseFromUserMenu(page, 'Pig Run Manager');
  const panel = managerPanel(page);
  await panel.getByRole('button', { name: 'Tulsa to Vinita' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(panel.getByRole('button', { name: 'Cushing to Tulsa' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Cushing to Tulsa' })).toBeVisible();
  await panel.getByRole('button', { name: 'Launch Pig' }).click();
  await choose(page, 'Tool type', 'Cleaning pig');
  await dialog(page, 'Launch a Pig').getByRole('button', { name: 'Launch', exact: true }).click();
  const time = dialog(page, 'Add Launch Time');
  await launchElsewhere(site, pathId, 'OTHER', await time.getByLabel('Launch time (UTC)').inputValue());
  await time.getByRole('button', { name: 'Set and launch' }).click();
  await expect(time.getByRole('alert')).toContainText('Unable to launch Pig Run. There is an active run on this path.');
  await time.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('button', { name: 'Cushing to Tulsa' })).toContainText('Active: OTHER');

  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('There is an active run on this path.');
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await clearRuns(site);
  await expect(panel.getByRole('button', { name: 'Launch Pig' })).toBeEnabled();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Confirm delete of pig run').getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByRole('list', { name: 'Pig runs' }).getByRole('button')).toHaveText([/^Tulsa to Vinita/]);
});

test('[L-072] a viewer is offered neither manager nor editor', async () => {
  const page = await openConsole('viewer');
  await openUserMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Pig Run/ })).toHaveCount(0);
});
