import { inChromium } from '../../playwright.config.ts';
import { addCompletedRun } from '../pictures/completed-run.ts';
import { takeDevicePictures } from '../pictures/devices.ts';
import { takeAdministrationPicture, takePhonePicture } from '../pictures/elsewhere.ts';
import { findShownPictures, isKept, listKeptPictures, takePicture, taken } from '../pictures/gallery.ts';
import { takePlanningPictures } from '../pictures/planning.ts';
import { takeReportPictures } from '../pictures/reports.ts';
import { takeTrackingPictures } from '../pictures/tracking.ts';
import { expect, openAs, test } from '../test.ts';

// Walks through the running demo and takes the pictures of the guides on its way. WAYMARK_PICTURES=1 saves them.

/** Days of history: the number of `npm start` when the pictures are saved. */
const HISTORY_DAYS = isKept ? 14 : 1;

// With software compositing, Chromium leaves out a strip of the map beside the cards.
const args = [
  ...inChromium.launchOptions.args.filter((each) => !each.startsWith('--use-angle')),
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
];
test.use({ launchOptions: { ...inChromium.launchOptions, args }, contextOptions: { reducedMotion: 'reduce' } });

test('every picture of the guides is taken from this product', async ({ site, page, openConsole }) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await takePicture(page, 'login');
  await site.startDemoFleet(HISTORY_DAYS);
  await addCompletedRun(site);
  await openAs(page, 'admin');
  await page.getByRole('complementary', { name: 'Text messages' }).getByRole('button', { name: 'Close' }).click();
  // Eight runs are on their way: the board opens by itself.
  await page
    .getByRole('dialog', { name: /^Board of runs/ })
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await takeDevicePictures(page);
  await takeTrackingPictures(page);
  await takePlanningPictures(page);
  await takeReportPictures(page);
  await takePhonePicture(page);
  const other = await openConsole('superadmin');
  await other.goto('/users');
  await takeAdministrationPicture(other);

  expect(taken.toSorted()).toEqual(await findShownPictures());
  expect(await listKeptPictures()).toEqual(await findShownPictures());
});
