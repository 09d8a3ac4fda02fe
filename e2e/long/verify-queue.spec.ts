import { expectAccessible } from '../accessible.ts';
import { minutesAgo } from '../run-site.ts';
import { expect, openAs, test } from '../test.ts';

// An operator decides about passages on a phone.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, drawsMap: false });

const PLACES_M = [3000, 6000, 9000];
const MARKERS = PLACES_M.map((atM, at) => ({ name: `AGM-0${at + 1}`, atM, autoVerify: false }));

test.afterEach(async ({ site, page }) => {
  await page.close();
  await site.endRuns();
  await site.removeDevices();
});

test('[W-240, W-242, W-243, W-263] an operator verifies with the thumb, one passage after the other', async ({
  page,
  site,
}) => {
  const devices = [];
  for (const [at, placeM] of PLACES_M.entries()) devices.push(await site.addDeviceAt(353_001 + at, placeM));
  const agms = PLACES_M.map((_, at) => 353_001 + at);
  const { runId } = await site.launchRun({ pig: 'CLN-36', markers: MARKERS, agms, launchAt: minutesAgo(90) });
  for (const [at, device] of devices.entries()) await device.passage({ at: minutesAgo(60 - 28 * at) });
  await site.untilRun(runId, ({ passages }) => passages.length === 3);
  await openAs(page, 'admin');
  await page.getByRole('button', { name: '3 to verify' }).tap();
  const queue = page.getByRole('dialog', { name: /^Passages to verify/ });
  const heading = queue.getByRole('heading', { level: 3 });
  const [verify, reject] = [
    queue.getByRole('button', { name: 'Verify', exact: true }),
    queue.getByRole('button', { name: 'Not the pig', exact: true }),
  ];
  await expect(heading).toHaveText('CLN-36 at AGM-01');
  await expect(queue.getByText('1 of 3')).toBeVisible();
  await expect(queue.getByRole('table', { name: 'Neighbours' })).toContainText('AGM-02');
  await expect(queue.getByRole('radiogroup', { name: 'Waveform type' })).toBeVisible();
  await expectAccessible(page);
  const overflow = await queue.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBe(0);
  for (const button of [verify, reject]) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect(box?.width).toBeGreaterThanOrEqual(150);
  }
  await verify.tap();
  await expect(heading).toHaveText('CLN-36 at AGM-02');
  await expect(queue.getByRole('row', { name: /^AGM-01/ })).toContainText(/verified\d/);
  await reject.tap();
  await expect(heading).toHaveText('CLN-36 at AGM-03');
  await site.untilRun(runId, ({ passages }) => passages.some(({ markerName }) => markerName === null));
  await queue.getByRole('button', { name: 'Undo' }).tap();
  await site.untilRun(runId, ({ passages }) => passages.every(({ markerName }) => markerName !== null));
  await verify.tap();
  await expect(heading).toHaveText('CLN-36 at AGM-02');
  await verify.tap();
  await expect(queue.getByText('No passage waits for a decision.')).toBeVisible();
  await site.untilRun(runId, ({ passages }) => passages.every(({ isVerified }) => isVerified));
});
