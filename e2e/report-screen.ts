import type { Locator, Page } from '@playwright/test';
import { writeRun } from '../packages/contract/src/runs/write-run.ts';
import { addManualPassage } from '../packages/domain/src/run/changes/changes.ts';
import { passageIdOf } from '../packages/domain/src/run/run.ts';
import { finishRun } from './finished-screen.ts';
import { minutesAgo } from './run-site.ts';
import type { Site } from './site.ts';
import { chooseFromUserMenu } from './test.ts';

// Reports: runs with something to report on, and their locators.

export const reportManager = (page: Page): Locator =>
  page
    .getByRole('complementary', { name: 'Download/Report Manager' })
    .or(page.getByRole('region', { name: 'Download/Report Manager', exact: true }));
export const reportWindow = (page: Page): Locator => page.getByRole('dialog', { name: /^Report, / });
export const reportRows = (page: Page): Locator => reportWindow(page).locator('tbody').getByRole('row');
export const reportRow = (page: Page, ...texts: readonly string[]): Locator =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), reportRows(page));

/** Selects the report by completed run with all passages. The panel keeps earlier choices. */
export async function openReportManager(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Download/Report Manager');
  await reportManager(page).getByText('By Completed Pig Run').click();
  await reportManager(page).getByLabel('Verified passages only').uncheck();
}

export async function generateReport(page: Page): Promise<void> {
  await reportManager(page).getByRole('button', { name: 'Generate Report' }).click();
}

export async function generateRunReport(page: Page, runId: number): Promise<void> {
  await reportManager(page)
    .getByRole('list', { name: 'Completed runs' })
    .getByRole('button', { name: `Run ${runId},` })
    .click();
  await generateReport(page);
}

interface Reported {
  readonly runId: number;
  /** The devices at M1 and M2. */
  readonly uids: readonly [number, number];
}

const MARKERS = ['M1', 'M2', 'M3', 'M4'].map((name, at) => ({ name, atM: 3000 * (at + 1), autoVerify: false }));

/** A completed run: verified at M1, unverified at M2, set by hand at M3, missed at M4. */
export async function addReported(site: Site, uid: number, pathName = 'Cherokee 16'): Promise<Reported> {
  const uids = [uid, uid + 1] as const;
  const [first, second] = [await site.addDeviceAt(uids[0], 3000), await site.addDeviceAt(uids[1], 6000)];
  const { runId } = await site.launchRun({
    pathName,
    pig: `PIG-${uid}`,
    markers: MARKERS,
    agms: uids,
    launchAt: minutesAgo(90),
  });
  await first.passage({ at: minutesAgo(60) });
  await second.passage({ at: minutesAgo(40) });
  const heard = await site.untilRun(runId, ({ passages }) => passages.length === 2);
  const at = heard.passages.find((passage) => passage.uid === uids[0]);
  await site.call('GET', `/apexagm/verifyPassage/${uids[0]}/${at && passageIdOf(at)}/true`);
  const now = Date.now();
  const edited = addManualPassage(await site.readRun(runId), 'M3', minutesAgo(20), now);
  if (!edited.ok) throw new Error(edited.failure.code);
  await site.call('POST', '/pigrun/add/', writeRun(edited.value, now));
  await finishRun(site, runId, minutesAgo(5));
  return { runId, uids };
}
