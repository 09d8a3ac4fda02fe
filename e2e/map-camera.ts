import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { popup } from './device-screen.ts';
import { expect } from './test.ts';

// The map does not expose its camera. These functions compute where a place appears on the screen for an assumed
// camera, and try it.

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The place at the centre of the map, and the zoom. */
export interface Camera {
  readonly middle: Place;
  readonly zoom: number;
}

const worldSize = (zoom: number) => 512 * 2 ** zoom;

function project({ lat, lon }: Place, zoom: number): Point {
  const sine = Math.sin((lat * Math.PI) / 180);
  const size = worldSize(zoom);
  return { x: ((lon + 180) / 360) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
}

function unproject({ x, y }: Point, zoom: number): Place {
  const size = worldSize(zoom);
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI, lon: (x / size) * 360 - 180 };
}

/** The place this many pixels to the right of another and below it. */
export function shift(place: Place, right: number, down: number, zoom: number): Place {
  const { x, y } = project(place, zoom);
  return unproject({ x: x + right, y: y + down }, zoom);
}

export const canvasOf = (page: Page) => page.locator('canvas.maplibregl-canvas');

async function measureCanvas(page: Page) {
  const box = await canvasOf(page).boundingBox();
  if (!box) throw new Error('there is no map');
  return box;
}

/** The camera that shows all places in the free part of the map. */
export async function fitCamera(
  page: Page,
  places: readonly Place[],
  covered: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>,
): Promise<Camera> {
  const { width, height } = await measureCanvas(page);
  const points = places.map((place) => project(place, 0));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (width - covered.left - covered.right) / (east - west);
  const down = (height - covered.top - covered.bottom) / (south - north);
  const zoom = Math.log2(Math.min(across, down));
  const middle = unproject({ x: (west + east) / 2, y: (north + south) / 2 }, 0);
  return { middle: shift(middle, (covered.right - covered.left) / 2, (covered.bottom - covered.top) / 2, zoom), zoom };
}

export async function findOnScreen(page: Page, place: Place, { middle, zoom }: Camera): Promise<Point> {
  const { x, y, width, height } = await measureCanvas(page);
  const [here, there] = [project(middle, zoom), project(place, zoom)];
  return { x: x + width / 2 + there.x - here.x, y: y + height / 2 + there.y - here.y };
}

/** A click where the camera shows the device selects it. */
export async function expectDeviceAt(page: Page, uid: number, place: Place, camera: Camera): Promise<void> {
  const { x, y } = await findOnScreen(page, place, camera);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(popup(page, uid)).toHaveCount(0, { timeout: 3000 });
    await page.mouse.click(x, y);
    await expect(popup(page, uid)).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
}

export type Colour = readonly [red: number, green: number, blue: number];

const SIGNATURE_BYTES = 8;

/** The compressed image data, which a PNG may split into several chunks. */
function joinImageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return Buffer.concat(parts);
}

/** The colour at one point of the screen. */
export async function readColour(page: Page, { x, y }: Point): Promise<Colour> {
  const png = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });
  // PNG filters do not change the value of a single pixel.
  const [, red = 0, green = 0, blue = 0] = inflateSync(joinImageData(png));
  return [red, green, blue];
}

const isNear = (seen: Colour, wanted: Colour) =>
  seen.every((part, index) => Math.abs(part - (wanted[index] ?? 0)) <= 6);

export async function expectColour(page: Page, point: Point, wanted: Colour): Promise<void> {
  await expect
    .poll(async () => {
      const seen = await readColour(page, point);
      return isNear(seen, wanted) ? wanted : seen;
    })
    .toEqual(wanted);
}
