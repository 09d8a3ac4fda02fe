import type { Locator, Page } from '@playwright/test';
import { clearPlanning, editorPanel, managerPanel, savePath } from '../planning-site.ts';
import { chooseFromUserMenu, expect, expectLive, REFUSED_CALL, signIn, test } from '../test.ts';

// The whole way through the Pig Run Editor: files that are wrong and right, everything beside them, and what becomes of
// changes that were not saved.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => editorPanel(page).getByRole('region', { name, exact: true });
const press = (where: Locator, name: string) => where.getByRole('button', { name, exact: true }).click();
const save = (page: Page) => press(editorPanel(page), 'Save');

const HEADER = 'AGM Marker Name,Latitude,Longitude,State,Description,Distance (m),Distance (ft)';
const csv = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows].join('\r\n')),
});
const RIGHT = csv(
  'enid.csv',
  'Enid,36.44,-97.88,,,,',
  'AGM-01,36.45,-97.70,TRACK,,,',
  'Valve,36.47,-97.52,SKIP,VALVE,,',
  'AGM-02,36.49,-97.30,,,,',
  'Ponca,36.74,-97.08,,,,',
);
const WRONG = csv(
  'wrong.csv',
  'Enid,36.44,-97.88,,,,',
  'AGM-01,136.5,-97.70,TRACK,,,',
  'AGM-01,36.47,,TRAK,CULVERT,,',
  'Ponca,36.74,-97.08,,,,',
);
const LINE = {
  name: 'enid.kml',
  mimeType: 'application/vnd.google-earth.kml+xml',
  buffer: Buffer.from(
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>' +
      ['-97.88,36.44 -97.7,36.45 -97.5,36.47', '-97.08,36.74 -97.3,36.49 -97.4999,36.47']
        .map((line) => `<LineString><coordinates>${line}</coordinates></LineString>`)
        .join('') +
      '</Document></kml>',
  ),
};

async function openManager(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await expect(managerPanel(page)).toBeVisible();
}

async function startNew(page: Page): Promise<void> {
  await openManager(page);
  await press(managerPanel(page), 'New Pig Run');
  await expect(editorPanel(page).getByLabel('Pig run name')).toBeVisible();
}

async function expectFault(page: Page, text: string): Promise<void> {
  await save(page);
  await expect(dialog(page, 'Validation Message')).toContainText(text);
  await press(dialog(page, 'Validation Message'), 'OK');
}

async function addPig(page: Page, name: string): Promise<void> {
  await section(page, 'Pigs').getByLabel('Pig name').fill(name);
  await press(section(page, 'Pigs'), 'Add Pig');
}

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

test('[R-024, R-038, R-041, R-047, L-044] from a wrong CSV to a saved path, which is edited again and outlives a reload unsaved', async ({
  site,
  openConsole,
}) => {
  test.slow();
  for (const uid of [347_001, 347_002, 347_003]) await site.registerDevice({ uid, lat: 36.45, lon: -97.7 });
  const page = await openConsole('admin');
  await startNew(page);
  const panel = editorPanel(page);
  const csvFile = panel.getByRole('group', { name: 'CSV file' }).locator('input');
  await test.step('[R-069] the CSV field says how long a name may be', async () => {
    await expectFault(page, 'CSV file is required.');
    await expect(panel).toContainText('A file name of up to 50 characters is recommended.');
  });

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

  await test.step('[R-025, R-026, R-027, E-005] name, speed and diameter', async () => {
    await expectFault(page, 'Pig run name cannot be empty or contain only whitespace.');
    await panel.getByLabel('Pig run name').fill('Enid to Ponca');
    await panel.getByLabel('Expected speed').fill('20.5');
    await expect(panel).toContainText('Expected speed between 0.1 and 20 mph is required to calculate ETAs!');
    await expectFault(page, 'Expected speed is not between .1 and 20 mph.');
    await panel.getByLabel('Expected speed').fill('2.5');
    await panel.getByLabel('Pipeline diameter').fill('16');
  });
  await expectFault(page, 'Need to add at least 1 AGM');
  await press(section(page, 'AGMs'), 'Add All');
  await press(section(page, 'AGMs'), 'Remove 347002');
  await press(section(page, 'AGMs'), 'Select from a list');
  await expect(dialog(page, 'Select AGMs').getByRole('status')).toHaveText('2 of 3 selected');
  await dialog(page, 'Select AGMs').getByRole('row', { name: '347003' }).click();
  await press(dialog(page, 'Select AGMs'), 'Select');
  await expect(section(page, 'AGMs').getByRole('listitem')).toHaveText(['347001']);
  await expectFault(page, 'Need to add at least 1 pig');
  await test.step('[R-034] the pigs', async () => {
    for (const pig of ['CLN-1', 'CLN-2', 'CLN-3', 'CLN-4', ' cln-1 ']) await addPig(page, pig);
    await expect(section(page, 'Pigs')).toContainText('There is already a pig cln-1.');
    await addPig(page, 'CLN-5');
    await expect(section(page, 'Pigs').getByRole('button', { name: 'Add Pig' })).toBeDisabled();
  });
  await test.step('[R-035] the notes', async () => {
    await panel.getByRole('textbox', { name: 'Pig Run Notes' }).fill('x'.repeat(1001));
    await expectFault(page, 'Pig run notes cannot exceed 1000 characters.');
    await panel.getByRole('textbox', { name: 'Pig Run Notes' }).fill('River crossing at AGM-02.');
  });

  await test.step('[R-028] a notification', async () => {
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
  });

  await test.step('[R-042] and what it says', async () => {
    await press(section(page, 'User Notifications'), 'Notification of Dana Reyes');
    await expect(dialog(page, 'User Notification')).toContainText('AGM-02');
    await page.keyboard.press('Escape');
  });

  await test.step('[R-033] Auto Settings', async () => {
    await press(section(page, 'Auto Settings'), 'Edit Auto Settings');
    const auto = dialog(page, 'Auto Settings');
    await expect(auto.getByRole('table').getByRole('row')).toHaveCount(3);
    await press(auto, 'Toggle All Auto Link');
    await auto.getByRole('checkbox', { name: 'Auto Verify, AGM-02' }).check();
    await press(auto, 'OK');
  });
  await test.step('[R-032] Broadcast Commands', async () => {
    await press(section(page, 'Broadcast Commands'), 'Edit Broadcast Commands');
    const grid = dialog(page, 'Broadcast Commands');
    await expect(grid.getByRole('checkbox', { name: 'Format disk, Launch' })).toBeDisabled();
    await grid.getByRole('checkbox', { name: 'Power mode active, Launch' }).check();
    await grid.getByRole('checkbox', { name: 'Power mode low power, Launch' }).check();
    await grid.getByRole('checkbox', { name: 'Mag only, Now' }).check();
    await expect(grid.getByRole('checkbox', { name: 'Power mode active, Launch' })).not.toBeChecked();
    await press(grid, 'OK');
  });
  await test.step('[R-037] Save', async () => {
    await save(page);
    await expect(page.getByText('Pig path saved.')).toBeVisible();
    await expect(managerPanel(page).getByRole('button', { name: 'Enid to Ponca' })).toBeVisible();
  });

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
  await test.step('[R-036] Cancel asks', async () => {
    await press(panel, 'Cancel');
    await press(dialog(page, 'Leave without saving?'), 'Keep editing');
  });
  await save(page);
  await expect(managerPanel(page).getByRole('button', { name: 'Enid to Ponca City' })).toBeVisible();
  await press(managerPanel(page), 'Edit');
  await expect(panel.getByLabel('Expected speed')).toHaveValue('4');
  await expect(dialog(page, 'Continue editing?')).toHaveCount(0);
});

