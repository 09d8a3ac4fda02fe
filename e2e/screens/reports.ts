import type { Page } from '@playwright/test';
import {
  addReported,
  generateReport,
  generateRunReport,
  openReportManager,
  reportManager,
  reportRow,
  reportRows,
  reportWindow,
} from '../report-screen.ts';
import { expect, openAs } from '../test.ts';
import type { Look, Walk } from './look.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const close = async (page: Page, name: string, label: string) => {
  await dialog(page, name).getByRole('button', { name: label, exact: true }).click();
  await expect(dialog(page, name)).toHaveCount(0);
};

async function lookAtReports(page: Page, runId: number, look: Look): Promise<void> {
  await generateReport(page);
  await expect(dialog(page, 'Information Message')).toBeVisible();
  await look('reports-nothing-chosen');
  await close(page, 'Information Message', 'OK');
  await generateRunReport(page, runId);
  await expect(reportRows(page)).toHaveCount(7);
  await look('reports-report');
  await reportWindow(page).getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look('reports-columns');
  await page.keyboard.press('Escape');
  await reportRows(page).getByTitle('Open chart').first().click();
  await expect(page.getByRole('dialog', { name: /^Detection Count/ })).toBeVisible();
  await look('reports-chart');
  await page
    .getByRole('dialog', { name: /^Detection Count/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await reportRow(page, 'Manual Passage').getByRole('button', { name: 'Delete manual passage' }).click();
  await expect(dialog(page, 'Are you sure you want to delete this passage?')).toBeVisible();
  await look('reports-delete');
  await close(page, 'Are you sure you want to delete this passage?', 'Cancel');
  await reportWindow(page).getByRole('button', { name: 'Close' }).click();
  await reportManager(page).getByText('By Agm(s)').click();
  await expect(reportManager(page).getByText('No AGMs selected')).toBeVisible();
  await look('reports-by-agms');
}

/** The report manager, a report and the windows that open from it. */
export const walkReports: Walk = async (page, site, look) => {
  const { runId } = await addReported(site, 403_001);
  await openAs(page, 'admin');
  await openReportManager(page);
  await lookAtReports(page, runId, look);
};
