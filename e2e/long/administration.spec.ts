import {
  addGroup,
  addUser,
  chooseGroup,
  chosen,
  dialog,
  findGroup,
  groups,
  openTab,
  openUsers,
  press,
  success,
  users,
} from '../administration-screen.ts';
import { chooseFromUserMenu, expect, expectLive, fillSignIn, LOST_CONNECTION, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

// Companies and their users, as the superadmin looks after them.

const PIG = 'Gulf 🐷 Lines';

test('[G-001, G-002, G-003, G-004, G-017] groups are listed, added and renamed, and the map is one click away', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await openUsers(page);
  await expect(groups(page)).toContainText('Demo Pipelines');
  await press(page.getByRole('navigation', { name: 'Groups' }), 'New Group');
  const form = dialog(page, 'New Group');
  await press(form, 'Save');
  await expect(form.getByText('Invalid Name')).toBeVisible();
  await expect(form.getByLabel('Group name')).toBeFocused();
  await form.getByLabel('Group name').fill('Demo Pipelines');
  await press(form, 'Save');
  await expect(form.getByRole('alert')).toContainText('Another company has this name.');
  await form.getByLabel('Group name').fill(PIG);
  await press(form, 'Save');
  await expect(success(page)).toBeVisible();
  await expect(chosen(page).getByRole('heading', { name: PIG })).toBeVisible();

  await openTab(page, 'Group Info');
  await press(chosen(page), 'Edit Group');
  await dialog(page, 'Edit Group').getByLabel('Group name').fill('Gulf Lines');
  await press(dialog(page, 'Edit Group'), 'Save');
  await expect(groups(page)).toContainText('Gulf Lines');
  await expect(groups(page)).not.toContainText(PIG);
  await expect(chosen(page).getByRole('button', { name: 'Edit Group' })).toBeFocused();
  await press(page.getByRole('main'), 'Back to Map');
  await expect(page).toHaveURL('/');
});

