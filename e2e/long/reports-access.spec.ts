import type { Page } from '@playwright/test';
import { addReported, generateReport, generateRunReport, openReportManager, reportManager, reportRow, reportRows, reportWindow } from '../report-screen.ts';
import { expect, signIn, test } from '../test.ts';

// The report manager, its report and its dialogs: for whoever cannot see well, in both themes, and on the smallest screens.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

type Look = (page: Page) => Promise<void>;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const close = async (page: Page, name: string, label: string) => {
  await dialog(page, name).getByRole('button', { name: label, exact: true }).click();
  await expect(dialog(page, name)).toHaveCount(0);
};

async function lookAtReports(page: Page, runId: number, look: Look): Promise<void> {
  await generateReport(page);
  await expect(dialog(page, 'Information Message')).toBeVisible();
  await look(page);
  await close(page, 'Information Message', 'OK');
  await generateRunReport(page, runId);
  await expect(reportRows(page)).toHaveCount(7);
  await look(page);
  await reportWindow(page).getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page);
  await page.keyboard.press('Escape');
  await reportRow(page, 'Manual Passage').getByRole('button', { name: 'Delete manual passage' }).click();
  await expect(dialog(page, 'Are you sure you want to delete this passage?')).toBeVisible();
  await look(page);
  await close(page, 'Are you sure you want to delete this passage?', 'Cancel');
  await reportWindow(page).getByRole('button', { name: 'Close' }).click();
  await reportManager(page).getByText('By Agm(s)').click();
  await expect(reportManager(page).getByText('No AGMs selected')).toBeVisible();
  await look(page);
}

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** The table alone is wider than the screen. */
  const listCutOff = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=dialog] :is(button, h2, p, label), [aria-label="Download/Report Manager"] :is(button, input, p, label)')]
        .filter((each) => {
          const { left, right, width } = each.getBoundingClientRect();
          return each.closest('table') === null && width > 0 && (left < 0 || right > innerWidth);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );

  test('everything but the table is within the screen', async ({ page, site }) => {
    const { runId } = await addReported(site, 403_101);
    await signIn(page, 'admin');
    await openReportManager(page);
    await lookAtReports(page, runId, async () => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => listCutOff(page)).toEqual([]);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  });
});
