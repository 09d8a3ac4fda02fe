import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { shareConsoles } from '../shared-consoles.ts';
import {
  addStreamer,
  badges,
  button,
  closeStreams,
  expectMoving,
  look,
  openOptions,
  openRunningStream,
  openStream,
  plot,
  sizeOf,
  timeOf,
} from '../stream-screen.ts';
import { expect, expectLive, test, type Who } from '../test.ts';

// The stream dialog over everything that is behind it: device, broker, server, hub, engine, plots.

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

test('[S-008, S-009, S-013, S-058] Pause holds the plots while the device goes on, Resume lets them go on', async ({
  site,
}) => {
  await addStreamer(site, 380_002);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_002);
  const clock = page.locator('header time').first();
  await button(dialog, 'Pause').click();
  await expect(dialog.getByRole('slider', { name: /marker/i }).first()).toBeAttached();
  const heldAt = await timeOf(dialog).textContent();
  const held = await look(plot(dialog, 'geo'));
  const before = await clock.textContent();
  await expect.poll(() => clock.textContent()).not.toBe(before);
  const after = await clock.textContent();
  await expect.poll(() => clock.textContent()).not.toBe(after);
  expect(await look(plot(dialog, 'geo'))).toBe(held);
  expect(await timeOf(dialog).textContent()).toBe(heldAt);

  await dialog.focus();
  await page.keyboard.press('Space');
  await expect(button(dialog, 'Pause')).toBeVisible();
  await expect.poll(() => timeOf(dialog).textContent()).not.toBe(heldAt);
  await expectMoving(plot(dialog, 'geo'));
});

test('[S-005, S-014, S-015, S-016, S-111] span, scale, RSSI frequency and thresholds are set in the dialog', async ({
  site,
}) => {
  await addStreamer(site, 380_003);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_003);
  const choose = async (field: string, value: string) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  };
  await expect(dialog.getByRole('combobox', { name: 'Time span' })).toHaveValue('1 Minute');
  await expect(dialog.getByRole('combobox', { name: 'RSSI frequency' })).toHaveValue('22 Hz');
  await choose('Time span', '5 Seconds');
  await choose('RSSI frequency', '18.5 Hz');
  await expect(badges(dialog)).toContainText('Frequency 18.5 Hz');
  await dialog.getByRole('checkbox', { name: 'Auto Scale' }).uncheck();

  const mag = dialog.getByRole('slider', { name: /MAG/ });
  await expect(mag).toHaveAttribute('aria-valuenow', '0.8');
  // The plot finds its new scale in its own time, and takes the flag along: who misses it tries again.
  await expect(async () => {
    const box = await plot(dialog, 'em').boundingBox();
    const flag = await mag.boundingBox();
    if (!box || !flag) throw new Error('no plot');
    await page.mouse.move(box.x + box.width - 30, flag.y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 30, flag.y + 15, { steps: 3 });
    await page.mouse.up();
    expect(Number(await mag.getAttribute('aria-valuenow'))).toBeLessThan(0.7);
  }).toPass();

  const geo = dialog.getByRole('slider', { name: /^Geo|detection/i }).first();
  await expect(geo).toHaveAttribute('aria-valuenow', '0.9');
  await button(dialog, 'Auto Thresh').click();
  await expect.poll(async () => Number(await geo.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(0.6);
});

test('[S-010, S-037, S-039, S-040, L-048] Streaming Options have three sections and masks, and last over a reload', async ({
  site,
}) => {
  await addStreamer(site, 380_004);
  const page = await openConsole('admin');
  const dialog = await openRunningStream(page, 380_004);
  const options = await openOptions(page, dialog, 380_004, 'Graphing');
  await expect(options.getByRole('heading', { level: 3 })).toHaveText([/^Graphing/, /^Speed/, /^Streaming Detectors/]);
  await options.getByRole('switch', { name: 'Show Raw' }).click();
  await button(options, 'Speed').click();
  await expect(badges(dialog)).toContainText('Speed OFF');
  await options.getByRole('switch', { name: 'Enable' }).click();
  await options.getByRole('textbox', { name: 'Weld Space' }).fill('');
  await expect(badges(dialog)).toContainText('Weld Spacing Not Set');
  await options.getByRole('textbox', { name: 'Weld Space' }).pressSequentially('405x7');
  await expect(options.getByRole('textbox', { name: 'Weld Space' })).toHaveValue('40.5');
  await button(options, 'Streaming Detectors').click();
  await options.getByRole('textbox', { name: 'ELF Frequency' }).fill('');
  await options.getByRole('textbox', { name: 'ELF Frequency' }).pressSequentially('1x85');
  await expect(options.getByRole('textbox', { name: 'ELF Frequency' })).toHaveValue('18');
  await options.getByRole('switch', { name: 'MAG', exact: true }).click();
  await expect(badges(dialog)).toContainText('MAG ON');

  await page.reload();
  await expectLive(page);
  const again = await openRunningStream(page, 380_004);
  await expect(badges(again)).toContainText('MAG ON');
  await expect(badges(again)).toContainText('Frequency 18 Hz');
  await openOptions(page, again, 380_004, 'Speed');
  await expect(options.getByRole('textbox', { name: 'Weld Space' })).toHaveValue('40.5');
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
  // Above the plots are title and badges.
  expect(png.readUInt32BE(20)).toBeGreaterThan(2 * 580);
  // One colour, or nothing but a grid, would take a tenth of this.
  expect(png.length).toBeGreaterThan(60_000);
});

