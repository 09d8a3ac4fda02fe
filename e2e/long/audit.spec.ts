import { audit, errors, expectAccessible, OTHER, rows, search } from '../audit-screen.ts';
import { chooseFromUserMenu, expect, LOST_CONNECTION, openAs, openUserMenu, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

// Who sees what was done, finds an entry, takes it away as a file; and who finds a LogId.

test.beforeAll(async ({ site }) => {
  await site.addCompany(OTHER.company, OTHER.email);
  await site.registerDevice({ uid: 410_001 });
  await site.registerDevice({ uid: 410_002, company: OTHER.company });
});
test.afterAll(({ site }) => site.removeDevices());

test('what an entry changed is told field by field; its person and object lead to more', async ({ page, site }) => {
  const groups = await site.call<{ id: number; groupName: string }[]>('GET', '/admin/group');
  const demo = groups.find(({ groupName }) => groupName === 'Demo Pipelines')?.id;
  const users = await site.call<{ id: number; name: string; role: string }[]>('GET', `/admin/user/${demo}`);
  const viewer = users.find(({ role }) => role === 'viewer');
  await site.call('POST', '/admin/user', { id: viewer?.id, phone: '9185550196' });
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Audit Log');
  const changed = rows(page).filter({ hasText: '9185550196' });
  await expect(changed).toContainText('User changed');
  await expect(changed.getByRole('listitem').filter({ hasText: '9185550196' })).toContainText(/^phone: .* 9185550196$/);
  await changed.getByRole('button', { name: viewer?.name ?? '' }).click();
  await expect(audit(page).getByLabel('Object number')).toHaveValue(String(viewer?.id));
  await expect(rows(page).filter({ hasNotText: `User ${viewer?.id}` })).toHaveCount(0);
  await expectAccessible(page);
  await site.call('POST', '/admin/user', { id: viewer?.id, phone: '9185550134' });
});

test('a long trail is read from the newest back, page by page', async ({ page, site }) => {
  await site.query(
    `insert into audit (user_name, group_id, action, object_type, object_id)
      select 'filler', g.id, 'filled', 'thing', n from groups g, generate_series(1, 120) n where g.name = $1`,
    ['Demo Pipelines'],
  );
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Audit Log');
  await audit(page).getByLabel('Person').fill('filler');
  await search(page);
  await expect(audit(page).getByText('The newest 50 entries')).toBeVisible();
  await expect(rows(page).first()).toContainText('Thing 120');
  await audit(page).getByRole('button', { name: 'Show older' }).click();
  await expect(audit(page).getByText('The newest 100 entries')).toBeVisible();
  await audit(page).getByRole('button', { name: 'Show older' }).click();
  await expect(audit(page).getByText('120 entries', { exact: true })).toBeVisible();
  await expect(rows(page).last()).toContainText('Thing 1');
  await expect(audit(page).getByRole('button', { name: 'Show older' })).toHaveCount(0);
});

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

test('a viewer has neither log', async ({ page }) => {
  await openAs(page, 'viewer');
  await openUserMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Log$/ })).toHaveCount(0);
});

test('a failure says why and is tried again; offline the log says so and the export waits', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL, LOST_CONNECTION);
  await openAs(page, 'admin');
  await page.route(
    /\/api\/audit(\?|$)/,
    (route) => route.fulfill({ status: 500, headers: { 'x-log-id': '4711' }, body: '4711' }),
    { times: 1 },
  );
  await chooseFromUserMenu(page, 'Audit Log');
  await expect(audit(page).getByRole('alert')).toContainText('Audit log did not load');
  await expect(audit(page).getByRole('alert')).toContainText('LogId = 4711');
  await audit(page).getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page).first()).toContainText('Signed in');

  await context.setOffline(true);
  await expect(audit(page).getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await audit(page).getByLabel('Person').fill('Reyes');
  await search(page);
  await expect(audit(page).getByRole('alert')).toContainText('You are offline');
  await context.setOffline(false);
  await expect(audit(page).getByRole('alert')).toHaveCount(0);
  await expect(audit(page).getByRole('button', { name: 'Export CSV' })).toBeEnabled();
});
