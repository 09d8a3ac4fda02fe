import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { LAKE, writeGroundFile, writeHeightsFile } from '../ground-file.ts';
import { canvasOf, expectColour, fitCamera, findOnScreen, readColour, type Colour } from '../map-camera.ts';
import { expectStateDeleted, lastKnown, untilKept } from '../kept-state.ts';
import { minutesAgo } from '../run-site.ts';
import type { Site } from '../site.ts';
import { chooseFromUserMenu, expect, expectLive, LOST_CONNECTION, openAs, REFUSED_CALL, test } from '../test.ts';
import { chooseFromRunMenu, runCard, runDialog } from '../tracking-screen.ts';

// The map without internet, with a map file of the installation.

/** The theme's water and land, dark. */
const WATER: Colour = [16, 35, 47];
const COVERED = { top: 48 + 40, right: 40, bottom: 40, left: 72 };
/** The camera of *Home* with devices here shows the lake at zoom 9. */
const ENDS = [
  { lat: LAKE.lat + 0.3, lon: LAKE.lon - 0.4 },
  { lat: LAKE.lat - 0.3, lon: LAKE.lon + 0.4 },
];
/** One pixel of this colour. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPQcJMDAAEmAI12saHpAAAAAElFTkSuQmCC';
const IMAGE_COLOUR: Colour = [40, 70, 30];
/** On the road from Cushing to the north, away from its name. */
const ROAD = { lat: 36.4, lon: -96.77 };
const isLight = (colour: Colour) => colour.every((part) => part > 100);
let folder = '';

const startWithFile = (site: Site) => site.start({ WAYMARK_TILES_BASIC: `pmtiles:${folder}` });

async function addDevices(site: Site): Promise<void> {
  for (const [at, end] of ENDS.entries()) await site.registerDevice({ uid: 350_301 + at, ...end });
}

async function expectLake(page: Page, right = COVERED.right): Promise<void> {
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  const camera = await fitCamera(page, ENDS, { ...COVERED, right });
  await expectColour(page, await findOnScreen(page, LAKE, camera), WATER);
  await expect(page.getByText('© OpenStreetMap')).toBeVisible();
}

const closeTable = (page: Page) =>
  page.getByRole('region', { name: 'Devices' }).getByRole('button', { name: 'Close Devices' }).click();

test.beforeAll(async ({ site }) => {
  folder = await makeTemporaryFolder('ground');
  await writeFile(path.join(folder, 'oklahoma.pmtiles'), writeGroundFile());
  await writeFile(path.join(folder, 'cut.pmtiles'), writeGroundFile().subarray(0, 2000));
  await site.stop();
  await startWithFile(site);
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
  await addDevices(site);
  await openAs(page, 'admin');
  await closeTable(page);
  await expectLake(page);
  await expect(canvasOf(page)).toBeVisible();
  await site.removeDevices();
});

/** A host of satellite images: every tile is the same colour. */
async function startImages(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const png = Buffer.from(IMAGE, 'base64');
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(png);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => host.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, close };
}

test('[W-296] over satellite images the map names towns and draws roads of a map file', async ({ page, site }) => {
  const images = await startImages();
  await site.stop();
  await site.start({ WAYMARK_TILES_BASIC: `pmtiles:${folder}`, WAYMARK_TILES_SATELLITE: images.url });
  await addDevices(site);
  await openAs(page, 'admin');
  await closeTable(page);
  await page.getByRole('button', { name: 'Map layers' }).click();
  await page.getByRole('radio', { name: 'Satellite' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  const camera = await fitCamera(page, ENDS, COVERED);
  await expectColour(page, await findOnScreen(page, LAKE, camera), IMAGE_COLOUR);
  await expect(page.getByText('© OpenStreetMap')).toBeVisible();
  const { x, y } = await findOnScreen(page, ROAD, camera);
  // The road is two pixels wide.
  const readAround = () => Promise.all([-3, -2, -1, 0, 1, 2, 3].map((right) => readColour(page, { x: x + right, y })));
  await expect.poll(async () => (await readAround()).some(isLight)).toBe(true);
  await site.removeDevices();
  await site.stop();
  await startWithFile(site);
  await images.close();
});

test('[W-540] a file of heights is drawn as hills, and as the profile of a line under its stringline', async ({
  page,
  site,
}) => {
  await addDevices(site);
  await writeFile(path.join(folder, 'heights.pmtiles'), writeHeightsFile());
  await site.stop();
  await startWithFile(site);
  const pig = 'HILL-1';
  await site.launchRun({ pig, agms: [350_301], launchAt: minutesAgo(30) });
  await openAs(page, 'admin');
  await closeTable(page);
  await expect(page.getByText('USGS')).toBeVisible();
  await page.getByRole('button', { name: `Timeline of ${pig}` }).click();
  const profile = page.getByRole('dialog', { name: new RegExp(pig) }).getByRole('img', { name: /^Elevation/ });
  // From 96.77 to 96.55 degrees west, where the file rises from 1233 to 1450 m.
  await expect(profile).toHaveAccessibleName(/line, 4,?0\d\d(?:\.\d+)? ft to 4,?7\d\d(?:\.\d+)? ft$/);
  await site.endRuns();
  await site.removeDevices();
  await rm(path.join(folder, 'heights.pmtiles'));
  await site.stop();
  await startWithFile(site);
});

test.describe('in an installed console', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[W-294, W-295] the map around a run is saved, drawn without the server, and deleted at the sign-out', async ({
    page,
    site,
    expectedErrors,
  }) => {
    expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
    await addDevices(site);
    const pig = 'GROUND-1';
    const { runId } = await site.launchRun({ pig, agms: [350_301], launchAt: minutesAgo(30) });
    await openAs(page, 'admin');
    await closeTable(page);
    await chooseFromRunMenu(page, pig, 'Map for Offline Use');
    const dialog = runDialog(page, 'Map for Offline Use');
    await dialog.getByRole('button', { name: 'Save map' }).click();
    await expect(dialog.getByText(/^Saved .+ UTC, \d+ tiles to zoom 11, \d+\.\d MB$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await untilKept(page);
    await site.stop();

    await page.reload();
    await expect(lastKnown(page)).toBeVisible();
    const { width } = page.viewportSize() ?? { width: 0 };
    const card = await runCard(page, runId, pig).boundingBox();
    await expectLake(page, width - (card?.x ?? 0) + COVERED.right);

    await startWithFile(site);
    await expectLive(page);
    await chooseFromUserMenu(page, 'Logout');
    await expect(page).toHaveURL(/\/login/);
    await expectStateDeleted(page);
    await site.endRuns();
    await site.removeDevices();
  });
});
