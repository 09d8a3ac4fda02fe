import { USER_TEXTS } from '@waymark/domain/account/user';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { LocalUsersDialog } from './LocalUsersDialog.tsx';

const LIST = 'GET /user';
const SAVE = 'POST /user';
const REMOVE = 'DELETE /user/:id';
type User = ReplyAt<typeof LIST>[number];

const DANA: User = {
  id: 7,
  group: 3,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  phone: '9185550134',
  role: 'admin',
  revision: 4,
};
const VIC: User = { ...DANA, id: 8, name: 'Vic Olsen', email: 'vic@example.com', role: 'viewer', revision: 2 };
const ELI: User = { ...VIC, id: 12, name: 'Eli Local', email: 'eli@example.com', phone: '9185550135' };

const manager = page.getByRole('dialog', { name: 'User Manager' });
const rows = manager.getByRole('list', { name: 'Users' }).getByRole('button');
const rowOf = (name: string) => rows.filter({ hasText: name });
const info = page.getByRole('dialog', { name: 'User', exact: true });
const newForm = page.getByRole('dialog', { name: 'New User' });
const editForm = page.getByRole('dialog', { name: 'Edit User' });
const save = (form: typeof newForm) => form.getByRole('button', { name: 'Save' });
const nameIn = (form: typeof newForm) => form.getByRole('textbox', { name: 'Name' });
const success = page.getByText('Success!');

beforeEach(() => {
  answer(LIST, [DANA, VIC]);
  answer('GET /pigrun/user/get-user', {
    ...DANA,
    a2PMessagingOptInState: false,
    units: null,
    companyUnits: 'us',
    language: null,
    companyLanguage: 'en',
    times: 'utc',
    timeZone: null,
  });
});

const show = () => render(<LocalUsersDialog isOpen onClose={() => undefined} />);

async function openNew(): Promise<void> {
  show();
  await manager.getByRole('button', { name: 'New User' }).click();
  await expect.element(nameIn(newForm)).toHaveFocus();
}

async function fillIn(role = 'viewer'): Promise<void> {
  await nameIn(newForm).fill(' Eli Local ');
  await newForm.getByRole('textbox', { name: 'Email' }).fill('eli@example.com');
  await newForm.getByRole('textbox', { name: 'Phone' }).fill('9185550135');
  await newForm.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role }).click();
}

async function openEdit(name: string): Promise<void> {
  show();
  await rowOf(name).click();
  await info.getByRole('button', { name: 'Edit' }).click();
  await expect.element(nameIn(editForm)).toHaveFocus();
}

it('[G-024] LocalUsersDialog lists each user with email and role', async () => {
  show();
  await expect.element(rows.nth(1)).toBeVisible();
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    'Dana Reyesdana.reyes@example.comadmin',
    'Vic Olsenvic@example.comviewer',
  ]);
  await expect.element(manager.getByText('2 users')).toBeVisible();
  await expectAccessible();
});

it('[G-025] LocalUsersDialog says that a company has no users', async () => {
  answer(LIST, []);
  show();
  await expect.element(manager.getByText('No users')).toBeVisible();
});

it('LocalUsersDialog finds users by name and email and says when none is found', async () => {
  show();
  const search = manager.getByRole('searchbox', { name: 'Find a user' });
  await search.fill('VIC@');
  await expect.element(rowOf('Dana Reyes')).not.toBeInTheDocument();
  await expect.element(rowOf('Vic Olsen')).toBeVisible();
  await search.fill('nothing like it');
  await expect.element(manager.getByText('No results')).toBeVisible();
});

