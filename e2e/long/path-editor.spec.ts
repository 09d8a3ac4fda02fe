import { dialog, section, addPig, openManager, press, RIGHT, save, startNew } from '../path-editor-screen.ts';
import { clearPlanning, editorPanel, managerPanel, savePath } from '../planning-site.ts';
import { expect, openAs, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

// What becomes of a path that two users edit, and of one that the server refuses.

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

test('an edit on an old version is told, and can be saved over the newer one or given up for it', async ({
  site,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await site.registerDevice({ uid: 347_101 });
  const pathId = await savePath(site, { agms: [347_101] });
  await openAs(page, 'admin');
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
  await openAs(page, 'admin');
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
