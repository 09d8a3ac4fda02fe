import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { LAKE, writeGroundFile } from '../ground-file.ts';
import { canvasOf, expectColour, fitCamera, findOnScreen, type Colour } from '../map-camera.ts';
import { expect, openAs, test } from '../test.ts';

// The map without internet, with a map file of the installation.

/** The theme's water and land, dark. */
const WATER: Colour = [16, 35, 47];
const COVERED = { top: 48 + 40, right: 40, bottom: 40, left: 72 };
let folder = '';

test.beforeAll(async ({ site }) => {
  folder = await makeTemporaryFolder('ground');
  await writeFile(path.join(folder, 'oklahoma.pmtiles'), writeGroundFile());
  await writeFile(path.join(folder, 'cut.pmtiles'), writeGroundFile().subarray(0, 2000));
  await site.stop();
  await site.start({ WAYMARK_TILES_BASIC: `pmtiles:${folder}` });
});
test.afterAll(async ({ site }) => {
  await site.stop();
  await site.start();
  await rm(folder, { recursive: true });
});

test('[W-282] without internet the map draws land, water, roads and towns of a map file, in both themes', async ({
  page,
  site,
}) => {
  await site.registerDevice({ uid: 350_301, lat: LAKE.lat + 0.3, lon: LAKE.lon - 0.4 });
  await site.registerDevice({ uid: 350_302, lat: LAKE.lat - 0.3, lon: LAKE.lon + 0.4 });
  await openAs(page, 'admin');
  await page.getByRole('region', { name: 'Devices' }).getByRole('button', { name: 'Close Devices' }).click();
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  const ends = [
    { lat: LAKE.lat + 0.3, lon: LAKE.lon - 0.4 },
    { lat: LAKE.lat - 0.3, lon: LAKE.lon + 0.4 },
  ];
  const camera = await fitCamera(page, ends, COVERED);
  await expectColour(page, await findOnScreen(page, LAKE, camera), WATER);
  await expect(page.getByText('© OpenStreetMap')).toBeVisible();
  await expect(canvasOf(page)).toBeVisible();
  await site.removeDevices();
});
