import type { Page, Route } from '@playwright/test';
import { popup, searchBox, table } from '../device-screen.ts';
import {
  canvasOf,
  expectColour,
  expectDeviceAt,
  fitCamera,
  shift,
  type Camera,
  type Colour,
  type Place,
} from '../map-camera.ts';
import { PUBLIC_TILES } from '../site.ts';
import { buildPlainPng } from '../plain-png.ts';
import { expect, expectLive, fillSignIn, emailOf, openAs, PASSWORD, test } from '../test.ts';

/** The centre of the contiguous United States. */
const MIDDLE: Place = { lat: 39.8283, lon: -98.5795 };
const SEATTLE: Place = { lat: 47.61, lon: -122.33 };
const TAMPA: Place = { lat: 27.95, lon: -82.46 };
const TULSA: Place = { lat: 36.15, lon: -95.99 };

/** The areas over the map, which ends above the table, and the margin that the Home view leaves beside them. */
const COVERED = { top: 48, bottom: 0 };
const HOME_ROOM = { top: COVERED.top + 40, right: 40, bottom: COVERED.bottom + 40, left: 72 };

/** The camera after it flew to a device. */
const cameraOn = (place: Place, zoom: number): Camera => ({
  middle: shift(place, 0, (COVERED.bottom - COVERED.top) / 2, zoom),
  zoom,
});

async function press(page: Page, name: string, times: number): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.evaluate((element: HTMLElement, count) => {
    for (let time = 0; time < count; time++) element.click();
  }, times);
}

