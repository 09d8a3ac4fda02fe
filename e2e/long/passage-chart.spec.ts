import type { Page } from '@playwright/test';
import { passageIdOf } from '../../packages/domain/src/run/run.ts';
import { formatUtcDatabase, formatUtcMillisecond } from '../../packages/domain/src/time/utc.ts';
import type { DrivenDevice } from '../../apps/simulator/src/create-virtual-device.ts';
import { find, openPanel, panel } from '../device-screen.ts';
import { minutesAgo } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// The window of one passage: its waveforms, its neighbours, its verification, its time.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

const HALF_RECORD_MS = 15_000;
const chart = (page: Page) => page.getByRole('dialog', { name: /^(Detection Count|Passage)/ });
const plot = (page: Page) => chart(page).getByRole('application');
const title = (count: number, at: number) => `Detection Count ${count} / ${formatUtcDatabase(at)}`;
const named = (page: Page, count: number, at: number) => page.getByRole('dialog', { name: title(count, at) });
const verified = (page: Page) => chart(page).getByRole('switch', { name: 'Verified', exact: true });

/** A device with passages at these times, in seconds before now; the first passage has count 1. */
async function addPassedDevice(site: Site, uid: number, secondsAgo: readonly number[]): Promise<number[]> {
  const device = await site.addDevice(uid);
  await device.connect();
  return recordPassages(device, secondsAgo);
}

async function recordPassages(device: DrivenDevice, secondsAgo: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  for (const seconds of secondsAgo) {
    const passage = await device.passage({ at: Date.now() - seconds * 1000 });
    times.push(passage?.t ?? 0);
  }
  return times;
}

async function openChart(page: Page, uid: number, button = 'Passage chart'): Promise<void> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
  await panel(page)
    .getByRole('group', { name: 'Charts of the last passage' })
    .getByRole('button', { name: button, exact: true })
    .click();
  await expect(plot(page)).toBeVisible();
}

/** Position of a time in the plot when the whole record is shown. */
async function findPlace(page: Page, at: number, passageAt: number): Promise<{ x: number; y: number }> {
  const box = await plot(page).boundingBox();
  if (!box) throw new Error('no plot');
  const share = (at - (passageAt - HALF_RECORD_MS)) / (499 * 60);
  return { x: 44 + share * (box.width - 44 - 14), y: box.height / 2 };
}

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('[L-042] the last passage opens over the map from the panel, and keys lead to the earlier passages', async ({
  site,
}) => {
  const [first = 0, second = 0] = await addPassedDevice(site, 360_001, [3600, 60]);
  const page = await openConsole('admin');
  await openChart(page, 360_001, 'GEO');
  await expect(named(page, 2, second)).toBeVisible();
  await expect(plot(page)).toHaveAccessibleName('GEO wave of detection count 2');
  await expect(chart(page)).toContainText(/ML\d+\.\d%, .+, trained on simulated data/);
  await plot(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(named(page, 1, first)).toBeVisible();
});

test.describe('changed by two people', () => {
  test.use({ expectedErrors: [new RegExp(`${REFUSED_CALL.source}|Access Denied`)] });

  test('[P-004, P-034, P-040, P-043, W-248] an admin verifies; a viewer sees at once who did, but cannot verify', async ({
    site,
  }) => {
    const uid = 360_101;
    const device = await site.addDeviceAt(uid, 5000);
    const markers = [{ name: 'M1', atM: 5000, autoVerify: false }];
    const rules = [await site.ruleFor('viewer')];
    const { runId } = await site.launchRun({ markers, agms: [uid], rules, launchAt: minutesAgo(30) });
    const [before = 0, at = 0] = await recordPassages(device, [600, 60]);
    const { passages } = await site.untilRun(runId, (run) => run.passages.length === 2);
    const [earlierId] = passages.filter(({ passageAt }) => passageAt === before).map(passageIdOf);
    const setEarlier = (flag: boolean) =>
      site.call('GET', `/apexagm/verifyPassage/${uid}/${earlierId}/${String(flag)}`);
    const [page, viewer] = [await openConsole('admin'), await openConsole('viewer')];
    await page.bringToFront();
    await openChart(page, uid);
    await expect(named(page, 2, at)).toBeVisible();
    await viewer.bringToFront();
    await openChart(viewer, uid);
    await expect(chart(viewer).getByText('Unverified')).toBeVisible();
    await expect(chart(viewer).getByRole('switch')).toHaveCount(0);
    await expect(chart(viewer).getByRole('button', { name: /Edit time|CSV/ })).toHaveCount(0);
    const denied = viewer.waitForEvent('console', (message) => message.text().includes('Access Denied'));
    await plot(viewer).press('v');
    await denied;
    await expect(chart(viewer).getByText('Unverified')).toBeVisible();

    await page.bringToFront();
    await setEarlier(true);
    await chart(page).getByText('Unverified').click();
    const refusal = page.getByRole('dialog', { name: 'Passage not verified' });
    await expect(refusal).toContainText('Marker has a previously verified passage !');
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
    await expect(refusal).toHaveCount(0);
    await expect(chart(page).getByRole('switch', { name: 'Unverified' })).not.toBeChecked();
    await setEarlier(false);
    await chart(page).getByText('Unverified').click();
    await expect(verified(page)).toBeChecked();
    await viewer.bringToFront();
    await expect(chart(viewer).getByText('Verified by Dana Reyes', { exact: true })).toBeVisible();

    const passage = await site.call<{ lastPassageId: number }[]>('GET', '/apexagm');
    await site.call('DELETE', `/apexagm/passage/${uid}/${passage[0]?.lastPassageId}`);
    await expect(chart(viewer)).toContainText('This passage is no longer there: somebody has deleted it.');
  });

  test('[P-008, P-012] a time picked in the chart is saved, and the history shows it', async ({ site }) => {
    const [before = 0, at = 0] = await addPassedDevice(site, 360_201, [7200, 60]);
    const page = await openConsole('admin');
    await find(page, 360_201);
    if (!(await panel(page).isVisible())) await openPanel(page);
    await panel(page).getByRole('button', { name: 'Historic Data' }).click();
    const history = page.getByRole('dialog', { name: 'AGM 360201, Historic Data' });
    await history.getByRole('button', { name: formatUtcMillisecond(before) }).click();
    await expect(named(page, 1, before)).toBeVisible();

    await chart(page).getByRole('button', { name: 'Edit time' }).click();
    await plot(page).click({ position: await findPlace(page, before + 6000, before) });
    const question = page.getByRole('dialog', { name: /^Save passage time as / });
    const picked = /as (.{26})\?/.exec((await question.textContent()) ?? '')?.[1] ?? '';
    expect(picked).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}000$/);
    expect(Math.abs(Date.parse(`${picked.slice(0, 23).replace(' ', 'T')}Z`) - (before + 6000))).toBeLessThan(200);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Success!', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog', { name: `Detection Count 1 / ${picked}` })).toBeVisible();
    await expect(history.locator('tbody tr').last()).toContainText(picked.slice(0, 23));
    await expect(history.locator('tbody tr').first()).toContainText(formatUtcMillisecond(at));
  });
});
