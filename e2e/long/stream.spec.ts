import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { shareConsoles } from '../shared-consoles.ts';
import {
  addStreamer,
  badges,
  button,
  closeStreams,
  expectMoving,
  openOptions,
  openRunningStream,
  openStream,
  plot,
  sizeOf,
  timeOf,
} from '../stream-screen.ts';
import { expect, expectLive, test, type Who } from '../test.ts';

// The stream dialog with everything behind it: device, broker, server, hub, engine, plots.

test.use({ drawsMap: false });

const openShared = shareConsoles();
const listening = new Map<Who, Page>();

async function openConsole(who: Who): Promise<Page> {
  const page = await openShared(who);
  listening.set(who, page);
  return page;
}

test.afterEach(async ({ site }) => {
  for (const [who, page] of listening) await closeStreams(page, who !== 'viewer');
  await site.removeDevices();
});

test('[L-048] Streaming Options open over the map, and persist over a reload', async ({ site }) => {
  await addStreamer(site, 380_004);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_004);
  const options = await openOptions(page, dialog, 380_004, 'Streaming Detectors');
  await options.getByRole('switch', { name: 'MAG', exact: true }).click();
  await expect(badges(dialog)).toContainText('MAG ON');
  await page.reload();
  await expectLive(page);
  const again = await openRunningStream(page, 380_004);
  await expect(badges(again)).toContainText('MAG ON');
});

test('[S-017, S-035] Take Screenshot saves the whole dialog as PNG', async ({ site }) => {
  await addStreamer(site, 380_005);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_005);
  const download = page.waitForEvent('download');
  await button(dialog, 'Take Screenshot').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^380005_\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.png$/);
  const png = await readFile(await file.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1680);
  // Title and badges are above the plots.
  expect(png.readUInt32BE(20)).toBeGreaterThan(2 * 580);
  // A picture of one colour, or only of the grid, would be a tenth of this size.
  expect(png.length).toBeGreaterThan(60_000);
});

test('[S-004, S-032, S-033, S-034] the dialog opens 840 by 610, is minimised, brought back, maximised, restored and closed', async ({
  site,
}) => {
  const device = await addStreamer(site, 380_006);
  const page = await openConsole('admin');
  await page.setViewportSize({ width: 1920, height: 1080 });
  const dialog = await openRunningStream(page, 380_006);
  expect(await sizeOf(dialog)).toEqual({ width: 840, height: 610 });
  await button(dialog, 'Minimise').click();
  await expect(plot(dialog, 'em')).toBeHidden();
  await button(dialog, 'Show Plots').click();
  await expectMoving(plot(dialog, 'em'));
  await button(dialog, 'Maximise').click();
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: 1920, height: 880 });
  await button(dialog, 'Restore').click();
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: 840, height: 610 });

  // Playwright keeps every page visible, so the test overrides this page's visibility state.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(dialog).toHaveAttribute('data-mode', 'minimised');
  await expectLive(page);

  const stopped = device.waitForCommand('StreamEnable');
  await button(dialog, 'Close').click();
  await expect(dialog).toHaveCount(0);
  expect((await stopped).params).toEqual({ streamEnabled: false });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('[S-029, S-030] the dialog covers the map on a phone', async ({ site }) => {
  await addStreamer(site, 380_007);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_007);
  await page.setViewportSize({ width: 430, height: 932 });
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: 420, height: 305 });
  await expectMoving(plot(dialog, 'em'));
  await button(dialog, 'More controls').click();
  await expect(page.getByRole('button', { name: 'Auto Thresh' })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(dialog, 'Maximise').click();
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: 420, height: 400 });
  // The next dialog would open maximised as well.
  await button(dialog, 'Restore').click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('[S-018, S-019, S-022, S-059, S-069] a detection holds a passage, which an admin sends', async ({ site }) => {
  await addStreamer(site, 380_008);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_008);
  const options = await openOptions(page, dialog, 380_008, 'Streaming Detectors');
  await options.getByRole('switch', { name: 'Send Passage Data To DataBase' }).click();
  await options.getByRole('switch', { name: 'ELF', exact: true }).click();
  await button(options, 'Close').click();
  await expect(badges(dialog)).toContainText('ELF ON');
  await expect(button(dialog, 'Send passage')).toHaveCount(0);

  // Below the noise, so that the next sample triggers the detection.
  await dialog.getByRole('slider', { name: /ELF/ }).focus();
  await page.keyboard.press('Home');
  await expect(badges(dialog)).toContainText('ELF DETECTED');
  await expect(dialog.getByText('Passage held.')).toBeVisible();
  await expect(dialog.getByText(/ELF detection at \d\d:\d\d:\d\d\.\d{3}\. Plots resume in \d+ s\./)).toBeVisible();
  await expect(button(dialog, 'Resume')).toBeVisible();

  await button(dialog, 'Send passage').click();
  await expect(page.getByText('Adding Web Passage').first()).toBeVisible();
  await expect(button(dialog, 'Send passage')).toHaveCount(0);
  await expect(async () => {
    const { rowsNumber } = await site.call<{ rowsNumber: number }>(
      'GET',
      '/apexagm/380008/getPassageHistoricData?page=1&rowsPerPage=15&descending=true',
    );
    expect(rowsNumber).toBe(1);
  }).toPass();
});

test('[S-088] a viewer sees the stream and changes the drawing, and sends nothing', async ({ site }) => {
  await addStreamer(site, 380_009);
  await site.follow([380_009]);
  const viewer = await openConsole('viewer');
  const dialog = await openStream(viewer, 380_009);
  await expect(dialog.getByText('an admin starts it by opening this dialog')).toBeVisible();

  const admin = await openConsole('admin');
  await openRunningStream(admin, 380_009);
  await expectMoving(plot(dialog, 'em'));
  const options = await openOptions(viewer, dialog, 380_009, 'Streaming Detectors');
  await options.getByRole('switch', { name: 'ELF', exact: true }).click();
  await dialog.getByRole('slider', { name: /ELF/ }).focus();
  await viewer.keyboard.press('Home');
  await expect(dialog.getByText('Passage held.')).toBeVisible();
  await expect(button(dialog, 'Send passage')).toHaveCount(0);
});

test('a stream is saved, and replayed in place of the device', async ({ site }) => {
  await addStreamer(site, 380_012);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_012);
  const options = await openOptions(page, dialog, 380_012, 'Graphing');
  const download = page.waitForEvent('download');
  await button(options, 'Save Recording').click();
  const file = await download;
  const told = page.waitForResponse((reply) => reply.request().postData()?.includes('"streamEnabled":false') ?? false);
  await options
    .getByLabel('Recording file')
    .setInputFiles({ name: file.suggestedFilename(), mimeType: '', buffer: await readFile(await file.path()) });
  await expect(dialog.getByText('Replay', { exact: true })).toBeVisible();
  await told;
  await expect(timeOf(dialog)).toHaveText(/\d\d:\d\d:\d\d UTC$/);
  await button(options, 'Back to the device').click();
  await expect(dialog.getByText('Replay', { exact: true })).toHaveCount(0);
  await expectMoving(plot(dialog, 'em'));
});

test('two devices have one dialog each', async ({ site }) => {
  await addStreamer(site, 380_010);
  await addStreamer(site, 380_011);
  const page = await openConsole('admin');
  const first = await openRunningStream(page, 380_010);
  const second = await openRunningStream(page, 380_011);
  await button(second, 'Pause').click();
  await expect(button(second, 'Resume')).toBeVisible();
  await expectMoving(plot(first, 'geo'));
  await expect(button(first, 'Pause')).toBeVisible();
});
