import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { UserManagement } from './UserManagement.tsx';

const GROUPS = [
  { id: 3, groupName: 'Demo Pipelines' },
  { id: 21, groupName: 'Acme Gas' },
];
const DANA = {
  id: 7,
  group: 3,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  phone: '9185550134',
  role: 'admin',
  revision: 4,
} as const satisfies ReplyAt<'GET /user'>[number];
const SAM = { id: 1, name: 'Sam Okafor', email: 'sam@waymark.test', phone: '', revision: 1 };

const groups = page.getByRole('list', { name: 'Groups' });
const groupOf = (name: string) => groups.getByRole('button', { name });
const chosen = page.getByRole('region', { name: 'Chosen group' });
const tab = (name: string) => chosen.getByRole('tab', { name });
const users = chosen.getByRole('list', { name: 'Users' }).getByRole('button');

beforeEach(() => {
  answer('GET /admin/group', GROUPS);
  answer('GET /admin/user/:groupId', [DANA]);
  answer('GET /admin/apexagm/:groupId', []);
  answer('GET /admin/staff', [SAM]);
  answer('GET /pigrun/user/get-user', {
    ...SAM,
    role: 'superadmin',
    a2PMessagingOptInState: false,
    units: null,
    companyUnits: 'us',
    language: null,
    companyLanguage: 'en',
    times: 'utc',
    timeZone: null,
  });
});

const show = (onBack = () => undefined as void) =>
  render(<UserManagement onBack={onBack} renderAgms={(groupId) => <p>AGMs of {groupId}</p>} />, { role: 'superadmin' });

async function openNamed(dialogName: string, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect.element(page.getByRole('dialog', { name: dialogName })).toBeVisible();
}

it('[G-001, G-002, G-003, G-004] UserManagement lists the groups with New Group on the left, asks to choose one, and links to the map', async () => {
  const onBack = vi.fn<() => void>();
  show(onBack);
  await expect.element(groupOf('Demo Pipelines')).toBeVisible();
  await expect.element(groupOf('Acme Gas')).toBeVisible();
  await expect.element(chosen.getByText('No Group Selected')).toBeVisible();
  const newGroup = page.getByRole('button', { name: 'New Group' }).element().getBoundingClientRect();
  expect(newGroup.right).toBeLessThanOrEqual(chosen.element().getBoundingClientRect().left);
  await expectAccessible();
  await page.getByRole('button', { name: 'Back to Map' }).click();
  expect(onBack).toHaveBeenCalledOnce();
});

