import type { Locator, Page } from '@playwright/test';
import { find, historyWindow, openPanel, panel, row, table } from '../device-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { expect, openAs } from '../test.ts';
import type { Look, Walk } from './look.ts';

const UID = 341_001;

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640;
/** A drawer beside the map, on a phone a sheet over it. */
const info = (page: Page) => panel(page).or(page.getByRole('region', { name: 'Device info', exact: true }));
const commands = (page: Page) => page.getByRole('dialog', { name: `Queue Commands, AGM ${UID}`, exact: true });

/** The table, the popup and the panel of a device. */
async function lookAtTable(page: Page, look: Look): Promise<void> {
  if (isPhone(page)) await button(page, 'Open Devices').click();
  await expect(row(page, UID)).toContainText('Online');
  await look('device-table');
  await button(table(page), 'Columns').click();
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
  await look('device-columns');
  await page.keyboard.press('Escape');
}

async function lookAtInfo(page: Page, look: Look): Promise<void> {
  if (isPhone(page)) {
    await row(page, UID).click();
    await button(table(page), 'Device info').click();
  } else {
    await find(page, UID);
    await openPanel(page);
  }
  await expect(info(page)).toContainText('Prairie Wireless');
  if (isPhone(page)) await page.getByRole('slider', { name: 'Height of Device info' }).press('End');
  await look('device-info');
}

/** Forms of every kind: choices, numbers, a list, dates. */
async function lookAtCommands(page: Page, look: Look): Promise<void> {
  await button(info(page), 'Commands').click();
  await expect(commands(page)).toBeVisible();
  await look('device-commands');
  for (const title of ['Power Mode', 'Detectors', 'Download within Time Range', 'Command History']) {
    const section = commands(page).getByRole('region', { name: title, exact: true });
    await button(section, title).click();
    await expect(button(section, title)).toHaveAttribute('aria-expanded', 'true');
  }
  await look('device-command-forms');
  await button(commands(page), 'Close').click();
}

async function lookAtHistory(page: Page, look: Look): Promise<void> {
  await button(info(page), 'Historic Data').click();
  const history = historyWindow(page, UID);
  for (const tab of ['Passage', 'Heartbeat', 'Device Info', 'Settings']) {
    await history.getByRole('tab', { name: tab, exact: true }).click();
    await expect(history.locator('tbody').getByRole('row').first()).toBeVisible();
    await look(`device-history-${tab.toLowerCase().replaceAll(' ', '-')}`);
  }
  await button(history, 'Close').click();
}

/** A table with rows of both kinds, and the bytes of one. */
async function lookAtRejections(page: Page, look: Look): Promise<void> {
  await button(info(page), 'Rejected Messages').click();
  const rejected = page.getByRole('dialog', { name: `Rejected Messages, AGM ${UID}`, exact: true });
  await expect(rejected.locator('tbody')).toContainText('Clock ahead');
  await look('device-rejected');
  await button(rejected, 'Show bytes').first().click();
  await expect(page.getByRole('region', { name: 'Hex', exact: true })).toBeVisible();
  await look('device-rejected-bytes');
  await page.keyboard.press('Escape');
  await rejected.getByRole('tab', { name: 'Device errors' }).click();
  await expect(rejected.locator('tbody')).toContainText('345');
  await look('device-errors');
  await button(rejected, 'Close').click();
}

async function lookAtChart(page: Page, look: Look): Promise<void> {
  await button(info(page), 'Passage chart').click();
  const chart = page.getByRole('dialog', { name: /^Detection Count/ });
  await expect(chart.getByRole('application')).toBeVisible();
  await look('device-chart');
  await button(chart, 'Edit time').click();
  await expect(chart.getByText(/^Click where the passage was/)).toBeVisible();
  await look('device-chart-time');
  await button(chart, 'Close').click();
}

async function lookAtStream(page: Page, look: Look): Promise<void> {
  await button(info(page), 'Listen').click();
  const stream = page.getByRole('dialog', { name: `AGM ${UID}, Realtime Streamer` });
  await expect(stream.getByLabel(/^(?:UTC time|Time in )/)).toHaveText(
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC(?:[+-]\d.*)?$/,
  );
  await look('device-stream');
  await button(stream, 'Options').click();
  await expect(page.getByRole('dialog', { name: `Streaming Options, AGM ${UID}` })).toBeVisible();
  await look('device-stream-options');
  await page.keyboard.press('Escape');
  const told = page.waitForResponse((reply) => reply.request().postData()?.includes('"streamEnabled":false') ?? false);
  await button(stream, 'Close').click();
  await told;
}

/** A device, and every window that opens from it. */
export const walkDevice: Walk = async (page, site, look) => {
  const device = await site.addDeviceAt(UID, 5000);
  for (const minutes of [120, 45, 3]) await device.passage({ at: minutesAgo(minutes) });
  await device.heartbeat({ t: Date.now() + 7_200_000 });
  await device.error(12, 345);
  await openAs(page, 'admin');
  await lookAtTable(page, look);
  await lookAtInfo(page, look);
  await lookAtCommands(page, look);
  await lookAtHistory(page, look);
  await lookAtRejections(page, look);
  await lookAtChart(page, look);
  await lookAtStream(page, look);
};
