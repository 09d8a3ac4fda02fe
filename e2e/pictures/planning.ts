import type { Page } from '@playwright/test';
import { editorPanel, managerPanel } from '../planning-site.ts';
import { chooseFromUserMenu, expect } from '../test.ts';
import { expectMapAtRest, takePicture } from './gallery.ts';
import { button, dialog } from './screen.ts';

const WATCHED = 'Cushing - Tulsa';
const FREE = 'El Dorado - Ottawa';
const FAULTY_FILE = [
  'AGM Marker Name,Latitude,Longitude,State,Description,Distance (m),Distance (ft)',
  'Cushing,35.985,-96.767,,,,',
  'AGM 01,135.99,-96.68,TRACK,,,',
  'AGM 01,36.01,,TRAK,CULVERT,,',
  'Tulsa,36.13,-96.03,,,,',
].join('\r\n');

async function showReadiness(page: Page): Promise<void> {
  await managerPanel(page).getByRole('button', { name: FREE }).click();
  await button(managerPanel(page), 'Launch Pig').click();
  const launch = dialog(page, 'Launch a Pig');
  await launch.getByRole('combobox', { name: 'Tool type' }).click();
  await page.getByRole('option', { name: 'Gauge or caliper', exact: true }).click();
  await expect(launch.getByRole('region', { name: 'Readiness of the AGMs' })).toContainText(/\d+ AGMs ready/);
  await takePicture(page, 'launch');
  await button(launch, 'Cancel').click();
}

async function showEditor(page: Page): Promise<void> {
  await managerPanel(page).getByRole('button', { name: WATCHED }).click();
  await button(managerPanel(page), 'Edit').click();
  const editor = editorPanel(page);
  await expect(editor.getByLabel('Pig run name')).toHaveValue(WATCHED);
  await expectMapAtRest(page);
  await takePicture(page, 'path-editor');
  const file = { name: 'tulsa.csv', mimeType: 'text/csv', buffer: Buffer.from(FAULTY_FILE) };
  await editor.getByRole('group', { name: 'CSV file' }).locator('input').setInputFiles(file);
  const faults = dialog(page, 'CSV validation errors');
  await expect(faults.getByRole('table', { name: 'Problems' })).toBeVisible();
  await takePicture(page, 'csv-import');
  await button(faults, 'OK').click();
  await button(editor, 'Cancel').click();
}

/** Paths, and the steps before a launch. */
export async function takePlanningPictures(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await showReadiness(page);
  await showEditor(page);
  await button(managerPanel(page), 'Close').click();
}
