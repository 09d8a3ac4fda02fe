import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { Wallboard } from './wallboards.data.ts';
import { WallboardsDialog } from './WallboardsDialog.tsx';

const LIST = 'GET /wallboard';
const MAKE = 'POST /wallboard';
const REVOKE = 'DELETE /wallboard/:id';
const SCREEN: Wallboard = {
  id: 6,
  groupId: 3,
  name: 'Left screen',
  prefix: 'wmw_1c7d2m40kx9q',
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: '2026-03-18 09:41:00',
  lastUsedAddress: '192.0.2.9',
};

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('Wallboards');
const rows = list.getByRole('list', { name: 'Wallboards' }).getByRole('listitem');
const form = dialogOf('Make a Wallboard');

function show(wallboards: readonly Wallboard[] = [SCREEN]) {
  answer(LIST, [...wallboards]);
  answer('GET /user/sessions', []);
  return render(<WallboardsDialog isOpen onClose={() => undefined} />, { role: 'admin' });
}

it('[W-376] the dialog lists each wallboard with maker, expiry and last use', async () => {
  show([SCREEN, { ...SCREEN, id: 7, name: 'Old one', isExpired: true, lastUsedAt: null, lastUsedAddress: null }]);
  await expect.element(rows.first()).toMatchTextContent('Left screenwmw_1c7d2m40kx9q…');
  await expect.element(rows.first()).toMatchTextContent('Made 2026-03-18 00:06 by Dana Reyes, does not expire');
  await expect.element(rows.first()).toMatchTextContent('Last used 2026-03-18 09:41 from 192.0.2.9');
  await expect.element(rows.nth(1)).toMatchTextContent('Expired');
  await expectAccessible();
});

it('[W-376] the dialog makes a wallboard with the password, and shows its link once', async () => {
  show([]);
  await expect.element(list).toMatchTextContent('No wallboards');
  answer(MAKE, { ...SCREEN, token: 'wmw_x_secret' });
  await list.getByRole('button', { name: 'Make a wallboard' }).click();
  await form.getByLabelText('Place').fill('Left screen');
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  await form.getByRole('button', { name: 'Make the wallboard' }).click();
  const shown = dialogOf('Wallboard');
  await expect.element(shown.getByLabelText('Web address')).toHaveValue(`${location.origin}/wall#token=wmw_x_secret`);
  await expectAccessible();
  expect(callsOf(MAKE)).toEqual([
    { body: { name: 'Left screen', expiresAt: null, currentPassword: 'Correct-horse-7' } },
  ]);
});

it('[W-376] the dialog keeps its form when the server refuses', async () => {
  expectLogged(/^ApiError/);
  show([]);
  refuse(MAKE, 'current-password-wrong');
  await list.getByRole('button', { name: 'Make a wallboard' }).click();
  await form.getByLabelText('Place').fill('Left screen');
  await form.getByLabelText('Your password').fill('wrong');
  await form.getByRole('button', { name: 'Make the wallboard' }).click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('The current password is wrong.');
});

it('[W-378] the dialog revokes a wallboard after a question, and not without a connection', async () => {
  show();
  answer(REVOKE, {});
  await rows.first().getByRole('button', { name: 'Revoke Left screen, wmw_1c7d2m40kx9q' }).click();
  answer(LIST, []);
  const question = dialogOf('Revoke wallboard?');
  await expect.element(question).toMatchTextContent('Left screen goes dark within seconds');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(list).toMatchTextContent('No wallboards');
  expect(callsOf(REVOKE)).toEqual([{ params: { id: 6 } }]);
  setOffline();
  await expect.element(list.getByRole('button', { name: 'Make a wallboard' })).toBeDisabled();
});
