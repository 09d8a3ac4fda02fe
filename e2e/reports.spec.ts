import { openPanel, panel, table } from './device-screen.ts';
import {
  addReported,
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

// From a completed run to its report. Other cases are in long/reports.spec.ts.

test.use({ drawsMap: false });
test.describe.configure({ mode: 'default' });

const openConsole = shareConsoles();

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await openConsole('admin');
  await site.removeDevices();
});

test(
  '[O-001, O-004, O-018, L-051, L-074] an admin generates the report of a completed run and saves it',
  { tag: '@firefox' },
  async ({ site }) => {
    const { runId, uids } = await addReported(site, 401_001);
    const page = await openConsole('admin');
    await test.step('the panel replaces device info and device table', async () => {
      await openPanel(page);
      await openReportManager(page);
      await expect(panel(page)).toHaveCount(0);
      await expect(table(page)).toHaveCount(0);
    });
    await generateRunReport(page, runId);
    await expect(reportManager(page)).toContainText(`Selected: Cherokee 16, run ${runId}`);
    await expect(reportRows(page)).toHaveCount(7);
    await expect(reportRow(page, 'M1')).toContainText('Verified');
    await test.step('a passage is scored, shown as a chart and verified', async () => {
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
    await test.step('a manual passage is deleted, and the report reloads', async () => {
      await reportRow(page, 'Manual Passage').getByRole('button', { name: 'Delete manual passage' }).click();
      await page
        .getByRole('dialog', { name: 'Are you sure you want to delete this passage?' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await expect(reportRow(page, 'M3')).toContainText('Unwatched Marker');
    });

    const saved = await saveBy(page, () => reportWindow(page).getByRole('button', { name: 'Export to CSV' }).click());
    expect(saved.name).toMatch(/^\d{4}-\d\d-\d\d-ReportData-Cherokee 16\.csv$/);
    const [head, ...lines] = saved.text.trim().split('\r\n');
    expect(head).toMatch(/^AGM Survey Marker,AGM UID,AGM FW,/);
    expect(lines.map((line) => line.split(',')[0])).toHaveLength(6);
    await expect(page.getByRole('status').filter({ hasText: 'Exported 6 rows' })).toBeVisible();
  },
);
