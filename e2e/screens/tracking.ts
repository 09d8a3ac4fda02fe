import type { Locator, Page } from '@playwright/test';
import { minutesAgo } from '../run-site.ts';
import type { Site } from '../site.ts';
import { expect, openAs } from '../test.ts';
import { chooseFromRunMenu } from '../tracking-screen.ts';
import type { Look, Walk } from './look.ts';

const PIG = 'CLN-16-02';
const MARKERS = [
  { name: 'AGM-01', atM: 5000, autoVerify: false },
  { name: 'Valve 12 Cimarron', atM: 12_000 },
];

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const markerCard = (page: Page) => page.getByRole('region', { name: /^Marker/ });

async function launch(site: Site, pig: string, at: number) {
  const rules = [await site.ruleFor('viewer')];
  return site.launchRun({
    pathName: 'Cushing to Tulsa products',
    pig,
    markers: MARKERS,
    agms: [347_101, 347_102],
    rules,
    launchAt: minutesAgo(54 + at),
    speed: 1.5,
  });
}

/** Dialogs of a run's menu, by their menu entries. */
const DIALOGS = {
  'End/Save Run': 'Add Receive Time',
  'Edit Launch Time': 'Edit Time',
  'Edit Tool Speed': 'Edit Tool Speed',
  'Auto Link/Verify': 'Auto Link/Verify',
  'Unassociated Passages': /^Unassociated Passages/,
  'Share Run': 'Share Run',
} as const;

/** Active runs: their cards, the dialogs that open from them, and their markers. */
export const walkTracking: Walk = async (page, site, look) => {
  const near = await site.addDeviceAt(347_101, 5000);
  await site.registerDevice({ uid: 347_102, lat: 36, lon: -96.7 });
  const { runId } = await launch(site, PIG, 0);
  await near.passage({ at: minutesAgo(2) });
  await site.untilRun(runId, ({ passages }) => passages.length === 1);
  for (const at of [1, 2, 3, 4]) await launch(site, `GAU-0${at}`, at);
  await openAs(page, 'admin');
  const cards = page.getByRole('region', { name: /^Run \d+, / });
  await expect(cards.first()).toBeVisible();
  await look('tracking-cards');
  await button(cards.filter({ hasText: PIG }).first(), `Menu of ${PIG}`).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look('tracking-menu');
  await page.keyboard.press('Escape');
  for (const [entry, title] of Object.entries(DIALOGS)) {
    await chooseFromRunMenu(page, PIG, entry);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await look(`tracking-${entry.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: title })).toHaveCount(0);
  }
  // A low map starts with minimised cards.
  const inFull = button(page, `Show ${PIG} in full`);
  if (await inFull.isVisible()) {
    await inFull.click();
    await look('tracking-card-in-full');
  }
  await page.getByRole('button', { name: `Timeline of ${PIG}` }).click();
  const timeline = page.getByRole('dialog', { name: new RegExp(PIG) });
  await expect(timeline).toContainText('AGM-01');
  await look('tracking-timeline');
  await button(timeline, 'Close').click();
  const count = page.getByRole('banner').getByRole('button', { name: '5 active runs' });
  await count.click();
  const board = page.getByRole('dialog', { name: /^Board of runs/ });
  await expect(board.getByRole('row', { name: PIG })).toBeVisible();
  await look('tracking-board');
  await board.getByRole('button', { name: `Run sheet of ${PIG}` }).click();
  const sheet = page.getByRole('dialog', { name: /run sheet$/ });
  await button(sheet, 'Pin AGM-01 as my site').click();
  await expect(sheet.getByRole('region', { name: 'My site, AGM-01' })).toBeVisible();
  await look('tracking-sheet');
  await button(sheet, 'Close').click();
  await button(board, 'Close').click();
  await page.keyboard.press('q');
  const queue = page.getByRole('dialog', { name: /^Passages to verify/ });
  await expect(queue.getByRole('heading', { name: `${PIG} at AGM-01` })).toBeVisible();
  await expect(queue.getByRole('radiogroup', { name: 'Waveform type' })).toBeVisible();
  await look('tracking-verify-queue');
  await button(queue, 'Close').click();
  const minimise = button(page, `Minimise ${PIG}`);
  if ((page.viewportSize()?.height ?? 0) < 500) await minimise.click();
  await button(cards.filter({ hasText: PIG }).first(), PIG).click();
  await expect(markerCard(page)).toBeVisible();
  await look('tracking-no-marker');
  await lookAtMarker(page, look);
};

async function lookAtMarker(page: Page, look: Look): Promise<void> {
  const [next, chosen] = [button(markerCard(page), 'Next marker'), page.getByRole('region', { name: 'Marker AGM-01' })];
  await next.click();
  await next.click();
  await expect(chosen).toBeVisible();
  const inFull = button(chosen, 'Show the marker in full');
  if (await inFull.isVisible()) {
    await look('tracking-marker-minimised');
    await inFull.click();
  }
  await expect(chosen.getByText(/^Not verified/)).toBeVisible();
  await look('tracking-marker');
}
