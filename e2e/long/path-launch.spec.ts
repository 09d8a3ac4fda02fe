import type { Page, Route } from '@playwright/test';
import { clearPlanning, managerPanel, savePath } from '../planning-site.ts';
import { chooseFromUserMenu, expect, openAs, REFUSED_CALL, test } from '../test.ts';

// Launches that do not go as planned.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

const PATH = 'Cushing to Tulsa';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function choosePath(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Pig Run Manager');
  await managerPanel(page).getByRole('button', { name: PATH }).click();
}

/** Up to the last button. */
async function prepareLaunch(page: Page): Promise<void> {
  await managerPanel(page).getByRole('button', { name: 'Launch Pig' }).click();
  await dialog(page, 'Launch a Pig').getByRole('combobox', { name: 'Tool type' }).click();
  await page.getByRole('option', { name: 'MFL', exact: true }).click();
  await dialog(page, 'Launch a Pig').getByRole('button', { name: 'Launch', exact: true }).click();
  await expect(dialog(page, 'Add Launch Time')).toBeVisible();
}

const launch = (page: Page) => dialog(page, 'Add Launch Time').getByRole('button', { name: 'Set and launch' }).click();

function failWith(logId: number) {
  return (route: Route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-log-id': String(logId) },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'internal-error', detail: 'Something went wrong.', logId }),
    });
}

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
});

test.afterEach(async ({ site }) => {
  await clearPlanning(site);
  await site.removeDevices();
});

for (const [call, logId] of [
  ['Tool/GetTool', 4712],
  ['AddPigRunTool', 4713],
] as const) {
  test(`a run whose ${call} fails is on its way all the same, and a quiet toast names what failed`, async ({
    site,
    page,
  }) => {
    await site.registerDevice({ uid: 351_001 });
    await savePath(site, { agms: [351_001], pigs: ['CLN-16-02'] });
    await openAs(page, 'admin');
    await choosePath(page);
    await page.route(`**/api/pigrun/${call}`, failWith(logId));
    await prepareLaunch(page);
    await launch(page);
    await expect(page.getByRole('status').filter({ hasText: 'The run has no tool' })).toContainText(`LogId = ${logId}`);
    await expect(page.getByText('Pig run launched')).toBeVisible();
    await expect(managerPanel(page).getByRole('button', { name: PATH })).toContainText('Active: CLN-16-02');
    const [run] = await site.call<{ runId: number }[]>('GET', '/pigrun?active=true');
    expect(await site.call<unknown[]>('GET', `/pigrun/GetPigRunToolForRunId/${run?.runId}`)).toEqual([]);
  });
}

test('a run whose tools cannot be deleted is cancelled all the same, and that is told', async ({ site, page }) => {
  await site.registerDevice({ uid: 351_101 });
  await savePath(site, { agms: [351_101], pigs: ['CLN-16-02'] });
  await openAs(page, 'admin');
  await choosePath(page);
  await prepareLaunch(page);
  await launch(page);
  await page.route('**/api/pigrun/DeleteAllPigRunTools', failWith(4714));
  await managerPanel(page).getByRole('button', { name: 'Cancel Run' }).click();
  await dialog(page, 'Cancel Pig Run').getByRole('button', { name: 'Yes-Cancel' }).click();
  await expect(page.getByRole('status').filter({ hasText: "The run's tools were not deleted" })).toContainText(
    'LogId = 4714',
  );
  await expect(managerPanel(page).getByRole('button', { name: 'Launch Pig' })).toBeEnabled();
  expect(await site.call<unknown[]>('GET', '/pigrun?active=true')).toEqual([]);
});

test('[R-124] a path that somebody else has saved meanwhile is looked at before it is launched', async ({
  site,
  page,
}) => {
  await site.registerDevice({ uid: 351_201 });
  const pathId = await savePath(site, { agms: [351_201], pigs: ['CLN-16-02'] });
  await openAs(page, 'admin');
  await choosePath(page);
  await prepareLaunch(page);
  await savePath(site, { agms: [351_201], pigs: ['CLN-16-02'], pathId, notes: 'Valve 3 is shut.' });
  await launch(page);
  const told = dialog(page, 'Add Launch Time').getByRole('alert');
  await expect(told).toContainText('Unable to launch Pig Run. Somebody else has saved this path meanwhile.');
  expect(await site.call<unknown[]>('GET', '/pigrun?active=true')).toEqual([]);
  await dialog(page, 'Add Launch Time').getByRole('button', { name: 'Cancel' }).click();
  await expect(managerPanel(page)).toContainText('Valve 3 is shut.');
  await prepareLaunch(page);
  await launch(page);
  await expect(managerPanel(page).getByRole('button', { name: PATH })).toContainText('Active: CLN-16-02');
});
