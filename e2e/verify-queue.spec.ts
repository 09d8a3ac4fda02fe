import { minutesAgo } from './run-site.ts';
import { expect, openAs, test } from './test.ts';

// An operator decides about passages by keyboard.

test.use({ drawsMap: false });

const MARKERS = [
  { name: 'AGM-01', atM: 3000, autoVerify: false },
  { name: 'AGM-02', atM: 6000, autoVerify: false },
];

test('[W-240, W-242, W-243] an operator verifies by keyboard, and takes a passage off its marker and back', async ({
  page,
  site,
}) => {
  const [first, second] = [await site.addDeviceAt(352_001, 3000), await site.addDeviceAt(352_002, 6000)];
  const { runId } = await site.launchRun({
    pathName: 'Queue line',
    pig: 'CLN-35',
    markers: MARKERS,
    agms: [352_001, 352_002],
    launchAt: minutesAgo(60),
    speed: 1.5,
  });
  await first.passage({ at: minutesAgo(26) });
  await second.passage({ at: minutesAgo(2) });
  await site.untilRun(runId, ({ passages }) => passages.length === 2);
  await openAs(page, 'admin');
  const card = page.getByRole('region', { name: `Run ${runId}, CLN-35` });
  await card.getByRole('button', { name: '2 to verify' }).click();
  const queue = page.getByRole('dialog', { name: /^Passages to verify/ });
  await expect(queue.getByRole('heading', { name: 'CLN-35 at AGM-01' })).toBeVisible();
  await expect(queue.getByRole('button', { name: /CLN-35 AGM-01/ })).toBeFocused();
  await page.keyboard.press('x');
  await expect(queue.getByText('CLN-35 at AGM-01: not the pig.')).toBeVisible();
  await expect(queue.getByRole('heading', { name: 'CLN-35 at AGM-02' })).toBeVisible();
  await site.untilRun(runId, ({ passages }) => passages.some(({ markerName }) => markerName === null));
  await queue.getByRole('button', { name: 'Undo' }).click();
  await queue.getByRole('button', { name: /CLN-35 AGM-01/ }).click();
  await expect(queue.getByRole('heading', { name: 'CLN-35 at AGM-01' })).toBeVisible();
  await expect(queue.getByRole('button', { name: /CLN-35 AGM-01/ })).toBeFocused();
  await page.keyboard.press(' ');
  await expect(queue.getByRole('heading', { name: 'CLN-35 at AGM-02' })).toBeVisible();
  await expect(queue.getByRole('button', { name: /CLN-35 AGM-02/ })).toBeFocused();
  await page.keyboard.press(' ');
  await expect(queue.getByText('No passage waits for a decision.')).toBeVisible();
  await site.untilRun(runId, ({ passages }) => passages.every(({ isVerified }) => isVerified));
  await page.keyboard.press('Escape');
  await expect(queue).toHaveCount(0);
  await site.endRuns();
  await site.removeDevices();
});
