import type { Locator, Page } from '@playwright/test';
import { find, openPanel, panel } from './device-screen.ts';
import type { Site } from './site.ts';
import { expect } from './test.ts';

// The stream dialog of a device.

const dialogOf = (page: Page, uid: number) => page.getByRole('dialog', { name: `AGM ${uid}, Realtime Streamer` });
const optionsOf = (page: Page, uid: number) => page.getByRole('dialog', { name: `Streaming Options, AGM ${uid}` });
export const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
export const plot = (dialog: Locator, name: 'em' | 'geo' | 'rssi' | 'spectrum') =>
  dialog.locator(`[data-plot="${name}"] canvas`).last();
export const timeOf = (dialog: Locator) => dialog.getByLabel('UTC time');
export const badges = (dialog: Locator) => dialog.getByRole('group', { name: 'State of the stream' }).getByRole('list');

/** The pixels of a plot. */
const look = (canvas: Locator) =>
  canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''));

export async function sizeOf(dialog: Locator): Promise<{ width: number; height: number }> {
  const box = await dialog.boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}

export async function addStreamer(site: Site, uid: number) {
  const device = await site.addDevice(uid);
  await device.connect();
  return device;
}

/** Closing sends a stop to the device, which must have arrived before the device is removed. */
export async function closeStreams(page: Page, isTold: boolean): Promise<void> {
  const open = page.getByRole('dialog', { name: /Realtime Streamer$/ });
  for (let left = await open.count(); left > 0; left--) {
    const told =
      isTold && page.waitForResponse((reply) => reply.request().postData()?.includes('"streamEnabled":false') ?? false);
    await button(open.last(), 'Close').click();
    await told;
    await expect(open).toHaveCount(left - 1);
  }
}

export async function openStream(page: Page, uid: number): Promise<Locator> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
  await button(panel(page), 'Listen').click();
  const dialog = dialogOf(page, uid);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Waits for the first data. */
export async function openRunningStream(page: Page, uid: number): Promise<Locator> {
  const dialog = await openStream(page, uid);
  await expect(timeOf(dialog)).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC$/);
  return dialog;
}

export async function openOptions(page: Page, dialog: Locator, uid: number, section: string): Promise<Locator> {
  await button(dialog, 'Options').click();
  const options = optionsOf(page, uid);
  const head = button(options, section);
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  return options;
}

export async function expectMoving(canvas: Locator): Promise<void> {
  const before = await look(canvas);
  await expect.poll(() => look(canvas)).not.toBe(before);
}
