import type { Page } from '@playwright/test';
import { canvasOf } from '../map-camera.ts';
import { expect, openAs, test } from '../test.ts';

// Screenshots of the map as Chromium draws it without a GPU.

/** Colours of one pixel column of the screen, from top to bottom. */
async function readColumn(page: Page, x: number, top: number, bottom: number): Promise<string[]> {
  const picture = await page.screenshot({ clip: { x, y: top, width: 1, height: bottom - top } });
  return page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const bytes = context?.getImageData(0, 0, 1, image.height).data ?? [];
      return Array.from({ length: image.height }, (_, row) => bytes.slice(4 * row, 4 * row + 3).join(' '));
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
}

/** The top and the bottom of the map. */
async function findRoom(page: Page): Promise<{ top: number; bottom: number } | null> {
  const box = await canvasOf(page).boundingBox();
  return box && { top: box.y, bottom: box.y + box.height };
}

/** A colour of the theme, as `readColumn` returns it. */
const readToken = (page: Page, token: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.createElement('canvas').getContext('2d');
    if (!probe) return '';
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    probe.fillRect(0, 0, 1, 1);
    return probe.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ');
  }, token);

for (const [width, height] of [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`[W-141, W-143] the first view has no band of ocean over the country at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'light' });
    const page = await context.newPage();
    await openAs(page, 'admin');
    const table = page.getByRole('region', { name: 'Devices' });
    await expect(table).toBeVisible();
    await expect.poll(async () => (await findRoom(page))?.bottom === (await table.boundingBox())?.y).toBe(true);
    const room = await findRoom(page);
    const [land, water] = [await readToken(page, '--wm-map-land'), await readToken(page, '--wm-map-water')];
    // The centre of the country: land from Canada to Mexico. Land also shows that the map has been drawn.
    await expect
      .poll(async () => {
        const column = await readColumn(page, width / 2, room?.top ?? 0, room?.bottom ?? 0);
        return { water: column.filter((colour) => colour === water).length, hasLand: column.includes(land) };
      })
      .toEqual({ water: 0, hasLand: true });
    await context.close();
  });
}
