import { writePath } from '../../packages/contract/src/runs/read-path.ts';
import type { Locator, Page } from '@playwright/test';
import { find, openPanel, panel, row, rows, valueOf } from '../device-screen.ts';
import { findOnScreen, shift, type Camera, type Colour } from '../map-camera.ts';
import { minutesAgo, placeAt } from '../run-site.ts';
import type { Site } from '../site.ts';
import { expect, openAs, test } from '../test.ts';

// Active runs on the map, the card of their markers, and the view of a viewer.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true });
const runCard = (page: Page) => page.getByRole('region', { name: /^Run / });
const markerCard = (page: Page, name: string | RegExp = /^Marker/) => page.getByRole('region', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

const PIG: Colour = [0xff, 0x81, 0xb6];
const LINE: Colour = [0x5a, 0xdd, 0xeb];
const ZOOM = 16;

/** Finds a colour in the free part of the map: the centre of all its points, or null. */
async function findColour(page: Page, wanted: Colour): Promise<{ readonly x: number; readonly y: number } | null> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([data, [red, green, blue]]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const [top, bottom] = [250, image.height - 250];
      const { data: bytes } = context.getImageData(0, top, image.width, bottom - top);
      const found: number[] = [];
      for (let at = 0; at < bytes.length; at += 4) {
        const isIt = [red, green, blue].every((part, index) => Math.abs(part - (bytes[at + index] ?? 0)) < 8);
        if (isIt) found.push(at / 4);
      }
      if (found.length < 10) return null;
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      return {
        x: mean(found.map((at) => at % image.width)),
        y: top + mean(found.map((at) => Math.floor(at / image.width))),
      };
    },
    [picture, wanted] as const,
  );
}

/** Number of points beside the pig, along its line, that have the line's colour. */
async function countOnLine(page: Page, metres: readonly number[], pigM: number, camera: Camera): Promise<number> {
  let count = 0;
  for (const beside of metres) {
    const { x, y } = await findOnScreen(page, placeAt(pigM + beside), camera);
    const png = await page.screenshot({ clip: { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 3, height: 3 } });
    const isLine = await page.evaluate(
      async ([data, [red, green, blue]]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const context = new OffscreenCanvas(3, 3).getContext('2d');
        context?.drawImage(image, 0, 0);
        const { data: bytes = [] } = context?.getImageData(1, 1, 1, 1) ?? {};
        return [red, green, blue].every((part, index) => Math.abs(part - (bytes[index] ?? 0)) < 40);
      },
      [png.toString('base64'), LINE] as const,
    );
    if (isLine) count++;
  }
  return count;
}

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

const PIG_M = 0.05 * 200 * 60;

