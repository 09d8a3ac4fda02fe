import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectStateDeleted, lastKnown, listKept, untilKept } from './kept-state.ts';
import { minutesAgo } from './run-site.ts';
import {
  chooseFromUserMenu,
  emailOf,
  expect,
  expectLive,
  LOST_CONNECTION,
  openAs,
  PASSWORD,
  REFUSED_CALL,
  test,
} from './test.ts';
import type { Site } from './site.ts';
import { runCard, runMenu } from './tracking-screen.ts';

test.use({ serviceWorkers: 'allow' });

const PIG = 'OFFLINE-1';
test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

/** Chromium reports one reason against installation: the tests' browser stores nothing after it is closed. */
async function expectInstallable(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { errors, manifest } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({ name: 'Waymark' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
}

/** A run at a device, which admin and viewer both see. */
async function addRun(site: Site, uid: number): Promise<number> {
  await site.addDeviceAt(uid, 5000);
  const rules = [await site.ruleFor('viewer')];
  const { runId } = await site.launchRun({
    pig: PIG,
    agms: [uid],
    markers: [{ name: 'M1', atM: 5000 }],
    rules,
    launchAt: minutesAgo(30),
  });
  return runId;
}

test('the console can be installed, and opens without the server with the last known state until the user signs out', async ({
  site,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  const runId = await addRun(site, 405_101);
  await openAs(page, 'admin');
  await untilKept(page);
  await expectInstallable(page);
  await site.stop();

  await page.reload();
  await expect(lastKnown(page)).toBeVisible();
  await expect(runCard(page, runId, PIG)).toContainText('To M1');
  await expect(page.getByRole('row', { name: /405101/ })).toBeVisible();
  await expect(runMenu(page, PIG)).toBeDisabled();
  await expect(page.getByText('Built-in base map')).toBeVisible();
  await expectAccessible(page);

  await site.start();
  await expectLive(page);
  await expect(lastKnown(page)).toBeHidden();
  await expect(runMenu(page, PIG)).toBeEnabled();

  await chooseFromUserMenu(page, 'Logout');
  await expect(page).toHaveURL(/\/login/);
  await expectStateDeleted(page);
  const { files } = await listKept(page);
  expect(files).toContain('/');
  expect(files.filter((file) => !/^\/(?:$|favicon\.svg$|assets\/)/.test(file))).toEqual([]);
});

test.describe('without a map', () => {
  test.use({ drawsMap: false });

  test('the console deletes the last known state when its session has ended meanwhile', async ({
    site,
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
    const runId = await addRun(site, 405_201);
    await openAs(page, 'viewer');
    await untilKept(page);
    await page.goto('about:blank');
    // Ends every session of the viewer.
    await site.setPassword(emailOf('viewer'), PASSWORD, PASSWORD);
    await site.stop();

    await page.goto('/');
    await expect(lastKnown(page)).toBeVisible();
    await expect(runCard(page, runId, PIG)).toBeVisible();
    await site.start();
    await expect(page).toHaveURL(/\/login/);
    await expectStateDeleted(page);
  });
});
