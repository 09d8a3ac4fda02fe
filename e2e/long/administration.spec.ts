import {
  addGroup,
  addUser,
  chooseGroup,
  dialog,
  findGroup,
  openUsers,
  press,
  users,
} from '../administration-screen.ts';
import { chooseFromUserMenu, expect, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

// Companies and their users, managed by the superadmin.

test('a dialog that is slow to take the focus does not take it from a user who is already typing', async ({
  page,
  site,
}) => {
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

test('two superadmins edit one user: the slower one is warned, loses nothing and overwrites nothing unseen', async ({
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
