import { readFile } from 'node:fs/promises';
import { audit, OTHER, rows, search } from './audit-screen.ts';
import { chooseFromUserMenu, expect, openAs, test } from './test.ts';

test.use({ drawsMap: false });

test.beforeAll(async ({ site }) => {
  await site.addCompany(OTHER.company, OTHER.email);
  await site.registerDevice({ uid: 410_001 });
  await site.registerDevice({ uid: 410_002, company: OTHER.company });
});
test.afterAll(({ site }) => site.removeDevices());

test('an admin finds the actions of their own company by user, object and time, and exports them', async ({ page }) => {
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Audit Log');
  await expect(rows(page).first()).toContainText('Signed in');
  await expect(rows(page).first()).toContainText('Dana Reyes');
  await expect(audit(page)).not.toContainText('410002');
  await expect(audit(page).getByLabel('Company')).toHaveCount(0);

  await audit(page).getByLabel('Object number').fill('410001');
  await audit(page).getByLabel('Object number').press('Enter');
  // Waits until only rows of this object are listed: others were added before.
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'AGM added' })).toContainText('AGM 410001');
  await audit(page).getByRole('button', { name: 'Clear' }).click();

  await audit(page).getByRole('combobox', { name: 'Object', exact: true }).click();
  await page.getByRole('option', { name: 'AGM', exact: true }).click();
  await audit(page).getByLabel('From (UTC)').fill('2001-01');
  await search(page);
  await expect(audit(page).getByText('Invalid date')).toBeVisible();
  await audit(page).getByLabel('From (UTC)').fill('');
  await audit(page).getByLabel('To (UTC)').fill('2001-01-01');
  await search(page);
  await expect(audit(page).getByText('No results')).toBeVisible();
  await audit(page).getByLabel('To (UTC)').fill('');
  await search(page);
  await expect(rows(page).first()).toContainText('410001');

  await audit(page).getByRole('button', { name: 'Clear' }).click();
  await audit(page).getByLabel('Person').fill('reyes');
  await search(page);
  await expect(rows(page).first()).toContainText('Dana Reyes');
  const download = page.waitForEvent('download');
  await audit(page).getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit_\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.startsWith('\uFEFFtime_utc,')).toBe(true);
  expect(csv).toContain(',signed-in,');
  expect(csv).not.toContain('410002');

  await audit(page).getByRole('button', { name: 'Clear' }).click();
  await audit(page).getByRole('button', { name: 'Close' }).click();
  await chooseFromUserMenu(page, 'Audit Log');
  await expect(rows(page).filter({ hasText: 'Audit log exported' })).toContainText('Dana Reyes');
});
