import { minutesAgo } from './run-site.ts';
import { chooseFromUserMenu, expect, openAs, PASSWORD, REFUSED_CALL, test } from './test.ts';
import { chooseFromRunMenu } from './tracking-screen.ts';

test.use({ drawsMap: false });

const PIG = 'WALL-1';
const UID = 389_101;

test.beforeEach(async ({ site }) => {
  await site.addDeviceAt(UID, 5000);
  await site.launchRun({
    pathName: 'Line of the wall',
    pig: PIG,
    markers: [{ name: 'M1', atM: 5000 }],
    agms: [UID],
    launchAt: minutesAgo(40),
  });
});
test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('[W-376] [W-378] [W-380] an admin makes a wallboard, it shows the run, survives a reload, and ends when it is revoked', async ({
  page,
  site,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Wallboards');
  const list = page.getByRole('dialog', { name: 'Wallboards', exact: true });
  await list.getByRole('button', { name: 'Make a wallboard' }).click();
  const form = page.getByRole('dialog', { name: 'Make a Wallboard' });
  await form.getByLabel('Place').fill('Journey');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Make the wallboard' }).click();
  const shown = page.getByRole('dialog', { name: 'Wallboard', exact: true });
  const link = await shown.getByLabel('Web address', { exact: true }).inputValue();
  expect(link).toMatch(/\/wall#token=wmw_/);
  await shown.getByRole('button', { name: 'I have copied it' }).click();

  const screen = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  try {
    const wall = await screen.newPage();
    await wall.goto(site.url + new URL(link).pathname + new URL(link).hash);
    await expect(wall.getByRole('heading', { name: PIG })).toBeVisible();
    expect(wall.url()).not.toContain('wmw_');
    await wall.reload();
    const name = wall.getByRole('heading', { name: PIG });
    await expect(name).toBeVisible();
    const size = await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(28);
    expect(await wall.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);

    await list.getByRole('button', { name: /^Revoke Journey/ }).click();
    await page.getByRole('dialog', { name: 'Revoke wallboard?' }).getByRole('button', { name: 'Revoke' }).click();
    await expect(wall.getByText('This wallboard was revoked or has expired')).toBeVisible();
    await wall.reload();
    await expect(wall.getByText('This wallboard has no token')).toBeVisible();
  } finally {
    await screen.close();
  }
});

test('[W-381] [W-382] [W-383] an admin shares a run by a link, a reader without an account sees it, until it is revoked', async ({
  page,
  site,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await openAs(page, 'admin');
  await chooseFromRunMenu(page, PIG, 'Share Run');
  const list = page.getByRole('dialog', { name: 'Share Run', exact: true });
  await list.getByRole('button', { name: 'Make a link' }).click();
  const form = page.getByRole('dialog', { name: 'Make a Link' });
  await form.getByLabel('For').fill('Refinery');
  await form.getByLabel('Hide coordinates').check();
  await form.getByRole('button', { name: 'Make the link' }).click();
  const shown = page.getByRole('dialog', { name: 'Link to the run' });
  await expect(shown.getByRole('img', { name: 'QR code of the link below' })).toBeVisible();
  const link = await shown.getByLabel('Web address', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(list.getByRole('listitem')).toContainText('Not visited yet');

  const reader = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const shared = await reader.newPage();
    await shared.goto(site.url + new URL(link).pathname + new URL(link).hash);
    await expect(shared.getByRole('heading', { name: PIG })).toBeVisible();
    await expect(shared.getByText('Line of the wall')).toBeVisible();
    await expect(shared.getByRole('region', { name: 'Map' })).toHaveCount(0);
    expect(await shared.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await list.getByRole('button', { name: 'Revoke Refinery' }).click();
    await page.getByRole('dialog', { name: 'Revoke link?' }).getByRole('button', { name: 'Revoke' }).click();
    await expect(shared.getByText('This link does not lead to a run, or not any more.')).toBeVisible();
  } finally {
    await reader.close();
  }
});
