import type { Page } from '@playwright/test';
import {
  dialog,
  section,
  addPig,
  expectFault,
  LINE,
  openManager,
  press,
  RIGHT,
  save,
  startNew,
  WRONG,
} from '../path-editor-screen.ts';
import { clearPlanning, editorPanel, managerPanel } from '../planning-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, expectLive, test } from '../test.ts';

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

// The whole way through the Pig Run Editor, each test from where the one before it ended.

test.describe.serial('the Pig Run Editor', () => {
  const openConsole = shareConsoles();
  let page: Page;

  test.afterAll(async ({ site }) => {
    await clearPlanning(site);
    await site.removeDevices();
  });

  test('[L-044, R-024, R-038, R-069] the editor refuses wrong files and takes a right one', async ({ site }) => {
    for (const uid of [347_001, 347_002, 347_003]) await site.registerDevice({ uid, lat: 36.45, lon: -97.7 });
    page = await openConsole('admin');
    await startNew(page);
    const panel = editorPanel(page);
    const csvFile = panel.getByRole('group', { name: 'CSV file' }).locator('input');
    await expectFault(page, 'CSV file is required.');
    await expect(panel).toContainText('A file name of up to 50 characters is recommended.');

    await csvFile.setInputFiles({ ...RIGHT, name: 'enid.xlsx' });
    await expect(dialog(page, 'CSV validation errors')).toContainText('Only files that end in .csv are accepted.');
    await press(dialog(page, 'CSV validation errors'), 'OK');
    await csvFile.setInputFiles(WRONG);
    const problems = dialog(page, 'CSV validation errors').getByRole('table', { name: 'Problems' }).getByRole('row');
    await expect(problems).toHaveText([
      'LineMessage',
      'AGM Marker Names not unique',
      '4Duplicate marker name: AGM-01',
      'Invalid Latitude',
      '3Latitude must be a number between -90 and 90: 136.5',
      'Invalid Longitude',
      '4Longitude is empty',
      'Invalid Marker Description',
      /^4Description must be one of .*: CULVERT$/,
      'Invalid Marker State',
      '4State must be TRACK or SKIP: TRAK',
    ]);
    await press(dialog(page, 'CSV validation errors'), 'OK');
    await expect(panel).toContainText('wrong.csv: 5 problems, nothing was imported.');
    await csvFile.setInputFiles(RIGHT);
    await expect(section(page, 'Markers')).toContainText('5 markers, 2 TRACK');
    await panel.getByRole('group', { name: 'Line file' }).locator('input').setInputFiles(LINE);
    await expect(panel.getByRole('group', { name: 'Line file' })).toContainText('2 pieces joined, widest gap');
  });

  test('[R-025, R-026, R-027, E-005] the editor takes name, speed and diameter', async () => {
    const panel = editorPanel(page);
    await expectFault(page, 'Pig run name cannot be empty or contain only whitespace.');
    await panel.getByLabel('Pig run name').fill('Enid to Ponca');
    await panel.getByLabel('Expected speed').fill('20.5');
    await expect(panel).toContainText('Expected speed between 0.1 and 20 mph is required to calculate ETAs!');
    await expectFault(page, 'Expected speed is not between .1 and 20 mph.');
    await panel.getByLabel('Expected speed').fill('2.5');
    await panel.getByLabel('Pipeline diameter').fill('16');
  });

  test('[R-034, R-035] the editor takes AGMs, pigs and notes', async () => {
    const panel = editorPanel(page);
    await expectFault(page, 'Need to add at least 1 AGM');
    await press(section(page, 'AGMs'), 'Add All');
    await press(section(page, 'AGMs'), 'Remove 347002');
    await press(section(page, 'AGMs'), 'Select from a list');
    await expect(dialog(page, 'Select AGMs').getByRole('status')).toHaveText('2 of 3 selected');
    await dialog(page, 'Select AGMs').getByRole('row', { name: '347003' }).click();
    await press(dialog(page, 'Select AGMs'), 'Select');
    await expect(section(page, 'AGMs').getByRole('listitem')).toHaveText(['347001']);
    await expectFault(page, 'Need to add at least 1 pig');
    for (const pig of ['CLN-1', 'CLN-2', 'CLN-3', 'CLN-4', ' cln-1 ']) await addPig(page, pig);
    await expect(section(page, 'Pigs')).toContainText('There is already a pig cln-1.');
    await addPig(page, 'CLN-5');
    await expect(section(page, 'Pigs').getByRole('button', { name: 'Add Pig' })).toBeDisabled();
    await panel.getByRole('textbox', { name: 'Pig Run Notes' }).fill('x'.repeat(1001));
    await expectFault(page, 'Pig run notes cannot exceed 1000 characters.');
    await panel.getByRole('textbox', { name: 'Pig Run Notes' }).fill('River crossing at AGM-02.');
  });

  test('[R-028, R-041, R-042] the editor takes a notification and shows it', async () => {
    await press(section(page, 'User Notifications'), 'Add user notification');
    const rule = dialog(page, 'Add User Notification');
    await expect(rule.getByRole('button', { name: 'Save' })).toBeDisabled();
    await rule.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option', { name: /Dana Reyes/ }).click();
    await rule.getByRole('checkbox', { name: 'All markers' }).uncheck();
    await rule.getByRole('checkbox', { name: 'AGM-02' }).check();
    await press(rule, 'Save');
    await expect(section(page, 'User Notifications').getByRole('listitem')).toHaveText(
      'Dana ReyesSMS, verified passages, 1 marker',
    );
    await press(section(page, 'User Notifications'), 'Notification of Dana Reyes');
    await expect(dialog(page, 'User Notification')).toContainText('AGM-02');
    await page.keyboard.press('Escape');
  });

  test('[R-032, R-033, R-047] the editor takes Auto Settings and Broadcast Commands', async () => {
    await press(section(page, 'Auto Settings'), 'Edit Auto Settings');
    const auto = dialog(page, 'Auto Settings');
    await expect(auto.getByRole('table').getByRole('row')).toHaveCount(3);
    await press(auto, 'Toggle All Auto Link');
    await auto.getByRole('checkbox', { name: 'Auto Verify, AGM-02' }).check();
    await press(auto, 'OK');
    await press(section(page, 'Broadcast Commands'), 'Edit Broadcast Commands');
    const grid = dialog(page, 'Broadcast Commands');
    await expect(grid.getByRole('checkbox', { name: 'Format disk, Launch' })).toBeDisabled();
    await grid.getByRole('checkbox', { name: 'Power mode active, Launch' }).check();
    await grid.getByRole('checkbox', { name: 'Power mode low power, Launch' }).check();
    await grid.getByRole('checkbox', { name: 'Mag only, Now' }).check();
    await expect(grid.getByRole('checkbox', { name: 'Power mode active, Launch' })).not.toBeChecked();
    await press(grid, 'OK');
  });

  test('[R-036, R-037] the editor saves the path, edits it again and keeps unsaved changes through a reload', async ({
    site,
  }) => {
    const panel = editorPanel(page);
    await save(page);
    await expect(page.getByText('Pig path saved.')).toBeVisible();
    await expect(managerPanel(page).getByRole('button', { name: 'Enid to Ponca' })).toBeVisible();

    const [path] = await site.call<
      {
        pathId: number;
        markers: object[];
        agms: number[];
        offlineAgms: object;
        pigLineKml: unknown[];
        expectedSpeed: number;
      }[]
    >('GET', '/pigrun/pigpath');
    expect(path).toMatchObject({
      agms: [347_001],
      offlineAgms: { 347001: { lat: 36.45, lon: -97.7 } },
      pipelineDiameter: 16,
      csvFileName: 'enid.csv',
    });
    expect(path?.expectedSpeed).toBeCloseTo(1.1176, 4);
    expect(path?.pigLineKml).toHaveLength(6);
    expect(path?.markers).toMatchObject([
      { state: 'SKIP' },
      { autoLink: true, autoVerify: false },
      {},
      { name: 'AGM-02', autoLink: true, autoVerify: true },
      {},
    ]);
    const flags = await site.call<object>('GET', `/pigpath/GetBroadcastCommandData/${path?.pathId}`);
    expect(flags).toMatchObject({
      powerModeLowPowerBroadcastCommandLaunchEvent: 'Y',
      frequencySettingsMagOnlyBroadcastCommandNowEvent: 'N',
    });

    await press(managerPanel(page), 'Edit');
    await expect(section(page, 'Broadcast Commands')).toContainText('Launch: Power mode low power');
    await panel.getByLabel('Pig run name').fill('Enid to Ponca City');
    await panel.getByLabel('Expected speed').fill('4');
    await page.reload();
    await expectLive(page);
    await openManager(page);
    await managerPanel(page).getByRole('button', { name: 'Enid to Ponca' }).click();
    await press(managerPanel(page), 'Edit');
    await expect(dialog(page, 'Continue editing?')).toContainText('Enid to Ponca CityChanged');
    await press(dialog(page, 'Continue editing?'), 'Continue editing');
    await expect(panel.getByLabel('Expected speed')).toHaveValue('4');
    await press(panel, 'Cancel');
    await press(dialog(page, 'Leave without saving?'), 'Keep editing');
    await save(page);
    await expect(managerPanel(page).getByRole('button', { name: 'Enid to Ponca City' })).toBeVisible();
    await press(managerPanel(page), 'Edit');
    await expect(panel.getByLabel('Expected speed')).toHaveValue('4');
    await expect(dialog(page, 'Continue editing?')).toHaveCount(0);
  });
});
