import type { Locator, Page } from '@playwright/test';
import { editorPanel, managerPanel } from './planning-site.ts';
import { chooseFromUserMenu, expect } from './test.ts';

// The Pig Run Editor and the files that it takes.

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const section = (page: Page, name: string) => editorPanel(page).getByRole('region', { name, exact: true });
export const press = (where: Locator, name: string) => where.getByRole('button', { name, exact: true }).click();
export const save = (page: Page) => press(editorPanel(page), 'Save');

const HEADER = 'AGM Marker Name,Latitude,Longitude,State,Description,Distance (m),Distance (ft)';
const csv = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows].join('\r\n')),
});
export const RIGHT = csv(
  'enid.csv',
  'Enid,36.44,-97.88,,,,',
  'AGM-01,36.45,-97.70,TRACK,,,',
  'Valve,36.47,-97.52,SKIP,VALVE,,',
  'AGM-02,36.49,-97.30,,,,',
  'Ponca,36.74,-97.08,,,,',
);
export const LINE = {
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

export async function openManager(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await expect(managerPanel(page)).toBeVisible();
}

export async function startNew(page: Page): Promise<void> {
  await openManager(page);
  await press(managerPanel(page), 'New Pig Run');
  await expect(editorPanel(page).getByLabel('Pig run name')).toBeVisible();
}

export async function expectFault(page: Page, text: string): Promise<void> {
  await save(page);
  await expect(dialog(page, 'Validation Message')).toContainText(text);
  await press(dialog(page, 'Validation Message'), 'OK');
}

export async function addPig(page: Page, name: string): Promise<void> {
  await section(page, 'Pigs').getByLabel('Pig name').fill(name);
  await press(section(page, 'Pigs'), 'Add Pig');
}
