import { audit, errors, expectAccessible, OTHER, rows, search } from '../audit-screen.ts';
import { chooseFromUserMenu, expect, openAs, test } from '../test.ts';

test.use({ drawsMap: false });

// Access to the audit log, its filters and its export; and finding a LogId in the error log.

test.beforeAll(async ({ site }) => {
  await site.addCompany(OTHER.company, OTHER.email);
  await site.registerDevice({ uid: 410_001 });
  await site.registerDevice({ uid: 410_002, company: OTHER.company });
});
test.afterAll(({ site }) => site.removeDevices());

test('a superadmin sees all companies, or one, and finds a failure by its LogId', async ({ page, site }) => {
  const refusal = await site.callAs('viewer@demo.waymark', 'GET', '/user').then(() => '', String);
  const logId = /403 (\d+)$/.exec(refusal)?.[1] ?? '';
  await openAs(page, 'superadmin');
  await chooseFromUserMenu(page, 'Audit Log');
  await audit(page).getByRole('combobox', { name: 'Object', exact: true }).click();
  await page.getByRole('option', { name: 'AGM', exact: true }).click();
  await search(page);
  await expect(rows(page).filter({ hasText: '410001' }).first()).toContainText('Demo Pipelines');
  await expect(rows(page).filter({ hasText: '410002' }).first()).toContainText(OTHER.company);
  await audit(page).getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: OTHER.company }).click();
  await search(page);
  await expect(rows(page).filter({ hasText: '410001' })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: '410002' }).first()).toContainText('AGM');
  await audit(page).getByRole('button', { name: 'Close' }).click();

  await chooseFromUserMenu(page, 'Error Log');
  await errors(page).getByLabel('LogId').fill('4x');
  await errors(page).getByLabel('LogId').press('Enter');
  await expect(errors(page).getByText('A LogId is a number')).toBeVisible();
  await errors(page).getByLabel('LogId').fill(logId);
  await errors(page).getByLabel('LogId').press('Enter');
  const found = errors(page).locator('tbody tr:not([aria-hidden])');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('GET /api/user');
  await expect(found).toContainText('forbidden');
  await expect(found).toContainText('Vic Olsen');
  await expectAccessible(page);
  await errors(page).getByLabel('LogId').fill('999999999');
  await errors(page).getByLabel('LogId').press('Enter');
  await expect(errors(page).getByText('No results')).toBeVisible();
});
