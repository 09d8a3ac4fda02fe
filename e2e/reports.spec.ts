import { openPanel, panel, table } from './device-screen.ts';
import {
  addReported,
  generateReport,
  generateRunReport,
  openReportManager,
  reportManager,
  reportRow,
  reportRows,
  reportWindow,
} from './report-screen.ts';
import { saveBy } from './saved-file.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';

// From a completed run to its report. What else reports do is told in long/reports.spec.ts.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await openConsole('admin');
  await site.removeDevices();
});

test('[O-001, O-004, O-018, L-051, L-074] an admin generates the report of a completed run and takes it along', async ({
  site,
}) => {
  const { runId, uids } = await addReported(site, 401_001);
  const page = await openConsole('admin');
  await test.step('[L-032] beside it neither device info nor device table is shown', async () => {
    await openPanel(page);
    await openReportManager(page);
    await expect(panel(page)).toHaveCount(0);
    await expect(table(page)).toHaveCount(0);
  });
  await test.step('[O-054] first a run must be chosen', async () => {
    await generateReport(page);
    const message = page.getByRole('dialog', { name: 'Information Message' });
    await expect(message).toContainText('A completed pig run must be selected.');
    await message.getByRole('button', { name: 'OK' }).click();
    await expect(message).toHaveCount(0);
  });
  await generateRunReport(page, runId);
  await expect(reportManager(page)).toContainText(`Selected: Cherokee 16, run ${runId}`);
  await expect(reportRows(page)).toHaveCount(7);
  await expect(reportRow(page, 'M1')).toContainText('Verified');
  await test.step('[O-013, O-014, O-015] its passages are verified, scored, and shown as charts', async () => {
    const heard = reportRow(page, String(uids[1]));
    await expect(heard).toContainText(/(ELF|GEO|MAG)\s*\d+\.\d%/);
    await heard.getByTitle('Open chart').click();
    const chart = page.getByRole('dialog', { name: /^Detection Count/ });
    await expect(chart).toContainText(`AGM ${uids[1]}`);
    await chart.getByRole('button', { name: 'Close' }).click();
    await heard.getByRole('button', { name: 'Unverified' }).click();
    await expect(heard.getByRole('button', { name: 'Verified', exact: true })).toBeVisible();
    await expect(reportRows(page)).toHaveCount(6);
  });
  await test.step('[O-016, O-017] a manual passage is deleted, and the report reads again', async () => {
    await reportRow(page, 'Manual Passage').getByRole('button', { name: 'Delete manual passage' }).click();
    await page
      .getByRole('dialog', { name: 'Are you sure you want to delete this passage?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(reportRow(page, 'M3')).toContainText('Missed Passage');
  });

  const saved = await saveBy(page, () => reportWindow(page).getByRole('button', { name: 'Export to CSV' }).click());
  expect(saved.name).toMatch(/^\d{4}-\d\d-\d\d-ReportData-Cherokee 16\.csv$/);
  const [head, ...lines] = saved.text.trim().split('\r\n');
  expect(head).toMatch(/^AGM Survey Marker,AGM UID,AGM FW,/);
  expect(lines.map((line) => line.split(',')[0])).toHaveLength(6);
  await expect(page.getByRole('status').filter({ hasText: 'Exported 6 rows' })).toBeVisible();

  await test.step('[O-002, O-006, O-007, O-008] by AGMs it asks for two times and the devices', async () => {
    await reportManager(page).getByText('By Agm(s)').click();
    const start = reportManager(page).getByLabel('Start (UTC)');
    await start.pressSequentially('20260318000651');
    await expect(start).toHaveValue('2026-03-18 00:06:51');
    await expect(reportManager(page).getByLabel('End (UTC)')).toHaveAttribute('placeholder', 'YYYY-MM-DD HH:mm:ss');
    await reportManager(page).getByRole('button', { name: 'Select Agms' }).click();
    await expect(page.getByRole('dialog', { name: 'Select Agms' }).locator('tbody').getByRole('row')).toHaveCount(2);
    await page.keyboard.press('Escape');
  });
});