it('LocalUsersDialog works by keyboard alone, and Escape closes one dialog after the other', async () => {
  show();
  await expect.element(rowOf('Vic Olsen')).toBeVisible();
  await expect.element(manager.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(manager.getByRole('searchbox')).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(rowOf('Dana Reyes')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(info).toMatchTextContent('vic@example.com');
  await expect.element(info.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(info).not.toBeInTheDocument();
  await expect.element(rowOf('Vic Olsen')).toHaveFocus();
});

it('[G-039, G-042, G-043] UserFormDialog shows the error at each field and sends nothing', async () => {
  await openNew();
  await save(newForm).click();
  await expect.element(nameIn(newForm)).toHaveAccessibleDescription('Invalid Name');
  await expect.element(newForm.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Email is missing');
  await expect.element(newForm.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(USER_TEXTS.phone);
  await expect.element(newForm.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription('Role required');
  await expect.element(nameIn(newForm)).toHaveFocus();
  await expectAccessible();
  expect(callsOf(SAVE)).toEqual([]);
});

it('UserFormDialog refuses a password that breaks the rule', async () => {
  await openNew();
  await fillIn();
  const password = newForm.getByRole('textbox', { name: 'Password' });
  await password.fill('short');
  await save(newForm).click();
  await expect.element(password).toHaveAccessibleDescription(/Invalid password - use at least 8 characters/);
  await expect.element(password).toHaveFocus();
  expect(callsOf(SAVE)).toEqual([]);
});

it('[G-026, G-031, G-032] UserFormDialog sends a new user with group -99 and the chosen role, without an empty password', async () => {
  await openNew();
  await newForm.getByRole('combobox', { name: 'Role' }).click();
  await expect.element(page.getByRole('option', { name: 'admin' })).toBeVisible();
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['viewer', 'admin']);
  await userEvent.keyboard('{Escape}');
  answer(SAVE, ELI);
  await fillIn('admin');
  await expect.element(save(newForm)).toHaveAccessibleDescription('A link to set a password goes to this email.');
  answer(LIST, [DANA, VIC, ELI]);
  await save(newForm).click();
  await expect.element(success).toBeVisible();
  expect(callsOf(SAVE)).toEqual([
    {
      body: { id: -1, group: -99, name: 'Eli Local', email: 'eli@example.com', phone: '9185550135', role: 'admin' },
    },
  ]);
  await expect.element(rowOf('Eli Local')).toBeVisible();
  await expect.element(manager.getByRole('button', { name: 'New User' })).toHaveFocus();
});

it('[G-030] UserFormDialog sends a password that was set and does not promise a link', async () => {
  answer(SAVE, ELI);
  await openNew();
  await fillIn();
  await newForm.getByRole('textbox', { name: 'Password' }).fill('Waymark-demo-1');
  await expect.element(save(newForm)).not.toHaveAccessibleDescription();
  await save(newForm).click();
  await expect.element(success).toBeVisible();
  expect(callsOf(SAVE)).toMatchObject([{ body: { password: 'Waymark-demo-1' } }]);
});

it('[G-060] UserFormDialog keeps the form when the email is taken', async () => {
  expectLogged(/^ApiError: Error adding user/);
  refuse(SAVE, 'email-taken');
  await openNew();
  await fillIn();
  await save(newForm).click();
  await expect
    .element(newForm.getByRole('alert'))
    .toMatchTextContent(`Error adding user - email address already in system LogId = ${LOG_ID}`);
  await expect.element(nameIn(newForm)).toHaveValue(' Eli Local ');
});

it('[G-027] UserFormDialog sends a change with the revision that it has loaded', async () => {
  answer(SAVE, { ...VIC, name: 'Vic Olsson', revision: 3 });
  await openEdit('Vic Olsen');
  await expect.element(editForm.getByRole('combobox', { name: 'Role' })).toHaveValue('viewer');
  await nameIn(editForm).fill('Vic Olsson');
  answer(LIST, [DANA, { ...VIC, name: 'Vic Olsson', revision: 3 }]);
  await save(editForm).click();
  await expect.element(rowOf('Vic Olsson')).toBeVisible();
  expect(callsOf(SAVE)).toEqual([
    { body: { id: 8, revision: 2, name: 'Vic Olsson', email: 'vic@example.com', role: 'viewer' } },
  ]);
});

it("[W-176] UserFormDialog asks for the current password for a new email of one's own, and sets no own password", async () => {
  answer(SAVE, { ...DANA, email: 'dana@example.com', revision: 5 });
  await openEdit('Dana Reyes');
  const current = editForm.getByRole('textbox', { name: 'Your password' });
  await expect.element(current).not.toBeInTheDocument();
  await expect.element(editForm.getByRole('textbox', { name: 'Password' })).not.toBeInTheDocument();
  await editForm.getByRole('textbox', { name: 'Email' }).fill('dana@example.com');
  await current.fill('Waymark-demo-1');
  await expectAccessible();
  await save(editForm).click();
  await expect.element(success).toBeVisible();
  expect(callsOf(SAVE)).toMatchObject([{ body: { email: 'dana@example.com', currentPassword: 'Waymark-demo-1' } }]);
});

it('UserFormDialog shows what another admin has saved meanwhile, keeps the entries, and saves on the second attempt', async () => {
  expectLogged(/^ApiError: Somebody has changed this user/);
  refuse(SAVE, 'user-changed');
  await openEdit('Vic Olsen');
  await nameIn(editForm).fill('Vic Olsson');
  const stored = { ...VIC, name: 'Victor Olsen', phone: '9185550199', revision: 3 };
  answer(LIST, [DANA, stored]);
  await save(editForm).click();
  await expect.element(nameIn(editForm)).toHaveAccessibleDescription('Stored now: Victor Olsen');
  await expect.element(nameIn(editForm)).toHaveValue('Vic Olsson');
  await expect.element(editForm.getByRole('textbox', { name: 'Phone' })).toHaveValue('9185550199');
  await expect.element(editForm.getByRole('alert')).toMatchTextContent('save again to replace it with yours');
  answer(SAVE, { ...stored, name: 'Vic Olsson', revision: 4 });
  await save(editForm).click();
  await expect.element(editForm).not.toBeInTheDocument();
  expect(callsOf(SAVE).at(-1)).toMatchObject({ body: { name: 'Vic Olsson', revision: 3 } });
});

it('UserFormDialog says that another admin has deleted the user meanwhile', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'user-not-found');
  await openEdit('Vic Olsen');
  await nameIn(editForm).fill('Vic Olsson');
  answer(LIST, [DANA]);
  await save(editForm).click();
  await expect.element(editForm.getByRole('alert')).toMatchTextContent('Somebody has deleted this user meanwhile.');
});

it('[G-036, G-061] UserDialogs deletes a user after Confirm and focuses the list', async () => {
  answer(REMOVE, {});
  show();
  await rowOf('Vic Olsen').click();
  await info.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete Vic Olsen?' });
  await expect.element(confirm.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  answer(LIST, [DANA]);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(rowOf('Vic Olsen')).not.toBeInTheDocument();
  expect(callsOf(REMOVE)).toEqual([{ params: { id: 8 } }]);
  await expect.element(success).toBeVisible();
  await expect.poll(() => manager.element().contains(document.activeElement)).toBe(true);
});

it('UserDialogs does not delete a user whose deletion was cancelled', async () => {
  show();
  await rowOf('Vic Olsen').click();
  await info.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete Vic Olsen?' });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(confirm).not.toBeInTheDocument();
  await expect.element(rowOf('Vic Olsen')).toHaveFocus();
  expect(callsOf(REMOVE)).toEqual([]);
});

it('UserDialogs signs a user out everywhere', async () => {
  answer('DELETE /user/:id/sessions', {});
  show();
  await rowOf('Vic Olsen').click();
  await info.getByRole('button', { name: 'Sign out everywhere' }).click();
  const confirm = page.getByRole('dialog', { name: 'Sign Vic Olsen out everywhere?' });
  await confirm.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(success).toBeVisible();
  expect(callsOf('DELETE /user/:id/sessions')).toEqual([{ params: { id: 8 } }]);
});

it('[W-424] UserDialogs resets the two-step sign-in of another user with the own password, and none of the own', async () => {
  answer('POST /user/:id/second-factor/reset', {});
  answer('GET /user/sessions', []);
  show();
  await rowOf('Vic Olsen').click();
  await info.getByRole('button', { name: 'Reset' }).click();
  const form = page.getByRole('dialog', { name: 'Reset Two-Step Sign-In' });
  await expect.element(form.getByRole('button', { name: 'Reset' })).toBeDisabled();
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  await form.getByRole('button', { name: 'Reset' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(callsOf('POST /user/:id/second-factor/reset')).toEqual([
    { params: { id: 8 }, body: { currentPassword: 'Correct-horse-7' } },
  ]);
  await rowOf('Dana Reyes').click();
  await expect.element(info.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect.element(info.getByRole('button', { name: 'Reset' })).not.toBeInTheDocument();
});

it('UserInfoDialog does not let users delete themselves and says why', async () => {
  show();
  await rowOf('Dana Reyes').click();
  await expect.element(info.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect.element(info.getByText('You cannot delete yourself.')).toBeVisible();
  await expect.element(info.getByRole('button', { name: 'Edit' })).toBeEnabled();
});

it('LocalUsersDialog disables all changes while the console is offline', async () => {
  show();
  await expect.element(rowOf('Vic Olsen')).toBeVisible();
  setOffline();
  await expect.element(manager.getByRole('button', { name: 'New User' })).toBeDisabled();
  await rowOf('Vic Olsen').click();
  for (const name of ['Delete', 'Sign out everywhere', 'Edit'])
    await expect.element(info.getByRole('button', { name })).toBeDisabled();
});

it('LocalUsersDialog reloads the list when the hub reports a change', async () => {
  show();
  await expect.element(rowOf('Vic Olsen')).toBeVisible();
  answer(LIST, [DANA, VIC, ELI]);
  hear('ReceiveUserListUpdate', { groupId: 3 });
  await expect.element(rowOf('Eli Local')).toBeVisible();
});

it('LocalUsersDialog shows fifty users per page', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ ...VIC, id: index + 100, name: `User ${index + 1}.` }));
  answer(LIST, many);
  show();
  await expect.element(manager.getByText('1–50 of 120')).toBeVisible();
  await manager.getByRole('button', { name: 'Next page' }).click();
  await expect.element(rowOf('User 51.')).toBeVisible();
  expect(rows.elements()).toHaveLength(50);
});

it('[G-038, G-040, G-041] UserFormDialog limits name, email and phone', async () => {
  await openNew();
  const email = newForm.getByRole('textbox', { name: 'Email' });
  const phone = newForm.getByRole('textbox', { name: 'Phone' });
  await nameIn(newForm).fill('n'.repeat(50));
  await email.fill('eli@');
  await phone.fill('918555013');
  await save(newForm).click();
  await expect.element(nameIn(newForm)).toHaveAccessibleDescription('Invalid Name');
  await expect.element(email).toHaveAccessibleDescription('Invalid email');
  await expect.element(phone).toHaveAccessibleDescription(USER_TEXTS.phone);
  await nameIn(newForm).fill('n'.repeat(49));
  await email.fill('eli@example.com');
  await phone.fill('+91855501351234567');
  await userEvent.keyboard('{Enter}');
  await expect.element(phone).toHaveAccessibleDescription(USER_TEXTS.phone);
  await expect.element(nameIn(newForm)).toBeValid();
  await expect.element(email).toBeValid();
});

it('[G-019, G-020, G-021] UserInfoDialog shows name, email, phone and role and offers Edit and Delete', async () => {
  show();
  await rowOf('Vic Olsen').click();
  for (const text of ['Vic Olsen', 'vic@example.com', '9185550134', 'viewer'])
    await expect.element(info).toMatchTextContent(text);
  await expect.element(info.getByRole('button', { name: 'Edit' })).toBeEnabled();
  await expect.element(info.getByRole('button', { name: 'Delete' })).toBeEnabled();
  await expectAccessible();
});
