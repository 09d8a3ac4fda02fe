import {
  addPig,
  dialog,
  expectFault,
  LINE,
  openManager,
  press,
  RIGHT,
  save,
  section,
  startNew,
} from '../path-editor-screen.ts';
import { clearPlanning, editorPanel, managerPanel } from '../planning-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import { expect, expectLive, test } from '../test.ts';

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

const openConsole = shareConsoles();

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

test('[L-044, E-005] the editor saves a path of two files, and keeps unsaved changes through a reload', async ({
  site,
}) => {
  await site.registerDevice({ uid: 347_001, lat: 36.45, lon: -97.7 });
  const page = await openConsole('admin');
  await startNew(page);
  const panel = editorPanel(page);
  await panel.getByRole('group', { name: 'CSV file' }).locator('input').setInputFiles(RIGHT);
  await expect(section(page, 'Markers')).toContainText('5 markers, 2 TRACK');
  await panel.getByRole('group', { name: 'Line file' }).locator('input').setInputFiles(LINE);
  await expect(panel.getByRole('group', { name: 'Line file' })).toContainText('2 pieces joined, widest gap');
  await panel.getByLabel('Pig run name').fill('Enid to Ponca');
  await panel.getByLabel('Expected speed').fill('20.5');
  await expect(panel).toContainText('Expected speed between 0.1 and 20 mph is required to calculate ETAs!');
  await expectFault(page, 'Expected speed is not between .1 and 20 mph.');
  await panel.getByLabel('Expected speed').fill('2.5');
  await press(section(page, 'AGMs'), 'Add All');
  await addPig(page, 'CLN-1');
  await save(page);
  await expect(managerPanel(page).getByRole('button', { name: 'Enid to Ponca' })).toBeVisible();
  const [path] = await site.call<{ expectedSpeed: number; pigLineKml: unknown[] }[]>('GET', '/pigrun/pigpath');
  expect(path).toMatchObject({ agms: [347_001], csvFileName: 'enid.csv' });
  expect(path?.expectedSpeed).toBeCloseTo(1.1176, 4);
  expect(path?.pigLineKml).toHaveLength(6);

  await press(managerPanel(page), 'Edit');
  await panel.getByLabel('Pig run name').fill('Enid to Ponca City');
  await page.reload();
  await expectLive(page);
  await openManager(page);
  await managerPanel(page).getByRole('button', { name: 'Enid to Ponca' }).click();
  await press(managerPanel(page), 'Edit');
  await press(dialog(page, 'Continue editing?'), 'Continue editing');
  await expect(panel.getByLabel('Pig run name')).toHaveValue('Enid to Ponca City');
  await press(panel, 'Cancel');
  await press(dialog(page, 'Leave without saving?'), 'Keep editing');
  await save(page);
  await expect(managerPanel(page).getByRole('button', { name: 'Enid to Ponca City' })).toBeVisible();
});