test('an edit on an old version is told, and can be saved over the newer one or given up for it', async ({
  site,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await site.registerDevice({ uid: 347_101 });
  const pathId = await savePath(site, { agms: [347_101] });
  await signIn(page, 'admin');
  await openManager(page);
  const edit = async (name: string) => {
    await managerPanel(page)
      .getByRole('button', { name: /^Cushing/ })
      .click();
    await press(managerPanel(page), 'Edit');
    await editorPanel(page).getByLabel('Pig run name').fill(name);
  };
  const readName = async () => (await site.call<{ pigRunName: string }>('GET', `/pigrun/pigpath/${pathId}`)).pigRunName;
  const told = dialog(page, 'Somebody else has saved this path meanwhile.');

  await edit('Cushing, mine');
  await savePath(site, { agms: [347_101], pathId, pigRunName: 'Cushing, theirs' });
  await save(page);
  await press(told, 'Cancel');
  await expect(editorPanel(page).getByLabel('Pig run name')).toHaveValue('Cushing, mine');
  await save(page);
  await press(told, 'Save over it');
  await expect(managerPanel(page)).toBeVisible();
  expect(await readName()).toBe('Cushing, mine');

  await edit('Cushing, again');
  await savePath(site, { agms: [347_101], pathId, pigRunName: 'Cushing, newest' });
  await save(page);
  await press(told, 'Load the newer one');
  await expect(editorPanel(page).getByLabel('Pig run name')).toHaveValue('Cushing, newest');
});

test('[R-123] a path that the server refuses is told with its reason and log id, and stays in the editor', async ({
  site,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await site.registerDevice({ uid: 347_201 });
  await signIn(page, 'admin');
  await startNew(page);
  const panel = editorPanel(page);
  await panel.getByRole('group', { name: 'CSV file' }).locator('input').setInputFiles(RIGHT);
  await expect(section(page, 'Markers')).toContainText('5 markers, 2 TRACK');
  await panel.getByLabel('Pig run name').fill('Refused');
  await press(section(page, 'AGMs'), 'Add All');
  await expect(section(page, 'AGMs').getByRole('listitem')).toHaveText(['347201']);
  await addPig(page, 'CLN-1');
  await page.route('**/api/pigrun/pigpath/add', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-log-id': '4711' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'path-invalid', detail: 'There is no AGM 347201 in this company.', logId: 4711 }),
    }),
  );
  await save(page);
  await expect(dialog(page, 'Error Message')).toContainText('Unable to create pig path. Confirm field validations.');
  await expect(dialog(page, 'Error Message')).toContainText('There is no AGM 347201 in this company. LogId = [4711]');
  await press(dialog(page, 'Error Message'), 'OK');
  await expect(panel.getByLabel('Pig run name')).toHaveValue('Refused');
  await expect(panel).toContainText('Unsaved changes');
});