it('[G-005, G-006, G-007, G-008, G-014] UserManagement shows users, AGMs and info of the chosen group, in this order', async () => {
  show();
  await groupOf('Acme Gas').click();
  await expect.element(groupOf('Acme Gas')).toHaveAttribute('aria-current', 'true');
  expect(
    chosen
      .getByRole('tab')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['Users', 'AGMs', 'Group Info']);
  await expect.element(users.first()).toHaveTextContent('Dana Reyesdana.reyes@example.comadmin');
  expect(callsOf('GET /admin/user/:groupId')).toEqual([{ params: { groupId: 21 } }]);
  await tab('AGMs').click();
  await expect.element(chosen.getByText('AGMs of 21')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Group Info')).toHaveAttribute('aria-selected', 'true');
  await expect.element(chosen.getByRole('tabpanel')).toMatchTextContent('Id21NameAcme Gas');
  await expectAccessible();
});

it('UserManagement finds a group by a part of its name or by its complete number', async () => {
  show();
  const search = page.getByRole('searchbox', { name: 'Find a group' });
  await search.fill('acme');
  await expect.element(groupOf('Demo Pipelines')).not.toBeInTheDocument();
  await search.fill('3');
  await expect.element(groupOf('Demo Pipelines')).toBeVisible();
  await expect.element(groupOf('Acme Gas')).not.toBeInTheDocument();
  await search.fill('33');
  await expect.element(page.getByText('No results')).toBeVisible();
});

it('UserManagement moves between the groups with the arrow keys', async () => {
  show();
  await groupOf('Demo Pipelines').click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(groupOf('Acme Gas')).toHaveAttribute('aria-current', 'true');
});

it('GroupDialog refuses an empty name and adds a group, which is then chosen', async () => {
  show();
  await openNamed('New Group', 'New Group');
  const form = page.getByRole('dialog', { name: 'New Group' });
  const name = form.getByRole('textbox', { name: 'Group name' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(name).toHaveAccessibleDescription('Invalid Name');
  answer('POST /admin/group', { id: 30, groupName: 'North Line' });
  answer('GET /admin/group', [...GROUPS, { id: 30, groupName: 'North Line' }]);
  await name.fill('North Line ');
  await userEvent.keyboard('{Enter}');
  await expect.element(chosen.getByRole('heading', { name: 'North Line' })).toBeVisible();
  expect(callsOf('POST /admin/group')).toEqual([{ body: { id: -1, groupName: 'North Line' } }]);
});

it('[G-015, G-017] GroupInfo renames a group', async () => {
  show();
  await groupOf('Acme Gas').click();
  await tab('Group Info').click();
  await openNamed('Edit Group', 'Edit Group');
  const name = page.getByRole('textbox', { name: 'Group name' });
  await expect.element(name).toHaveValue('Acme Gas');
  answer('POST /admin/group', { id: 21, groupName: 'Acme Energy' });
  answer('GET /admin/group', [{ id: 21, groupName: 'Acme Energy' }]);
  await name.fill('Acme Energy');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(chosen.getByRole('heading', { name: 'Acme Energy' })).toBeVisible();
  expect(callsOf('POST /admin/group')).toEqual([{ body: { id: 21, groupName: 'Acme Energy' } }]);
});

it('GroupDialog keeps the name when another group has it', async () => {
  expectLogged(/^ApiError/);
  refuse('POST /admin/group', 'group-name-taken');
  show();
  await openNamed('New Group', 'New Group');
  await page.getByRole('textbox', { name: 'Group name' }).fill('Acme Gas');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another company has this name.');
  await expect.element(page.getByRole('textbox', { name: 'Group name' })).toHaveValue('Acme Gas');
});

it('[G-034] GroupInfo does not delete a group that has users or AGMs and names them', async () => {
  show();
  await groupOf('Acme Gas').click();
  await tab('Group Info').click();
  await expect.element(chosen.getByText('Only an empty group can be deleted. This one has 1 user.')).toBeVisible();
  await expect.element(chosen.getByRole('button', { name: 'Delete Group' })).toBeDisabled();
});

it('[G-009, G-016, G-034, G-035] GroupInfo deletes an empty group after Confirm and deselects it', async () => {
  answer('GET /admin/user/:groupId', []);
  answer('DELETE /admin/group/:id', {});
  show();
  await groupOf('Acme Gas').click();
  await expect.element(chosen.getByText('No users')).toBeVisible();
  await tab('Group Info').click();
  await chosen.getByRole('button', { name: 'Delete Group' }).click();
  answer('GET /admin/group', [{ id: 3, groupName: 'Demo Pipelines' }]);
  await page.getByRole('dialog', { name: 'Delete Acme Gas?' }).getByRole('button', { name: 'Confirm' }).click();
  await expect.element(groupOf('Acme Gas')).not.toBeInTheDocument();
  await expect.element(chosen.getByText('No Group Selected')).toBeVisible();
  expect(callsOf('DELETE /admin/group/:id')).toEqual([{ params: { id: 21 } }]);
});

it('[G-010] UserManagement adds a user to the chosen group, who gets a link instead of a password', async () => {
  answer('POST /admin/user', { ...DANA, id: 40, name: 'Kim Lee' });
  show();
  await groupOf('Acme Gas').click();
  await openNamed('New User', 'New User');
  const form = page.getByRole('dialog', { name: 'New User' });
  await expect.element(form.getByRole('textbox', { name: 'Password' })).not.toBeInTheDocument();
  await form.getByRole('textbox', { name: 'Name' }).fill('Kim Lee');
  await form.getByRole('textbox', { name: 'Email' }).fill('kim@example.com');
  await form.getByRole('textbox', { name: 'Phone' }).fill('+1 918 555 0136');
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'admin' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Success!')).toBeVisible();
  expect(callsOf('POST /admin/user')).toEqual([
    {
      body: { id: -1, group: 21, name: 'Kim Lee', email: 'kim@example.com', phone: '+1 918 555 0136', role: 'admin' },
    },
  ]);
});

it('UserManagement manages the product staff, who have no role to choose', async () => {
  answer('POST /admin/staff', { ...SAM, phone: '9185550134', revision: 2 });
  show();
  await page.getByRole('button', { name: 'Product staff' }).click();
  await expect.element(users.first()).toMatchTextContent('superadmin');
  await users.first().click();
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit User' });
  await expect.element(form.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument();
  await form.getByRole('textbox', { name: 'Phone' }).fill('9185550134');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Success!')).toBeVisible();
  expect(callsOf('POST /admin/staff')).toMatchObject([{ body: { id: 1, revision: 1, phone: '9185550134' } }]);
});

it('UserManagement says that there are no groups', async () => {
  answer('GET /admin/group', []);
  show();
  await expect.element(page.getByText('No groups')).toBeVisible();
});