test('[S-031, S-033] the stream dialog opens 840 px wide and 610 px high', async ({ site }) => {
  await addStreamer(site, 380_001);
  const dialog = await openStream(await openConsole('admin'), 380_001);
  expect(await sizeOf(dialog)).toEqual({ width: 840, height: 610 });
});

test('[S-002, S-003, S-004, S-032, S-034] the dialog is minimised, brought back, maximised, restored and closed', async ({
  site,
}) => {
  const device = await addStreamer(site, 380_006);
  const page = await openConsole('admin');
  await page.setViewportSize({ width: 1920, height: 1080 });
  const dialog = await openRunningStream(page, 380_006);
  await button(dialog, 'Minimise').click();
  await expect(plot(dialog, 'em')).toBeHidden();
  await button(dialog, 'Show Plots').click();
  await expectMoving(plot(dialog, 'em'));
  await button(dialog, 'Maximise').click();
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: 1920, height: 880 });
  await button(dialog, 'Restore').click();
  await expect.poll(() => sizeOf(dialog)).toEqual({ width: 840, height: 610 });

  // Playwright keeps every page in sight: that this one is not is told to it.
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

test('[S-029, S-030] on a phone the dialog lies over the map', async ({ site }) => {
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
  // Another dialog would open maximised as well.
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

  // Under the noise, so that it is the next sample which is detected.
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

test('[S-086, S-087, S-088, S-089] a viewer sees the stream and sets what is drawn, and sends nothing', async ({
  site,
}) => {
  await addStreamer(site, 380_009);
  await site.follow([380_009]);
  const viewer = await openConsole('viewer');
  const dialog = await openStream(viewer, 380_009);
  await expect(dialog.getByText('an admin starts it by opening this dialog')).toBeVisible();

  const admin = await openConsole('admin');
  const theirs = await openRunningStream(admin, 380_009);
  await expectMoving(plot(dialog, 'em'));
  const options = await openOptions(viewer, dialog, 380_009, 'Streaming Detectors');
  const send = options.getByRole('switch', { name: 'Send Passage Data To DataBase' });
  await expect(send).toBeDisabled();
  await expect(send).not.toBeChecked();
  const theirOptions = await openOptions(admin, theirs, 380_009, 'Streaming Detectors');
  await expect(theirOptions.getByRole('switch', { name: 'Send Passage Data To DataBase' })).toBeEnabled();

  await options.getByRole('switch', { name: 'ELF', exact: true }).click();
  await dialog.getByRole('slider', { name: /ELF/ }).focus();
  await viewer.keyboard.press('Home');
  await expect(dialog.getByText('Passage held.')).toBeVisible();
  await expect(button(dialog, 'Send passage')).toHaveCount(0);
});

test('[S-038] every role changes the streaming options', async ({ site }) => {
  await addStreamer(site, 380_013);
  await site.follow([380_013]);
  for (const who of ['viewer', 'admin', 'superadmin'] as const) {
    const page = await openConsole(who);
    const dialog = await openStream(page, 380_013);
    const options = await openOptions(page, dialog, 380_013, 'Graphing');
    const raw = options.getByRole('switch', { name: 'Show Raw' });
    const before = await raw.isChecked();
    await raw.click();
    await expect(raw).toBeChecked({ checked: !before });
    await button(options, 'Streaming Detectors').click();
    await options.getByRole('textbox', { name: 'ELF Frequency' }).fill('19');
    await expect(badges(dialog)).toContainText('Frequency 19 Hz');
  }
});

test('what was heard is saved, and shown again instead of the device', async ({ site }) => {
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

test('two devices have a dialog each', async ({ site }) => {
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
