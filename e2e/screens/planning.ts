import type { Page } from '@playwright/test';
import { savePath } from '../planning-site.ts';
import { chooseFromUserMenu, expect, openAs } from '../test.ts';
import type { Look, Walk } from './look.ts';

const PATH = 'Cushing to Tulsa';
/** A drawer beside the map, on a phone a sheet over it. */
const panelOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name }).or(page.getByRole('region', { name, exact: true }));
const managerPanel = (page: Page) => panelOf(page, 'Pig Run Manager');
const editorPanel = (page: Page) => panelOf(page, 'Pig Run Editor');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) => editorPanel(page).getByRole('button', { name, exact: true }).click();
const close = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Enough errors that their list scrolls. */
const WRONG = {
  name: 'wrong.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['AGM Marker Name,Latitude,Longitude,State', ...Array.from({ length: 40 }, (_, at) => `AGM ${at},,-97,TRAK`)].join(
      '\n',
    ),
  ),
};

/** Opens the dialogs of the launch one by one. */
async function lookAtLaunch(page: Page, look: Look): Promise<void> {
  await managerPanel(page).getByRole('button', { name: 'Launch Pig' }).click();
  const launch = dialog(page, 'Launch a Pig');
  await expect(launch).toContainText('of 8 AGMs ready');
  await look('planning-launch');
  await launch.getByRole('combobox', { name: 'Tool type' }).click();
  await page.getByRole('option', { name: 'MFL', exact: true }).click();
  await launch.getByRole('button', { name: 'Launch', exact: true }).click();
  await dialog(page, 'Add Launch Time')
    .getByLabel(/^Launch time \(/)
    .fill('soon');
  await dialog(page, 'Add Launch Time').getByRole('button', { name: 'Set and launch' }).click();
  await expect(dialog(page, 'Add Launch Time')).toContainText('Error ! Invalid format.');
  await look('planning-launch-time');
  await close(page, 'Cancel');
  await managerPanel(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(page, 'Confirm delete of pig run')).toBeVisible();
  await look('planning-delete');
  await close(page, 'Cancel');
}

/** Opens the dialogs of the editor one by one. */
async function lookAtEditor(page: Page, look: Look): Promise<void> {
  const panel = editorPanel(page);
  await managerPanel(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(panel.getByLabel('Pig run name')).toHaveValue(PATH);
  await look('planning-editor');
  await panel.getByRole('group', { name: 'CSV file' }).locator('input').setInputFiles(WRONG);
  await expect(dialog(page, 'CSV validation errors')).toContainText('Latitude is empty');
  await look('planning-csv-errors');
  await close(page, 'OK');
  for (const [button, title] of [
    ['Select from a list', 'Select AGMs'],
    ['Add user notification', 'Add User Notification'],
    ['Edit Auto Settings', 'Auto Settings'],
    ['Edit Broadcast Commands', 'Broadcast Commands'],
  ] as const) {
    await press(page, button);
    await expect(dialog(page, title)).toBeVisible();
    await look(`planning-${title.toLowerCase().replaceAll(' ', '-')}`);
    await close(page, 'Cancel');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await panel.getByLabel('Pig run name').fill('');
  await panel.getByLabel('Expected speed').fill('99');
  await press(page, 'Save');
  await expect(dialog(page, 'Validation Message')).toBeVisible();
  await look('planning-validation');
  await close(page, 'OK');
  await press(page, 'Cancel');
  await expect(dialog(page, 'Leave without saving?')).toBeVisible();
  await look('planning-leave');
  await close(page, 'Discard changes');
}

/** A saved path: every dialog of its launch and of its editor. */
export const walkPlanning: Walk = async (page, site, look) => {
  const agms = Array.from({ length: 8 }, (_, at) => 352_001 + at);
  for (const uid of agms) await site.registerDevice({ uid, lat: 36.01, lon: -96.64 });
  await savePath(site, { agms });
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await managerPanel(page).getByRole('button', { name: PATH }).click();
  await look('planning-path');
  await lookAtLaunch(page, look);
  await lookAtEditor(page, look);
};
