import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { canvasOf } from '../map-camera.ts';
import { expect } from '../test.ts';

// The pictures of the guides. A walk through the product takes them all; WAYMARK_PICTURES=1 saves them.

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'docs/images');
export const isKept = process.env['WAYMARK_PICTURES'] === '1';

export const taken: string[] = [];

export async function keepPicture(name: string, png: Buffer): Promise<void> {
  taken.push(name);
  if (isKept) await writeFile(path.join(FOLDER, `${name}.png`), png);
}

/** The whole screen, with the pointer out of view. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await keepPicture(name, await page.screenshot({ animations: 'disabled', caret: 'hide' }));
}

/**
 * Size of a picture of the map in bytes, a measure of how much is drawn; without a graphics card drawing takes several
 * steps.
 */
async function weighMap(page: Page): Promise<number> {
  return (await canvasOf(page).screenshot({ animations: 'disabled' })).length;
}

/** Waits until the map is still, when pictures are saved. Rings of new heartbeats are small enough to be ignored. */
export async function expectMapAtRest(page: Page): Promise<void> {
  if (!isKept) return;
  let before = 0;
  await expect
    .poll(
      async () => {
        const [last, now] = [before, await weighMap(page)];
        before = now;
        return Math.abs(now - last) / now;
      },
      { intervals: [1000], timeout: 60_000 },
    )
    .toBeLessThan(0.02);
}

async function listGuides(): Promise<string[]> {
  const guides = await readdir(path.join(ROOT, 'docs/guide'));
  return ['README.md', ...guides.map((name) => path.join('docs/guide', name))];
}

/** Pictures that the README and the guides show. */
export async function findShownPictures(): Promise<string[]> {
  const texts = await Promise.all((await listGuides()).map((name) => readFile(path.join(ROOT, name), 'utf8')));
  const shown = texts.flatMap((text) => [...text.matchAll(/!\[[^\]]*\]\([^)]*images\/(?<name>[\w-]+)\.png\)/g)]);
  return [...new Set(shown.map(({ groups }) => groups?.['name'] ?? ''))].toSorted();
}

export async function listKeptPictures(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.map((name) => path.parse(name).name).toSorted();
}
