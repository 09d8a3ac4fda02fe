import type { Page } from '@playwright/test';
import { clearPlanning, editorPanel, managerPanel, savePath } from './planning-site.ts';
import { saveBy } from './saved-file.ts';
import { shareConsoles } from './shared-consoles.ts';
import { chooseFromUserMenu, expect, test } from './test.ts';
import { readMarker } from '../packages/contract/src/runs/read-path.ts';
import { exampleMarkers } from '../packages/contract/src/runs/marker.ts';
import { exportMarkers } from '../packages/domain/src/path/export-markers.ts';

// From a marker file to an active run. Other features of the editor are in long/.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const readiness = (page: Page) => dialog(page, 'Launch a Pig').getByRole('region', { name: 'Readiness of the AGMs' });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialog(page, 'Launch a Pig').getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openManager(page: Page, path: string): Promise<void> {
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await managerPanel(page).getByRole('button', { name: path }).click();
}

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

test(
  '[R-003, R-004, R-005, R-009, L-044] a CSV file becomes a saved path, an active run, and the same file again',
  { tag: '@firefox' },
  async ({ site }) => {
    await site.registerDevice({ uid: 346_201, lat: 36.01, lon: -96.64 });
    const page = await openConsole('admin');
    await chooseFromUserMenu(page, 'Pig Run Manager');
    const panel = managerPanel(page);
    await panel.getByRole('button', { name: 'New Pig Run' }).click();
    const editor = editorPanel(page);
    const file = Buffer.from(exportMarkers(exampleMarkers.map(readMarker)));
    const csv = editor.getByRole('group', { name: 'CSV file' });
    await csv.locator('input').setInputFiles({ name: 'tulsa.csv', mimeType: 'text/csv', buffer: file });
    await expect(csv).toContainText('tulsa.csv');
    await editor.getByLabel('Pig run name').fill('By file');
    await editor.getByRole('button', { name: 'Add All' }).click();
    await editor.getByLabel('Pig name').fill('CLN-16-09');
    await editor.getByRole('button', { name: 'Add Pig' }).click();
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'By file' })).toBeVisible();

    await panel.getByRole('button', { name: 'Launch Pig' }).click();
    await choose(page, 'Tool type', 'Gauge or caliper');
    await dialog(page, 'Launch a Pig').getByRole('button', { name: 'Launch', exact: true }).click();
    await dialog(page, 'Add Launch Time').getByRole('button', { name: 'Set and launch' }).click();
    await expect(panel.getByRole('list', { name: 'Pig runs' }).getByRole('button')).toHaveText(
      'By fileActive: CLN-16-093 markers, 1 AGM, 1 pig',
    );

    const saved = await saveBy(page, () => panel.getByRole('button', { name: 'Export CSV' }).click());
    expect(saved).toEqual({ name: 'By file.csv', text: file.toString() });
    await test.step('the editor asks before it drops unsaved changes', async () => {
      await panel.getByRole('button', { name: 'Edit' }).click();
      await expect(editor.getByLabel('Pig run name')).toHaveValue('By file');
      await editor.getByLabel('Pig run name').fill('Another');
      await editor.getByRole('button', { name: 'Cancel' }).click();
      await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
      await expect(editor.getByLabel('Pig run name')).toHaveValue('Another');
      await editor.getByRole('button', { name: 'Cancel' }).click();
      await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard changes' }).click();
      await expect(panel.getByRole('heading', { name: 'By file' })).toBeVisible();
      await expect(editor).toHaveCount(0);
    });
  },
);

test('[R-007, R-008, R-011, R-012, L-043] a pig is launched backward with its tool; readiness is shown before, and the run can be cancelled', async ({
  site,
}) => {
  const device = await site.addDevice(346_001, { lat: 36.01, lon: -96.64 });
  await site.registerDevice({ uid: 346_002 });
  await device.connect();
  await device.heartbeat();
  await savePath(site, { agms: [346_001, 346_002], pigs: ['CLN-16-02', 'MFL-16-01'] });
  const page = await openConsole('admin');
  await openManager(page, 'Cushing to Tulsa');
  const panel = managerPanel(page);
  await expect(panel.getByRole('button', { name: 'Cushing to Tulsa' })).toContainText('3 markers, 2 AGMs, 2 pigs');
  await panel.getByRole('checkbox', { name: 'Run Backward' }).check();
  await expect(panel).toContainText('Tulsa to Cushing');
  await panel.getByRole('button', { name: 'Launch Pig' }).click();

  await expect(readiness(page)).toContainText('1 of 2 AGMs ready');
  await expect(readiness(page).getByRole('row', { name: '346001' })).toContainText(/AGM 01, \d+ ft.*Online.*Ready/);
  await expect(readiness(page).getByRole('row', { name: '346002' })).toContainText(
    /Never heard from.*Location unknown/,
  );
  const launch = dialog(page, 'Launch a Pig').getByRole('button', { name: 'Launch', exact: true });
  await expect(launch).toBeDisabled();
  await choose(page, 'Pig', 'MFL-16-01');
  await expect(launch).toBeDisabled();
  await choose(page, 'Tool type', 'MFL');
  await launch.click();

  const time = dialog(page, 'Add Launch Time');
  const field = time.getByLabel('Launch time (UTC)');
  await expect(field).toHaveValue(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  const begun = await field.inputValue();
  for (const [typed, fault] of [
    ['soon', 'Error ! Invalid format.'],
    ['2199-01-01 00:00:00', 'Error ! Launch can not be set to future time.'],
  ] as const) {
    await field.fill(typed);
    await time.getByRole('button', { name: 'Set and launch' }).click();
    await expect(time).toContainText(fault);
  }
  await field.fill(begun);
  await time.getByRole('button', { name: 'Set and launch' }).click();
  await expect(page.getByText('MFL-16-01 on Cushing to Tulsa')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Cushing to Tulsa' })).toContainText('Active: MFL-16-01');
  await expect(panel.getByRole('button', { name: 'Launch Pig' })).toBeDisabled();

  const [run] = await site.call<{ runId: number; launchTime: string; markers: string }[]>('GET', '/pigrun?active=true');
  expect(run?.launchTime).toBe(begun);
  expect(JSON.parse(run?.markers ?? '[]')).toMatchObject([
    { name: 'Tulsa', description: 'LAUNCH' },
    { name: 'AGM 01' },
    { name: 'Cushing' },
  ]);
  expect(await site.call<unknown[]>('GET', `/pigrun/GetPigRunToolForRunId/${run?.runId}`)).toHaveLength(1);

  await panel.getByRole('button', { name: 'Cancel Run' }).click();
  await expect(dialog(page, 'Cancel Pig Run')).toContainText('Are you sure you want to cancel?');
  await dialog(page, 'Cancel Pig Run').getByRole('button', { name: 'Yes-Cancel' }).click();
  await expect(panel.getByRole('button', { name: 'Launch Pig' })).toBeEnabled();
  expect(await site.call<unknown[]>('GET', '/pigrun')).toEqual([]);
});
