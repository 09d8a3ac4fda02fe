import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerUser } from '#/features/runs/testing/run-fixtures.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { UserManagement } from './UserManagement.tsx';

// The lists of a superadmin while they load, when they do not load, and when another superadmin has changed them.

const GROUPS = 'GET /admin/group';
const USERS = 'GET /admin/user/:groupId';
const AGMS = 'GET /admin/apexagm/:groupId';
const DEMO = { id: 3, groupName: 'Demo Pipelines' };
const ACME = { id: 21, groupName: 'Acme Gas' };
const nav = page.getByRole('navigation', { name: 'Groups' });
const groupOf = (name: string) => nav.getByRole('button', { name, exact: true });
const chosen = page.getByRole('region', { name: 'Chosen group' });
const tab = (name: string) => chosen.getByRole('tab', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  answer(GROUPS, [DEMO, ACME]);
  answer(USERS, []);
  answer(AGMS, []);
  answerUser('superadmin');
});

const show = () =>
  render(<UserManagement onBack={vi.fn<() => void>()} renderAgms={(groupId) => <p>AGMs of {groupId}</p>} />, {
    role: 'superadmin',
  });

async function chooseAcme(): Promise<void> {
  show();
  await groupOf('Acme Gas').click();
  await expect.element(chosen.getByText('No users')).toBeVisible();
}

it('GroupList says why the groups did not load and loads them on Retry', async () => {
  expectLogged(/ApiError/);
  refuse(GROUPS, 'internal-error');
  show();
  await expect.element(nav.getByRole('alert')).toMatchTextContent(`Groups did not load`);
  await expect.element(nav.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(GROUPS, [DEMO]);
  await nav.getByRole('button', { name: 'Retry' }).click();
  await expect.element(groupOf('Demo Pipelines')).toBeVisible();
});

it('GroupList offers the staff while the groups still load', async () => {
  const held = holdAnswer(GROUPS);
  show();
  await expect.element(nav.getByRole('status', { name: 'Loading groups' })).toBeInTheDocument();
  await expect.element(button('Product staff')).toBeEnabled();
  held.answer([DEMO]);
  await expect.element(groupOf('Demo Pipelines')).toBeVisible();
});

it('UserManagement says why the users of a group did not load, and the other tabs work', async () => {
  expectLogged(/ApiError/);
  refuse(USERS, 'internal-error');
  show();
  await groupOf('Acme Gas').click();
  await expect.element(chosen.getByRole('alert')).toMatchTextContent('Users did not load');
  await tab('AGMs').click();
  await expect.element(chosen.getByText('AGMs of 21')).toBeVisible();
  await tab('Group Info').click();
  await expect.element(chosen).toMatchTextContent('Users–');
  await expect.element(button('Delete Group')).toBeDisabled();
});

it('UserManagement shows nothing of the group that was chosen before', async () => {
  answer(USERS, ({ params: { groupId } }) => [
    {
      id: groupId,
      group: groupId,
      name: `User of ${groupId}`,
      email: 'u@example.com',
      phone: '',
      role: 'viewer' as const,
      revision: 1,
    },
  ]);
  show();
  await groupOf('Acme Gas').click();
  await expect.element(chosen.getByText(/^User of 21/)).toBeVisible();
  const held = holdAnswer(USERS);
  await groupOf('Demo Pipelines').click();
  await expect.element(chosen.getByRole('heading', { name: 'Demo Pipelines' })).toBeVisible();
  await expect.element(chosen.getByText(/^User of 21/)).not.toBeInTheDocument();
  held.answer([]);
  await expect.element(chosen.getByText('No users')).toBeVisible();
});

it('UserManagement says that no group is chosen after another superadmin has deleted the chosen one', async () => {
  const { queryClient } = show();
  await groupOf('Acme Gas').click();
  await expect.element(chosen.getByRole('heading', { name: 'Acme Gas' })).toBeVisible();
  answer(GROUPS, [DEMO]);
  await queryClient.invalidateQueries({ queryKey: [GROUPS] });
  await expect.element(groupOf('Acme Gas')).not.toBeInTheDocument();
  await expect.element(chosen.getByText('No Group Selected')).toBeVisible();
  await expect.element(chosen.getByRole('heading')).not.toBeInTheDocument();
  await expectAccessible();
});

it('GroupInfo keeps the question open when the server refuses to delete the group', async () => {
  expectLogged(/ApiError/);
  refuse('DELETE /admin/group/:id', 'group-not-empty', { detail: 'Acme Gas has 1 user.' });
  await chooseAcme();
  await tab('Group Info').click();
  await button('Delete Group').click();
  const question = page.getByRole('dialog', { name: 'Delete Acme Gas?' });
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('Acme Gas has 1 user.');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button('Delete Group')).toHaveFocus();
  await expect.element(groupOf('Acme Gas')).toBeVisible();
});

it('GroupInfo does not offer to delete a group before it is known what belongs to it', async () => {
  const held = holdAnswer(AGMS);
  await chooseAcme();
  await tab('Group Info').click();
  await expect.element(button('Delete Group')).toBeDisabled();
  await expect.element(chosen.getByText('Loading what belongs to it')).toBeVisible();
  held.answer([]);
  await expect.element(button('Delete Group')).toBeEnabled();
});

it('UserManagement changes nothing while the console is offline and says why', async () => {
  await chooseAcme();
  setOffline();
  for (const name of ['New Group', 'New User']) {
    await expect.element(button(name)).toBeDisabled();
    await expect.element(button(name)).toHaveAttribute('title', expect.stringContaining('You are offline.'));
  }
  await tab('Group Info').click();
  for (const name of ['Edit Group', 'Delete Group']) await expect.element(button(name)).toBeDisabled();
  setLive();
  await expect.element(button('Edit Group')).toBeEnabled();
});

it('UserManagement shows either the groups or the chosen one on a phone, with a way back', async () => {
  await page.viewport(390, 800);
  try {
    show();
    await expect.element(nav).toBeVisible();
    await groupOf('Acme Gas').click();
    await expect.element(nav).not.toBeInTheDocument();
    await button('All groups').click();
    await expect.element(groupOf('Acme Gas')).toBeVisible();
    expect(callsOf(USERS)).toHaveLength(1);
  } finally {
    await page.viewport(1440, 900);
  }
});
