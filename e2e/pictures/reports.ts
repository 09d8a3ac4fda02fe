import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { byAgms, manager, rowOf, session, startButton, typeDates } from '../downloads-screen.ts';
import { completedRuns, finishedButton, finishedDialog, managerPanel, openCompletedRuns } from '../finished-screen.ts';
import { generateReport, openReportManager, reportManager, reportRows, reportWindow } from '../report-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { expect } from '../test.ts';
import { expectMapAtRest, keepPicture, takePicture } from './gallery.ts';
import { button, close, dialog } from './screen.ts';

/** Awake devices with firmware that stores its recordings. */
const NEW_ENOUGH = [100_101, 100_103, 100_108, 100_111, 100_113];

/** The first page of a PDF, as wide as the screens. */
async function drawFirstPage(file: string): Promise<Buffer> {
  const run = promisify(execFile);
  const { stdout } = await run(
    'pdftoppm',
    ['-png', '-f', '1', '-l', '1', '-scale-to-x', '1000', '-scale-to-y', '-1', file],
    { encoding: 'buffer', maxBuffer: 2 ** 24 },
  );
  return stdout;
}

async function showCompletedRun(page: Page): Promise<void> {
  await openCompletedRuns(page);
  await completedRuns(page).first().click();
  await expect(finishedButton(page, 'Download Report')).toBeVisible();
  await expectMapAtRest(page);
  await takePicture(page, 'completed-run');
  await finishedButton(page, 'Download Report').click();
  const order = finishedDialog(page, 'Select Report');
  await order.getByRole('radio', { name: 'PDF' }).check();
  const [download] = await Promise.all([page.waitForEvent('download'), button(order, 'Download Report').click()]);
  await keepPicture('report-pdf', await drawFirstPage(await download.path()));
  await button(managerPanel(page), 'Close').click();
}

async function showReport(page: Page): Promise<void> {
  await openReportManager(page);
  await reportManager(page).getByRole('list', { name: 'Completed runs' }).getByRole('button').first().click();
  await generateReport(page);
  await expect(reportRows(page).first()).toBeVisible();
  await takePicture(page, 'report');
  await close(reportWindow(page));
}

/** Downloads what some devices recorded in the last hours. */
async function showDownload(page: Page): Promise<void> {
  await byAgms(page);
  await typeDates(page, formatUtcSecond(minutesAgo(6 * 60)), formatUtcSecond(minutesAgo(0)));
  await button(manager(page), 'Select Agms').click();
  const agms = dialog(page, 'Select Agms');
  for (const uid of NEW_ENOUGH) await rowOf(agms, uid).click();
  await button(agms, 'Select').click();
  await startButton(page).click();
  await expect(session(page)).toContainText('Download Complete');
  await takePicture(page, 'downloads');
  await close(session(page));
}

/** A completed run, its report and its files. */
export async function takeReportPictures(page: Page): Promise<void> {
  await showCompletedRun(page);
  await showReport(page);
  await showDownload(page);
  await button(manager(page), 'Close').click();
}