test.describe('the camera', () => {
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage();
    await openAs(page, 'admin');
    await table(page).getByRole('button', { name: 'Close Devices' }).click();
  });
  test.afterAll(() => page.context().close());
  test.afterEach(async ({ site }) => {
    await site.removeDevices();
    await expect(table(page)).toContainText('Devices0');
  });

  test('[M-017, M-018, M-026] Home and search say when there are no devices, no locations, or no location of the device', async ({
    site,
  }) => {
    await press(page, 'Home', 1);
    await expect(page.getByText('No devices found')).toBeVisible();
    await site.registerDevice({ uid: 330_101 });
    await expect(table(page)).toContainText('Devices1');
    await press(page, 'Home', 1);
    await expect(page.getByText('No device locations found')).toBeVisible();
    await searchBox(page).fill('330101');
    await searchBox(page).press('Enter');
    await expect(page.getByText('Device does not have a location')).toBeVisible();
    await expect(popup(page, 330_101)).toHaveCount(0);
  });

  test('[L-050, M-001, M-002, M-025, M-040] the map starts at zoom 4 over the centre of the United States', async ({
    site,
  }) => {
    await site.registerDevice({ uid: 330_201, ...MIDDLE });
    await site.registerDevice({ uid: 330_202, ...SEATTLE });
    await site.registerDevice({ uid: 330_203, ...TAMPA });
    await page.reload();
    await expectLive(page);
    await expect(table(page)).toContainText('Devices3');
    const camera = { middle: MIDDLE, zoom: 4 };
    await expectDeviceAt(page, 330_201, MIDDLE, camera);
    await expectDeviceAt(page, 330_202, SEATTLE, camera);
    await expectDeviceAt(page, 330_203, TAMPA, camera);
    const [search, map] = [await searchBox(page).boundingBox(), await canvasOf(page).boundingBox()];
    expect(search?.y).toBeGreaterThanOrEqual(map?.y ?? 0);
    expect(search?.y).toBeLessThan((map?.y ?? 0) + 40);
  });

  test('[M-003, M-004, M-005, M-033] zoom ends at 3 and at 20, a device is seen at 15, and the world has edges', async ({
    site,
  }) => {
    const camera = cameraOn(TULSA, 15);
    // Zooming keeps the centre of the map, which is not the place of the device.
    const [near, nearer] = [shift(TULSA, 300, 0, 15), shift(camera.middle, 300, 0, 20)];
    const [northWest, southEast] = [
      { lat: 80, lon: -170 },
      { lat: -80, lon: 170 },
    ];
    await site.registerDevice({ uid: 330_301, ...TULSA });
    await site.registerDevice({ uid: 330_302, ...near });
    await site.registerDevice({ uid: 330_303, ...nearer });
    await site.registerDevice({ uid: 330_304, ...northWest });
    await site.registerDevice({ uid: 330_305, ...southEast });
    await expect(table(page)).toContainText('Devices5');
    await chooseDevice(page, 330_301);
    await expectDeviceAt(page, 330_302, near, camera);
    await press(page, 'Zoom in', 8);
    await expectDeviceAt(page, 330_303, nearer, { ...camera, zoom: 20 });

    await chooseDevice(page, 330_304);
    await press(page, 'Zoom out', 14);
    await drag(page, 500, 300);
    const { width, height } = (await canvasOf(page).boundingBox()) ?? { width: 0, height: 0 };
    const corner = { lat: 85.051_129, lon: -180 };
    await expectDeviceAt(page, 330_304, northWest, { middle: shift(corner, width / 2, height / 2, 3), zoom: 3 });
    await chooseDevice(page, 330_305);
    await press(page, 'Zoom out', 14);
    await drag(page, -500, -300);
    const opposite = { lat: -85.051_129, lon: 180 };
    await expectDeviceAt(page, 330_305, southEast, { middle: shift(opposite, -width / 2, -height / 2, 3), zoom: 3 });
  });

  test('[M-016] Home shows all devices, and zooms in no further than 19', async ({ site }) => {
    await site.registerDevice({ uid: 330_401, ...SEATTLE });
    await site.registerDevice({ uid: 330_402, ...TAMPA });
    await expect(table(page)).toContainText('Devices2');
    await press(page, 'Home', 1);
    const wide = await fitCamera(page, [SEATTLE, TAMPA], HOME_ROOM);
    await expectDeviceAt(page, 330_401, SEATTLE, wide);
    await expectDeviceAt(page, 330_402, TAMPA, wide);

    await site.removeDevices();
    await expect(table(page)).toContainText('Devices0');
    const neighbour = shift(TULSA, 150, 0, 19);
    await site.registerDevice({ uid: 330_403, ...TULSA });
    await site.registerDevice({ uid: 330_404, ...neighbour });
    await expect(table(page)).toContainText('Devices2');
    // Sends both keys together: the second one counts for a second, and the map may draw for longer.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('h')]);
    const { right, left, top, bottom } = HOME_ROOM;
    const camera = { middle: shift(TULSA, 75 + (right - left) / 2, (bottom - top) / 2, 19), zoom: 19 };
    await expectDeviceAt(page, 330_403, TULSA, camera);
    await expectDeviceAt(page, 330_404, neighbour, camera);
  });

  test('[M-034] a typed place is flown to, at zoom 16', async ({ site }) => {
    const neighbour = shift(TULSA, 150, 0, 16);
    await site.registerDevice({ uid: 330_601, ...TULSA });
    await site.registerDevice({ uid: 330_602, ...neighbour });
    await expect(table(page)).toContainText('Devices2');
    await searchBox(page).fill(`${TULSA.lat}, ${TULSA.lon}`);
    await page.getByRole('option', { name: `Go to ${TULSA.lat}, ${TULSA.lon}` }).click();
    await expectDeviceAt(page, 330_601, TULSA, cameraOn(TULSA, 16));
    await expectDeviceAt(page, 330_602, neighbour, cameraOn(TULSA, 16));
  });
});

/** The table is closed, so that it does not cover the map. The popup shows that the device is selected. */
async function chooseDevice(page: Page, uid: number): Promise<void> {
  await searchBox(page).fill(String(uid));
  await searchBox(page).press('Enter');
  await expect(popup(page, uid)).toBeVisible();
}

async function drag(page: Page, right: number, down: number): Promise<void> {
  await page.keyboard.press('Escape');
  const box = await canvasOf(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2 - right / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2 - down / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 3 });
  await page.mouse.up();
}

const TOPOGRAPHIC: Colour = [200, 60, 60];
const STREETS: Colour = [60, 160, 60];
const IMAGERY: Colour = [60, 60, 200];
/** Drawn over the imagery at half its opacity. */
const LABELS: Colour = [250, 250, 60];
const RADAR: Colour = [240, 240, 240];

const mix = (below: Colour, above: Colour, share: number): Colour => [
  Math.round(below[0] * (1 - share) + above[0] * share),
  Math.round(below[1] * (1 - share) + above[1] * share),
  Math.round(below[2] * (1 - share) + above[2] * share),
];

