import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../accessible.ts';
import { finishedButton, finishedDialog, finishRun, openCompletedRun } from '../finished-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { expect, signIn, test } from '../test.ts';

// Every dialog of completed runs: for whoever cannot see well, in both themes, and on the smallest screens.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

type Look = (page: Page) => Promise<void>;

async function lookAtDialogs(page: Page, look: Look): Promise<void> {
  const press = (title: string, name: string) => finishedDialog(page, title).getByRole('button', { name, exact: true }).click();
  await look(page);
  await finishedButton(page, 'Edit Time').click();
  await finishedDialog(page, 'Edit Launch/Receive Time').getByLabel('Launch time (UTC)').fill('');
  await press('Edit Launch/Receive Time', 'Save');
  await expect(finishedDialog(page, 'Edit Launch/Receive Time')).toContainText('Error ! Launch Time is Empty.');
  await look(page);
  await press('Edit Launch/Receive Time', 'Cancel');

  await finishedButton(page, 'Add AGMs').click();
  await expect(finishedDialog(page, 'Add AGMs').getByRole('checkbox')).toHaveCount(5);
  await look(page);
  await press('Add AGMs', 'Cancel');

  const broadcast = 'Completed Pig Run Broadcast Commands';
  await finishedButton(page, 'Broadcast Command').click();
  for (const label of ['Mag only', '22 Hz only']) await finishedDialog(page, broadcast).getByRole('checkbox', { name: label, exact: true }).check();
  await look(page);
  await press(broadcast, 'Send Commands Now');
  await expect(finishedDialog(page, 'Validation Message')).toBeVisible();
  await look(page);
  await press('Validation Message', 'OK');
  await finishedDialog(page, broadcast).getByRole('checkbox', { name: '22 Hz only', exact: true }).uncheck();
  await finishedDialog(page, broadcast).getByRole('checkbox', { name: 'Format disk', exact: true }).check();
  await press(broadcast, 'Send Commands Now');
  await expect(page.getByRole('dialog', { name: 'Send 2 commands to 1 AGM?' })).toBeVisible();
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await press(broadcast, 'Cancel');

  await finishedButton(page, 'Download Report').click();
  await expect(finishedDialog(page, 'Select Report')).toBeVisible();
  await look(page);
  await press('Select Report', 'Cancel');

  await finishedButton(page, 'Delete Run').click();
  await expect(finishedDialog(page, 'Confirm delete of pig report')).toBeVisible();
  await look(page);
  await press('Confirm delete of pig report', 'Cancel');
}

test.beforeEach(async ({ site, page }) => {
  for (let count = 0; count < 6; count++) await site.registerDevice({ uid: 398_001 + count, lat: 36.01, lon: -96.64 });
  const { runId } = await site.launchRun({ pathName: 'Cherokee 16', markers: [{ name: 'M1', atM: 5000 }], agms: [398_001], launchAt: minutesAgo(90) });
  await finishRun(site, runId, minutesAgo(5));
  await signIn(page, 'admin');
  await openCompletedRun(page, runId);
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('the dialogs of a completed run are accessible', async ({ page }) => {
  test.slow();
  await lookAtDialogs(page, expectAccessibleInBothThemes);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const listCutOff = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=dialog] :is(button, input, h2, p, label), [role=tabpanel] :is(button, p, dd)')]
        .filter((each) => {
          const { left, right, width } = each.getBoundingClientRect();
          return width > 0 && (left < 0 || right > innerWidth);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );

  test('every dialog of a completed run is within the screen', async ({ page }) => {
    await lookAtDialogs(page, async () => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => listCutOff(page)).toEqual([]);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  });
});