test('[G-005, G-006, G-007, G-014, G-015] a group has its users, its AGMs and its info, in this order', async ({
  page,
  site,
}) => {
  const id = await addGroup(site, 'Order Lines');
  await openUsers(page);
  await chooseGroup(page, 'Order Lines');
  await expect(page.getByRole('tab')).toHaveText(['Users', 'AGMs', 'Group Info']);
  await expect(page.getByRole('tab', { name: 'Users' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Users' }).press('ArrowRight');
  await expect(page.getByRole('tabpanel')).toContainText('No AGMs');
  await page.getByRole('tab', { name: 'AGMs' }).press('ArrowRight');
  const info = page.getByRole('tabpanel');
  await expect(info.getByRole('definition')).toHaveText([String(id), 'Order Lines', '0', '0']);
  await expect(info.getByRole('button', { name: 'Edit Group' })).toBeEnabled();
});

test('[G-016, G-034, G-035] a group is deleted once it is empty, and after Confirm', async ({ page, site }) => {
  const id = await addGroup(site, 'Short Lines');
  await addUser(site, id, { name: 'Only One', email: 'only.one@example.com' });
  await site.registerDevice({ uid: 360_001, company: 'Short Lines' });
  await openUsers(page);
  await chooseGroup(page, 'Short Lines');
  await openTab(page, 'Group Info');
  const remove = chosen(page).getByRole('button', { name: 'Delete Group' });
  await expect(chosen(page)).toContainText('Only an empty group can be deleted. This one has 1 AGM and 1 user.');
  await expect(remove).toBeDisabled();

  await site.call('DELETE', '/admin/apexagm/360001');
  await openTab(page, 'Users');
  await users(page)
    .getByRole('button', { name: /^Only One/ })
    .click();
  await press(dialog(page, 'User'), 'Delete');
  await press(dialog(page, 'Delete Only One?'), 'Confirm');
  await expect(page.getByRole('tabpanel')).toContainText('No users');
  await openTab(page, 'Group Info');
  await remove.click();
  await press(dialog(page, 'Delete Short Lines?'), 'Cancel');
  await expect(groups(page)).toContainText('Short Lines');
  await remove.click();
  await press(dialog(page, 'Delete Short Lines?'), 'Confirm');
  await expect(page.getByText('No Group Selected')).toBeVisible();
  await expect(groups(page)).not.toContainText('Short Lines');
});

test('[G-020, G-021, G-036, G-060, G-061] a user is changed and deleted; an email is given once', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const id = await addGroup(site, 'Busy Lines');
  await addUser(site, id, { name: 'Bo Lind', email: 'bo@example.com' });
  await openUsers(page);
  await chooseGroup(page, 'Busy Lines');
  await users(page)
    .getByRole('button', { name: /^Bo Lind/ })
    .click();
  await press(dialog(page, 'User'), 'Edit');
  const form = dialog(page, 'Edit User');
  await form.getByLabel('Email').fill('ADMIN@demo.waymark');
  await press(form, 'Save');
  await expect(form.getByRole('alert')).toContainText('Error adding user - email address already in system');
  await form.getByLabel('Email').fill('bo.lind@example.com');
  await press(form, 'Save');
  await expect(success(page)).toBeVisible();
  await expect(users(page)).toContainText('bo.lind@example.com');

  await users(page)
    .getByRole('button', { name: /^Bo Lind/ })
    .click();
  await press(dialog(page, 'User'), 'Delete');
  await press(dialog(page, 'Delete Bo Lind?'), 'Cancel');
  await expect(users(page)).toHaveCount(1);
  await users(page)
    .getByRole('button', { name: /^Bo Lind/ })
    .click();
  await press(dialog(page, 'User'), 'Delete');
  await press(dialog(page, 'Delete Bo Lind?'), 'Confirm');
  await expect(page.getByRole('tabpanel')).toContainText('No users');
  await expect(chosen(page).getByRole('searchbox', { name: 'Find a user' })).toBeFocused();
});

test('a dialog that is slow to take the focus leaves it to whoever is typing already', async ({ page, site }) => {
  await page.addInitScript(() => {
    const { setTimeout, clearTimeout } = globalThis;
    const stretched = new Set<number>();
    Object.assign(globalThis, {
      stretched,
      setTimeout: (act: () => void, ms = 0) => {
        const run = () => {
          stretched.delete(timer);
          act();
        };
        const timer = Number(setTimeout(run, Math.max(ms, 1000)));
        if (ms < 1000) stretched.add(timer);
        return timer;
      },
      clearTimeout: (timer: number) => {
        stretched.delete(timer);
        clearTimeout(timer);
      },
    });
  });
  const id = await addGroup(site, 'Slow Lines');
  await addUser(site, id, { name: 'Ida Moe', email: 'ida@example.com' });
  await openUsers(page);
  await chooseGroup(page, 'Slow Lines');
  await users(page)
    .getByRole('button', { name: /^Ida Moe/ })
    .click();
  await press(dialog(page, 'User'), 'Edit');
  const email = dialog(page, 'Edit User').getByLabel('Email');
  await email.focus();
  const readStretched = () => page.evaluate(() => [...(Reflect.get(globalThis, 'stretched') as Set<number>)]);
  const pending = new Set(await readStretched());
  await expect.poll(async () => (await readStretched()).filter((timer) => pending.has(timer))).toEqual([]);
  await expect(email).toBeFocused();
});

test('two people change one user: the slower one is told, loses nothing and overwrites nothing unseen', async ({
  page,
  site,
  openConsole,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const demo = await findGroup(site, 'Demo Pipelines');
  await addUser(site, demo, { name: 'Kim Roe', email: 'kim@example.com' });
  const admin = await openConsole('admin');
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await users(page)
    .getByRole('button', { name: /^Kim Roe/ })
    .click();
  await press(dialog(page, 'User'), 'Edit');
  const form = dialog(page, 'Edit User');
  await form.getByLabel('Name').fill('Kim R. Roe');

  await chooseFromUserMenu(admin, 'User Manager');
  await users(admin)
    .getByRole('button', { name: /^Kim Roe/ })
    .click();
  await press(dialog(admin, 'User'), 'Edit');
  await dialog(admin, 'Edit User').getByLabel('Name').fill('Kimberly Roe');
  await dialog(admin, 'Edit User').getByLabel('Phone').fill('9185550177');
  await press(dialog(admin, 'Edit User'), 'Save');
  await expect(users(admin).getByRole('button', { name: /^Kimberly Roe/ })).toBeFocused();

  await press(form, 'Save');
  await expect(form.getByRole('alert')).toContainText('Somebody has changed this user meanwhile.');
  await expect(form.getByText('Stored now: Kimberly Roe')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Kim R. Roe');
  await expect(form.getByLabel('Phone')).toHaveValue('9185550177');
  await press(form, 'Save');
  await expect(form).toBeHidden();
  await expect(users(page).filter({ hasText: 'Kim R. Roe' })).toHaveCount(1);
  await expect(users(admin).filter({ hasText: 'Kim R. Roe' })).toHaveCount(1);

  await users(page)
    .getByRole('button', { name: /^Kim R. Roe/ })
    .click();
  await press(dialog(page, 'User'), 'Edit');
  await users(admin)
    .getByRole('button', { name: /^Kim R. Roe/ })
    .click();
  await press(dialog(admin, 'User'), 'Delete');
  await press(dialog(admin, 'Delete Kim R. Roe?'), 'Confirm');
  await expect(users(admin).filter({ hasText: 'Roe' })).toHaveCount(0);
  await press(form, 'Save');
  await expect(form.getByRole('alert')).toContainText('Somebody has deleted this user meanwhile.');
});

test('[L-069, L-070] the superadmin looks after the product staff too, but cannot delete himself', async ({ page }) => {
  await openUsers(page);
  await press(page.getByRole('navigation', { name: 'Groups' }), 'Product staff');
  await expect(users(page)).toHaveText([/^Sam Whitehorse.*superadmin$/]);
  await users(page).getByRole('button').click();
  await expect(dialog(page, 'User').getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect(dialog(page, 'User').getByText('You cannot delete yourself.')).toBeVisible();
  await page.keyboard.press('Escape');
  await press(chosen(page), 'New User');
  const form = dialog(page, 'New User');
  await expect(form.getByRole('combobox', { name: 'Role' })).toHaveCount(0);
  await form.getByLabel('Name').fill('Robin Staff');
  await form.getByLabel('Email').fill('robin@waymark.example');
  await form.getByLabel('Phone').fill('9185550111');
  await press(form, 'Save');
  await expect(users(page).filter({ hasText: 'Robin Staff' })).toHaveCount(1);
  await users(page)
    .getByRole('button', { name: /^Robin Staff/ })
    .click();
  await press(dialog(page, 'User'), 'Delete');
  await press(dialog(page, 'Delete Robin Staff?'), 'Confirm');
  await expect(users(page)).toHaveCount(1);
});

test('without a network nothing can be saved, and what was typed stays', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await press(chosen(page), 'New User');
  const form = dialog(page, 'New User');
  await form.getByLabel('Name').fill('Not Yet');
  await context.setOffline(true);
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(form.getByText('You are offline.')).toBeVisible();
  await press(form, 'Cancel');
  await expect(chosen(page).getByRole('button', { name: 'New User' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'New Group' })).toBeDisabled();
  await context.setOffline(false);
  await expectLive(page);
  await expect(chosen(page).getByRole('button', { name: 'New User' })).toBeEnabled();
});

test('a list that does not load says why, and comes with Retry', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  await openUsers(page);
  const problem = {
    type: 'about:blank',
    title: 'internal error',
    status: 500,
    detail: 'internal error',
    code: 'internal-error',
    logId: 4712,
  };
  await page.route('**/api/admin/user/*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await chooseGroup(page, 'Demo Pipelines');
  await expect(page.getByRole('alert')).toContainText(/Users did not load.*LogId = 4712/);
  await page.unroute('**/api/admin/user/*');
  await press(page.getByRole('alert'), 'Retry');
  await expect(users(page)).toHaveCount(2);
});

test('among 500 groups one is found by its name, and with the keyboard alone', async ({ page, site }) => {
  await site.query(
    "insert into groups (name) select 'Line ' || lpad(n::text, 3, '0') from generate_series(1, 500) as n",
    [],
  );
  await openUsers(page);
  await expect(groups(page).getByRole('button', { name: 'Line 500' })).toBeAttached();
  await page.getByRole('searchbox', { name: 'Find a group' }).fill('line 47');
  await expect(groups(page).getByRole('button')).toHaveText([
    'Line 470',
    'Line 471',
    'Line 472',
    'Line 473',
    'Line 474',
    'Line 475',
    'Line 476',
    'Line 477',
    'Line 478',
    'Line 479',
  ]);
  await groups(page).getByRole('button', { name: 'Line 470' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(chosen(page).getByRole('heading', { name: 'Line 478' })).toBeVisible();
  await site.query("delete from groups where name like 'Line %'", []);
});

for (const who of ['admin', 'viewer'] as const) {
  test(`[L-070] the ${who} who asks for /users finds himself on the map`, async ({ page }) => {
    await page.goto('/users');
    await fillSignIn(page, `${who}@demo.waymark`, 'Waymark-demo-1');
    await expectLive(page);
    await expect(page).toHaveURL('/');
  });
}
