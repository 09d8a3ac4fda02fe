import type { Locator, Page } from '@playwright/test';
import { find, historyWindow, openPanel, panel, searchBox } from '../device-screen.ts';
import { expect } from '../test.ts';
import { expectMapAtRest, takePicture } from './gallery.ts';
import { button, close, dialog } from './screen.ts';

const UID = 100_101;
/** Time after which the plots are full. */
const WHOLE_PLOT_MS = 6000;

/** "2026-03-18 00:06:51 UTC" in milliseconds. */
async function readStreamTime(stream: Locator): Promise<number> {
  return Date.parse(await stream.getByLabel('UTC time').innerText());
}

async function showCommands(page: Page): Promise<void> {
  await button(panel(page), 'Commands').click();
  const commands = dialog(page, /^Queue Commands/);
  await button(commands, /^Power Mode/).click();
  await button(commands, /^Detectors/).click();
  await takePicture(page, 'commands');
  await close(commands);
}

async function showHistory(page: Page): Promise<void> {
  await button(panel(page), 'Historic Data').click();
  const history = historyWindow(page, UID);
  await expect(history.getByRole('status')).toHaveText(/^\d+ passages?$/);
  await takePicture(page, 'history');
  const heardByAll = history
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: /ELF.*GEO.*MAG/ });
  await heardByAll.first().getByRole('button', { name: 'GEO' }).click();
  const chart = dialog(page, /^Detection Count/);
  await chart.getByText('All', { exact: true }).click();
  await takePicture(page, 'passage-chart');
  await close(chart);
  await close(history);
}

async function showStream(page: Page): Promise<void> {
  await button(panel(page), 'Listen').click();
  const stream = dialog(page, `AGM ${UID}, Realtime Streamer`);
  await expect(stream.getByLabel('UTC time')).toHaveText(/^\d{4}-\d{2}-\d{2}/);
  const begunAt = await readStreamTime(stream);
  await stream.getByRole('combobox', { name: 'Time span' }).click();
  await page.getByRole('option', { name: '5 Seconds', exact: true }).click();
  await button(stream, 'Play sound').click();
  await expect(stream.getByRole('img', { name: 'Sound is on' })).toBeVisible();
  await expect.poll(() => readStreamTime(stream)).toBeGreaterThan(begunAt + WHOLE_PLOT_MS);
  await takePicture(page, 'streaming');
  await close(stream);
}

/** The map, and every view of one device. */
export async function takeDevicePictures(page: Page): Promise<void> {
  await button(page, 'Home').click();
  await expectMapAtRest(page);
  await takePicture(page, 'console');
  await find(page, UID);
  await openPanel(page);
  await expectMapAtRest(page);
  await takePicture(page, 'device-panel');
  await showCommands(page);
  await showHistory(page);
  await showStream(page);
  await button(panel(page), 'Close').click();
  // Clears the selection.
  await searchBox(page).clear();
}