/** Replaces the public services, which the test cannot reach, by one colour each. */
const PUBLIC_SERVICES: readonly (readonly [address: RegExp, png: Buffer])[] = [
  [/basemap\.nationalmap\.gov\/.*\/USGSTopo\//, buildPlainPng(TOPOGRAPHIC)],
  [/tile\.openstreetmap\.org\//, buildPlainPng(STREETS)],
  [/basemap\.nationalmap\.gov\/.*\/USGSImageryOnly\//, buildPlainPng(IMAGERY)],
  [/services\.arcgisonline\.com\/.*\/World_Boundaries_and_Places\//, buildPlainPng(LABELS, 0.5)],
  [/mesonet\.agron\.iastate\.edu\/.*nexrad/, buildPlainPng(RADAR)],
];
const IS_ELSEWHERE = /^https:/;

async function answer(route: Route): Promise<void> {
  const [, png] = PUBLIC_SERVICES.find(([address]) => address.test(route.request().url())) ?? [];
  if (!png) return route.abort();
  await route.fulfill({ body: png, contentType: 'image/png', headers: { 'access-control-allow-origin': '*' } });
}

test.describe('the layers', () => {
  test.beforeAll(async ({ site }) => {
    await site.stop();
    await site.start(PUBLIC_TILES);
  });
  test.afterAll(async ({ site }) => {
    await site.stop();
    await site.start();
  });

  const findGround = async (page: Page) => {
    const box = await canvasOf(page).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 200 };
  };

  test('[M-006, M-007, M-008, M-009, M-010] Basic, Streets, Satellite and Default lie below everything, by choice', async ({
    page,
  }) => {
    await page.route(IS_ELSEWHERE, answer);
    await openAs(page, 'admin');
    const ground = await findGround(page);
    await expectColour(page, ground, mix(IMAGERY, LABELS, 0.5));
    await page.getByRole('button', { name: 'Map layers' }).click();
    const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check();
    await expect(page.getByRole('radio', { name: 'Default', exact: true })).toBeChecked();
    for (const [name, colour, source] of [
      ['Basic', TOPOGRAPHIC, 'USGS The National Map'],
      ['Streets', STREETS, '© OpenStreetMap contributors'],
      ['Satellite', IMAGERY, 'USGS The National Map'],
      ['Default', mix(IMAGERY, LABELS, 0.5), 'labels: Esri'],
    ] as const) {
      await choose(name);
      await expectColour(page, ground, colour);
      await expect(page.getByText(source)).toBeVisible();
    }
  });

  test('[M-011, M-012, M-014, M-015, M-039] the radar lies over the map with an opacity of 0.4; the map itself starts the live connection', async ({
    page,
  }) => {
    await page.route(IS_ELSEWHERE, answer);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    expect(sockets).toEqual([]);
    await fillSignIn(page, emailOf('viewer'), PASSWORD);
    await expectLive(page);
    expect(sockets).toContain('/hub/');
    const ground = await findGround(page);
    const layers = page.getByRole('button', { name: 'Map layers' });
    const [control, map] = [await layers.boundingBox(), await canvasOf(page).boundingBox()];
    expect((control?.x ?? 0) - (map?.x ?? 0)).toBeLessThan(60);
    expect((control?.y ?? 0) - (map?.y ?? 0)).toBeLessThan(100);
    await layers.click();
    await page.getByRole('radio', { name: 'Basic' }).check();
    await expectColour(page, ground, TOPOGRAPHIC);
    await page.getByRole('checkbox', { name: 'Weather radar' }).check();
    await expectColour(page, ground, mix(TOPOGRAPHIC, RADAR, 0.4));
    await page.getByRole('checkbox', { name: 'Weather radar' }).uncheck();
    await expectColour(page, ground, TOPOGRAPHIC);
  });

  test('the built-in base map appears with a notice when tile hosts are down or never answer', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED/);
    const silent: Route[] = [];
    await page.route(IS_ELSEWHERE, (route) => {
      if (/USGSTopo/.test(route.request().url())) silent.push(route);
      else if (/openstreetmap/.test(route.request().url())) return answer(route);
      else return route.abort();
    });
    await openAs(page, 'admin');
    await expect(page.getByText('Built-in base map', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Map layers' }).click();
    await expect(page.getByText('The hosts of Default do not answer.')).toBeVisible();
    await page.getByRole('radio', { name: 'Basic' }).check();
    await expect(page.getByText('The hosts of Basic do not answer.')).toBeVisible();
    await expect(page.getByText('Built-in base map', { exact: true })).toBeVisible();
    expect(silent).not.toEqual([]);
    await page.getByRole('radio', { name: 'Streets' }).check();
    await expectColour(page, await findGround(page), STREETS);
    await expect(page.getByText('Built-in base map', { exact: true })).toHaveCount(0);
  });
});