/** Opens the link to a run whose pig hardly moves, and returns the camera of its map. */
async function openRunOnMap(page: Page, site: Site): Promise<{ readonly runId: number; readonly camera: Camera }> {
  await site.addDeviceAt(392_001, 4000);
  // Slow enough that the pig does not move visibly during the test.
  const { runId } = await site.launchRun({
    pig: 'CLN-1',
    speed: 0.05,
    launchAt: minutesAgo(200),
    agms: [392_001],
    markers: [
      { name: 'M1', atM: 840 },
      { name: 'M2', atM: 4000 },
    ],
  });
  await openAs(page, 'admin', `/?runId=${runId}`);
  await expect(markerCard(page)).toContainText('No Marker Selected');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect(runCard(page)).toContainText('CLN-1');
  await expect.poll(async () => (await findColour(page, PIG)) !== null).toBe(true);
  const pig = (await findColour(page, PIG)) ?? { x: 0, y: 0 };

  const box = (await page.locator('canvas.maplibregl-canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const fromMiddle = [pig.x - (box.x + box.width / 2), pig.y - (box.y + box.height / 2)] as const;
  const camera: Camera = { middle: shift(placeAt(PIG_M), -fromMiddle[0], -fromMiddle[1], ZOOM), zoom: ZOOM };
  return { runId, camera };
}

test('[T-001, T-027, L-016, L-045, M-013] a link to a run opens it: its pig in the centre of the map, on its line', async ({
  site,
  page,
}) => {
  const { camera } = await openRunOnMap(page, site);
  await test.step('the line is dotted behind a pig that no AGM has heard', async () => {
    const behind = Array.from({ length: 24 }, (_, at) => -60 - at * 1.5);
    const dots = await countOnLine(page, behind, PIG_M, camera);
    expect(dots).toBeGreaterThan(4);
    expect(dots).toBeLessThan(20);
  });
  await test.step('the map hides the runs, after a reload too, until they are chosen again', async () => {
    const choice = page.getByRole('checkbox', { name: 'Show No Active Runs' });
    await button(page, 'Map layers').click();
    await choice.check();
    await page.keyboard.press('Escape');
    await expect(runCard(page)).toHaveCount(0);
    await expect.poll(() => findColour(page, PIG)).toBeNull();
    await page.reload();
    await expect(page.getByText('1 active run')).toBeVisible();
    await expect(button(page, 'Map layers')).toBeVisible();
    await expect(runCard(page)).toHaveCount(0);
    await button(page, 'Map layers').click();
    await choice.uncheck();
    await expect(runCard(page)).toBeVisible();
  });
});

test('[M-035, T-030, T-081, T-104] a click opens a marker at zoom 16, and a new one is placed and dragged', async ({
  site,
  page,
}) => {
  const { runId, camera } = await openRunOnMap(page, site);
  const { x, y } = await findOnScreen(page, placeAt(840), camera);
  await expect(async () => {
    await page.mouse.click(x, y - 17);
    await expect(markerCard(page, 'Marker M1')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await button(runCard(page), 'Menu of CLN-1').click();
  await page.getByRole('menuitem', { name: 'Add Marker' }).click();
  const place = await findOnScreen(page, placeAt(PIG_M + 110), camera);
  await page.mouse.click(place.x, place.y);
  const mark = page.getByRole('img', { name: /^New place/ });
  await expect(mark).toBeVisible();
  const before = await mark.getAttribute('aria-label');
  await page.mouse.move(place.x, place.y - 12);
  await page.mouse.down();
  await page.mouse.move(place.x + 40, place.y - 12, { steps: 5 });
  await page.mouse.up();
  await expect(mark).not.toHaveAttribute('aria-label', before ?? '');
  const card = dialog(page, 'Marker New Coordinates');
  await card.getByLabel('Name').fill('Creek');
  await button(card, 'Save').click();
  await expect(card).toHaveCount(0);
  await site.untilRun(runId, ({ path: { markers } }) => markers.some(({ name }) => name === 'Creek'));
});

test.describe('without a map', () => {
  test.use({ drawsMap: false });

  test('[L-014, L-017, L-076, D-006, D-029] a viewer sees the runs that notify them, and the devices on these runs', async ({
    site,
    page,
  }) => {
    for (const uid of [392_201, 392_202]) await site.addDeviceAt(uid, uid === 392_201 ? 5010 : 9000);
    const markers = [
      { name: 'M1', atM: 5000 },
      { name: 'M2', atM: 9000 },
    ];
    const rules = [await site.ruleFor('viewer')];
    const { runId } = await site.launchRun({
      pig: 'CLN-3',
      pathName: 'Shown',
      agms: [392_201],
      rules,
      markers,
      launchAt: minutesAgo(10),
    });
    const other = await site.launchRun({
      pig: 'CLN-4',
      pathName: 'Hidden',
      agms: [392_202],
      markers,
      launchAt: minutesAgo(10),
    });
    await site.untilRun(runId, ({ path }) =>
      path.markers.some(({ autoLinkedUids }) => autoLinkedUids.includes(392_201)),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/\d+$/, '')));
    await openAs(page, 'viewer');
    await expect(runCard(page)).toHaveCount(1);
    await expect(runCard(page)).toContainText('CLN-3');
    await expect(rows(page)).toHaveCount(1);
    await expect
      .poll(() => asked)
      .toEqual(
        expect.arrayContaining([
          '/api/pigrun/ActivePigRunListWithUserNotification/',
          '/api/pigrun/ActivePigRunUidListWithUserNotification/',
        ]),
      );
    await test.step('the device says on which run it is, and at which marker', async () => {
      await find(page, 392_201);
      await openPanel(page);
      await expect(valueOf(panel(page), 'Pig run')).toHaveText(`CLN-3, run ${runId}`);
      await expect(valueOf(panel(page), 'Marker')).toContainText('M1');
      await expect(valueOf(panel(page), 'Auto-link markers')).toContainText('M1');
      await button(panel(page), 'Go To Marker').click();
      await expect(markerCard(page, 'Marker M1')).toBeVisible();
      await button(panel(page), 'Close').click();
    });
    await test.step('when another run notifies him, its devices come', async () => {
      const path = (await site.readRun(other.runId)).path;
      await site.call('POST', '/pigrun/updateNotifications', {
        runId: other.runId,
        path: JSON.stringify(writePath({ ...path, notifications: rules })),
      });
      await expect(runCard(page)).toHaveCount(2);
      await expect(rows(page)).toHaveCount(2);
      await row(page, 392_202).click();
      await expect(row(page, 392_202)).toHaveAttribute('aria-selected', 'true');
    });
  });
});
